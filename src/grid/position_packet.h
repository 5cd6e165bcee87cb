// SIMD interpolation in packets of eight positions: trilinear between cells, and WENO cubic between nodes,
// which does not interpolate across kinks.
#pragma once

#include "grid/blocks.h"
#include "grid/cell_blocks.h"
#include "grid/cell_sampler.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ooze::grid {

inline constexpr std::size_t kEight = 8;
using Eight = std::array<double, kEight>;

/// Eight places in cells from the first cell of a nearby block, or eight vectors; structure of arrays by
/// axis.
struct PositionPacket {
  std::array<Eight, 3> along;

  [[nodiscard]] glm::dvec3 operator[](std::size_t l) const { return {along[0][l], along[1][l], along[2][l]}; }
};

/// Batch version of CellSampler, with the same bits.
/// Places more than a block away, or next to missing cells, are looked up one by one as in CellSampler.
class PacketSampler {
 public:
  PacketSampler(const CellBlocks& cells, std::size_t block);

  /// Interpolates values at cell centres or, with axis >= 0, at the lower faces along that axis.
  void value(const float* values, float outside, int axis, const PositionPacket& at, Eight& to) const;
  /// Interpolates a staggered vector field: each component between its own faces; 0 outside.
  /// @param axes  for each axis, the values of that component at the faces
  void vector(const std::array<const float*, 3>& axes, const PositionPacket& at, PositionPacket& to) const;
  /// Interpolates at places in adjacent blocks, where each place is relative to the first cell of its own
  /// block.
  /// @param block  offset of each place's block along each axis, from this block: -1, 0 or 1
  /// @return bit mask of the places that were interpolated; the output of other places is undefined
  std::uint32_t vectorFromOwnBlocks(const std::array<const float*, 3>& axes, const PositionPacket& at,
                                    const std::array<std::array<std::int32_t, kEight>, 3>& block,
                                    PositionPacket& to) const;

 private:
  CellSampler one_;
  /// Index of the first cell of each of the 27 blocks around; negative: no block.
  std::array<std::int32_t, 27> first_;
};

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
