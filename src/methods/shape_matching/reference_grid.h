// Sparse uniform grid over the reference positions of particles (Rivers and James 2007, FastLSM). Regions are
// summed along its rows of cells.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "base/disjoint_sets.h"
#include "methods/shape_matching/radix_sort.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Edge of a cell over the spacing at rest. Chosen so that few cells are empty in uneven liquid.
inline constexpr float kCellEdge = 1.2f;

/// Bits of a particle (References::breaks): no row continues from its cell to the next along +x, +y, +z
/// (kBreakAhead), or along -x, -y, -z (kBreakBehind).
inline constexpr std::uint8_t kBreakAhead = 1, kBreakBehind = 8, kBreaks = 63;

/// Reference shape and position of every particle, as input of the grid.
struct ReferenceView {
  std::span<const std::uint32_t> shape;  ///< number of each particle's reference shape; 0 for none
  const Vec3Array& place;                ///< reference position x0 of each particle [m]
  std::span<const std::uint8_t> breaks;
  std::span<const std::uint32_t> id;
};

/// Extent of a region along an axis, as positions in the order of that axis. Cells in [first, last) count in
/// full; the other cells in [wideFirst, wideLast) count by `edge`.
struct RowWindow {
  std::uint32_t wideFirst, first, last, wideLast;
  double edge;
};

/// Sparse grid of reference cells. The grid depends on reference positions, shapes, breaks and ids alone, and
/// not on the order of particles or on earlier grids, so that a restored world builds the same grid.
class ReferenceGrid {
 public:
  struct ReferenceCell {
    std::array<std::int32_t, 3> at;
    std::uint32_t shape;
    std::uint32_t piece;  ///< number of the connected component of cells joined by rows, from 0 on
    std::uint8_t breaks;
  };
  /// Cells sorted so that the cells of each row along this axis are consecutive.
  struct CellOrder {
    std::vector<std::uint32_t> order;  ///< indices of all cells, row after row
    std::vector<std::uint32_t>
        rowBegin;                    ///< first position of each row in `order`, then the length of `order`
    std::vector<RowWindow> windows;  ///< region extents, by position in `order`
    [[nodiscard]] std::size_t rows() const { return rowBegin.empty() ? 0 : rowBegin.size() - 1; }
  };

  /// Builds the grid.
  /// @param edge  edge of a cell [m]
  /// @param radiusOf  returns h_sm of a particle, by index [m]; a shape uses the mean over its particles
  void build(const ReferenceView& particles, float edge, FunctionRef<float(std::size_t i)> radiusOf,
             const Threads& threads);
  /// Updates indices after the particles were sorted: the new particle i is the old order[i].
  void reorder(std::span<const std::uint32_t> order, const Threads& threads);

  [[nodiscard]] std::size_t size() const { return cells_.size(); }  ///< number of cells
  [[nodiscard]] const ReferenceCell& cell(std::size_t c) const { return cells_[c]; }
  [[nodiscard]] std::uint32_t pieces() const { return pieces_; }
  [[nodiscard]] const CellOrder& axis(std::size_t a) const { return axes_[a]; }
  /// Returns the particles of a cell, by index, in an order independent of the particles' sorting.
  [[nodiscard]] std::span<const std::uint32_t> particlesOf(std::size_t c) const {
    return std::span(particles_).subspan(first_[c], first_[c + 1] - first_[c]);
  }
  /// Returns the cell of a particle; kNone without a shape.
  [[nodiscard]] std::uint32_t cellOf(std::size_t i) const { return cellOf_[i]; }
  /// Returns the piece of a particle. All particles without a shape belong to one more piece.
  [[nodiscard]] std::uint32_t pieceOf(std::size_t i) const {
    return cellOf_[i] == kNone ? pieces_ : cells_[cellOf_[i]].piece;
  }
  /// Returns the cells in a region, counted in full or in part, as BoxSums::gather() sums them. For
  /// inspection only: the cost grows with the number of all cells.
  [[nodiscard]] std::vector<std::uint32_t> regionOf(std::uint32_t cell) const;
  [[nodiscard]] bool covers(std::size_t particles) const { return cellOf_.size() == particles; }

  /// Calls visit(cell, next cell of its row, axis) for all pairs of consecutive cells in rows.
  void forConsecutiveCells(FunctionRef<void(std::uint32_t, std::uint32_t, std::size_t)> visit) const;

  static constexpr std::uint32_t kNone = ~0u;

 private:
  void sortParticles(const ReferenceView& particles, float edge, const Threads& threads);
  void makeCells(const ReferenceView& particles);
  void orderAxes();
  void reassignIsolatedCells(const ReferenceView& particles, float edge, const Threads& threads);
  void findIsolatedCells();
  void removeEmptyCells();
  void listParticles(const ReferenceView& particles);
  void measureReach(float edge, FunctionRef<float(std::size_t)> radiusOf);
  [[nodiscard]] std::uint32_t nearestConnectedCell(const ReferenceCell& from, const Vec3& place,
                                                   float edge) const;
  void findRows(std::size_t axis);
  void makeWindows(std::size_t axis, std::size_t row);
  void findPieces();
  [[nodiscard]] bool follows(const ReferenceCell& a, const ReferenceCell& b, std::size_t axis) const;

  std::array<std::vector<std::uint32_t>, 3> keys_;  ///< biased coordinates (x, y, z) of each particle's cell
  std::vector<std::uint32_t> sorted_;               ///< particles with a shape, sorted by cell
  RadixSort sort_;
  std::vector<ReferenceCell> cells_;
  std::vector<float> reach_;          ///< region radius h_sm of each cell's shape [cell edges]
  std::vector<std::uint32_t> first_;  ///< start of each cell's particles in particles_
  std::vector<std::uint32_t> particles_, slotOf_, cellOf_, permuted_;
  std::vector<std::uint8_t> isIsolated_;          ///< 1 for each cell that shares no row with another cell
  std::vector<std::uint32_t> isolatedParticles_;  ///< indices of the particles in isolated cells
  std::vector<std::uint32_t> numbers_;            ///< new cell numbers after empty cells are removed
  std::array<CellOrder, 3> axes_;
  DisjointSets sets_;
  std::uint32_t pieces_ = 0;
};

}  // namespace ooze::shape_matching
