// Which cells of a lattice there are, and which of them lie beside one another.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/block_set.h"
#include "grid/block_window.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// Number of a cell: kNodes * its block + its place in the block; kNone if there is no such cell.
using CellIndex = std::uint32_t;

/// The cells of a staggered grid (Harlow and Welch 1965), where something is: cell (i, j, k) is the cube
/// round the node cell * (i, j, k) of a level set's lattice, so that phi is known at its middle. Its lower
/// face along x is at i - 1/2, and its lower edge along z at (i - 1/2, j - 1/2, k). Fields on it are plain
/// arrays by CellIndex (staggered_grid.h); a sum or a sweep over them goes block by block in the set's order.
/// Keeps its memory.
class CellBlocks {
 public:
  static constexpr std::size_t kMostBlocks = std::size_t{1} << 22;
  /// Cells of one task.
  static constexpr std::size_t kGrain = 2 * kNodes;

  /// @param cell  side of a cell [m]
  /// @throws std::invalid_argument unless it is positive and finite
  explicit CellBlocks(float cell);

  /// @param blocks  sorted
  /// @throws std::invalid_argument for more than kMostBlocks
  void assign(const BlockSet& blocks, const Threads& threads);

  [[nodiscard]] float cell() const { return cell_; }  ///< [m]
  [[nodiscard]] const BlockSet& blocks() const { return blocks_; }
  /// Of cells; arrays of fields are as long.
  [[nodiscard]] std::size_t size() const { return kNodes * blocks_.size(); }
  [[nodiscard]] const Around& around(std::size_t block) const { return around_[block]; }

  /// Coordinates of a cell.
  [[nodiscard]] glm::ivec3 at(CellIndex cell) const {
    return nodeIn(blocks_.at(cell / kNodes), cell % kNodes);
  }
  /// @return kNone if there is none
  [[nodiscard]] CellIndex find(const glm::ivec3& cell) const;

  /// The neighbour along an axis, on its lower (side = -1) or upper side (1); kNone if there is none.
  [[nodiscard]] CellIndex beside(CellIndex cell, int axis, int side) const {
    const int shift = 3 * axis;
    const CellIndex step = CellIndex{1} << shift, place = cell >> shift & 7;
    if (side < 0 ? place > 0 : place < 7) return side < 0 ? cell - step : cell + step;
    constexpr std::array<int, 3> kAround{1, 3, 9};
    const std::uint32_t block =
        around_[cell / kNodes][static_cast<std::size_t>(13 + side * kAround[static_cast<std::size_t>(axis)])];
    if (block == kNone) return kNone;
    const CellIndex inside = cell % kNodes;
    return block * static_cast<CellIndex>(kNodes) + (side < 0 ? inside + 7 * step : inside - 7 * step);
  }

  /// Calls each(cell), of several at once.
  template <class Each>
  void forEach(const Threads& threads, const Each& each) const {
    threads.forChunks(size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) each(static_cast<CellIndex>(n));
    });
  }

 private:
  float cell_;
  BlockSet blocks_;
  std::vector<Around> around_;
};

/// The same blocks and those that touch them.
BlockSet withNeighbours(const BlockSet& blocks);

}  // namespace ooze::grid
