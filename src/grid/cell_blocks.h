// Sparse storage of the cells of a staggered (MAC) grid, and their neighbours.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/blocks.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// Index of a cell: kNodes * block number + index in the block; kNone if there is no such cell.
using CellIndex = std::uint32_t;

/// The cells of a sparse staggered (MAC) grid (Harlow and Welch 1965).
/// Cell (i, j, k) is the cube centred at the node cell * (i, j, k) of a level set's lattice, so phi is known
/// at the cell centres. The lower face of a cell along x is at i - 1/2, and its lower edge along z at (i -
/// 1/2, j - 1/2, k). Fields are plain arrays indexed by CellIndex (staggered_grid.h). Sums and sweeps run
/// block by block in the order of the set. Buffers are reused.
class CellBlocks {
 public:
  static constexpr std::size_t kMaxBlocks = std::size_t{1} << 22;
  /// Number of cells per parallel task.
  static constexpr std::size_t kGrain = 2 * kNodes;

  /// Makes an empty grid.
  /// @param cell  side of a cell [m]
  /// @throws std::invalid_argument unless cell is positive and finite
  explicit CellBlocks(float cell);

  /// Sets the blocks and finds their neighbours.
  /// @param blocks  the new set, already sorted by BlockSet::sort()
  /// @throws std::invalid_argument for more than kMaxBlocks
  void assign(const BlockSet& blocks, const Threads& threads);

  [[nodiscard]] float cell() const { return cell_; }  ///< side of a cell [m]
  [[nodiscard]] const BlockSet& blocks() const { return blocks_; }
  /// Returns the number of cells, which is also the length of field arrays.
  [[nodiscard]] std::size_t size() const { return kNodes * blocks_.size(); }
  [[nodiscard]] const BlockNeighbours& around(std::size_t block) const { return around_[block]; }

  /// Returns the coordinates of a cell.
  [[nodiscard]] glm::ivec3 at(CellIndex cell) const {
    return nodeIn(blocks_.at(cell / kNodes), cell % kNodes);
  }
  /// Looks up a cell by coordinates.
  /// @return kNone if there is no such cell
  [[nodiscard]] CellIndex find(const glm::ivec3& cell) const;

  /// Returns the neighbour along an axis, on the lower (side = -1) or upper side (1); kNone if there is none.
  [[nodiscard]] CellIndex beside(CellIndex cell, int axis, int side) const {
    const int shift = 3 * axis;
    const CellIndex step = CellIndex{1} << shift, place = cell >> shift & 7;
    if (side < 0 ? place > 0 : place < 7) return side < 0 ? cell - step : cell + step;
    constexpr std::array<int, 3> kStrides{1, 3, 9};
    const std::uint32_t block =
        around_[cell / kNodes]
               [static_cast<std::size_t>(13 + side * kStrides[static_cast<std::size_t>(axis)])];
    if (block == kNone) return kNone;
    const CellIndex inside = cell % kNodes;
    return block * static_cast<CellIndex>(kNodes) + (side < 0 ? inside + 7 * step : inside - 7 * step);
  }

  /// Calls each(cell) for all cells, in parallel.
  template <class Each>
  void forEach(const Threads& threads, const Each& each) const {
    threads.forChunks(size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n) each(static_cast<CellIndex>(n));
    });
  }

 private:
  float cell_;
  BlockSet blocks_;
  std::vector<BlockNeighbours> around_;
};

}  // namespace ooze::grid
