// Values between cells at eight places at a time.
#pragma once

#include "grid/cell_blocks.h"
#include "grid/cell_sampler.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ooze::grid {

inline constexpr std::size_t kEight = 8;
using Eight = std::array<double, kEight>;

/// Along each axis: places from the first cell of a block near them [cells], or components of vectors.
struct EightPlaces {
  std::array<Eight, 3> along;
};

/// What CellSampler finds one by one, to the bit. Places farther than a block away, or beside cells that are
/// not there, cost what they cost there.
class EightSampler {
 public:
  EightSampler(const CellBlocks& cells, std::size_t block);

  /// Trilinear among values at the middles of cells, or, with an axis, of their lower faces along it.
  void value(const float* values, float outside, int axis, const EightPlaces& at, Eight& to) const;
  /// Each component among its own faces; 0 outside.
  /// @param axes  the values of each
  void vector(const std::array<const float*, 3>& axes, const EightPlaces& at, EightPlaces& to) const;
  /// The same of places in the blocks beside it, each told from the first cell of its own block.
  /// @param block  of each place along each axis, from this one: -1, 0 or 1
  /// @return bits of the places of which that was found; of others nothing is written that counts
  std::uint32_t vectorFromOwnBlocks(const std::array<const float*, 3>& axes, const EightPlaces& at,
                                    const std::array<std::array<std::int32_t, kEight>, 3>& block,
                                    EightPlaces& to) const;

 private:
  CellSampler one_;
  std::array<std::int32_t, 27> first_;  ///< cell of each block round; below 0: there is none
};

}  // namespace ooze::grid
