// SIMD trilinear interpolation between cells, in batches of eight places.
#pragma once

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

}  // namespace ooze::grid
