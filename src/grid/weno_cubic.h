// WENO cubic interpolation, which does not interpolate across kinks, in batches of eight places (SIMD).
#pragma once

#include "grid/block_window.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ooze::grid {

// Second differences of phi below this do not influence the WENO weights [cells].
inline constexpr float kSlightBend = 0.25f;

/// Interpolates between b and c by the WENO-weighted mean of two parabolas.
/// The parabolas pass through a, b, c and through b, c, d.
/// Where both bend alike the mean is a cubic (Sebastian and Shu 2003; Macdonald and Ruuth 2008, section 3.1).
/// A distance field has a kink halfway between two surfaces, and interpolation across the kink would make
/// thin sheets grow.
/// @param slight  the square of kSlightBend [m^2]
inline float wenoCubic(float a, float b, float c, float d, float t, float slight) {
  const float before = a - 2.f * b + c, after = b - 2.f * c + d;
  const float rough = slight + before * before, roughAfter = slight + after * after;
  const float weight = (2.f - t) * (roughAfter * roughAfter), weightAfter = (1.f + t) * (rough * rough);
  const float bend = (weight * before + weightAfter * after) / (weight + weightAfter);
  return b + t * (c - b) + 0.5f * t * (t - 1.f) * bend;
}

using CubicWindow = BlockWindow<4>;

/// Interpolates with wenoCubic() along x, y and z at eight places in a window, with the same bits.
struct CubicPacket {
  static constexpr std::size_t kCount = 8;

  std::array<std::uint32_t, kCount> first;        ///< window index of the first of 4^3 nodes
  std::array<std::array<float, kCount>, 3> part;  ///< weights from the second node of each row to the third

  void sample(const CubicWindow& window, float slight, std::array<float, kCount>& to) const;
};

}  // namespace ooze::grid
