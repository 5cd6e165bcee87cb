// A function between nodes by cubics that do not look across what is bent, at eight places at a time.
#pragma once

#include "grid/block_window.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ooze::grid {

// Below that, how much phi bends from node to node says nothing of which side is the smoother one [cells].
inline constexpr float kSlightBend = 0.25f;

/// Between b and c, from the parabola through them and a and the one through them and d, together a cubic
/// where both bend alike (WENO; Sebastian and Shu 2003; Macdonald and Ruuth 2008, section 3.1). A distance is
/// bent where it is as near to one surface as to another, and what looks across that makes sheets of two
/// cells grow.
/// @param slight  the square of kSlightBend [m^2]
inline float wenoCubic(float a, float b, float c, float d, float t, float slight) {
  const float before = a - 2.f * b + c, after = b - 2.f * c + d;
  const float rough = slight + before * before, roughAfter = slight + after * after;
  const float weight = (2.f - t) * (roughAfter * roughAfter), weightAfter = (1.f + t) * (rough * rough);
  const float bend = (weight * before + weightAfter * after) / (weight + weightAfter);
  return b + t * (c - b) + 0.5f * t * (t - 1.f) * bend;
}

using CubicWindow = BlockWindow<4>;

/// wenoCubic() along x, y and z at eight places in a window, to the bit.
struct EightCubics {
  static constexpr std::size_t kCount = 8;

  std::array<std::uint32_t, kCount> first;        ///< number in the window of the first of 4^3 nodes
  std::array<std::array<float, kCount>, 3> part;  ///< from the second node of each row towards the third

  void sample(const CubicWindow& window, float slight, std::array<float, kCount>& to) const;
};

}  // namespace ooze::grid
