// Where the reference shapes of particles lie: a sparse grid of cells, and the rows of cells along which
// regions are summed (Rivers and James 2007, FastLSM).
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "methods/shape_matching/disjoint_sets.h"
#include "methods/shape_matching/stable_order.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Edge of a cell over the spacing at rest: in liquid that lies unevenly few cells are empty.
inline constexpr float kCellEdge = 1.2f;

/// Bits of a particle (References::breaks): no region runs from its cell to the next along +x, +y, +z, or
/// along -x, -y, -z.
inline constexpr std::uint8_t kBreakAhead = 1, kBreakBehind = 8, kBreaks = 63;

/// What of a particle says where it lies in which shape.
struct ReferenceView {
  std::span<const std::uint32_t> shape;  ///< number of its lump; 0: it has none
  const Vec3Array& place;                ///< x0 [m]
  std::span<const std::uint8_t> breaks;
  std::span<const std::uint32_t> id;
};

/// The box that a region is along one axis, as positions in the order of that axis: [first, last) counts in
/// full, what [wideFirst, wideLast) has beside that by `edge`.
struct Window {
  std::uint32_t wideFirst, first, last, wideLast;
  double edge;
};

/// A function of the reference places, shapes, breaks and ids alone: neither of the order of particles nor
/// of what the grid was before.
class ReferenceGrid {
 public:
  struct Cell {
    std::array<std::int32_t, 3> at;
    std::uint32_t shape;
    std::uint32_t piece;  ///< cells that rows join, however far round, are of one piece; from 0 on
    std::uint8_t breaks;
  };
  /// Cells in an order in which those of a row follow each other.
  struct Axis {
    std::vector<std::uint32_t> order;     ///< cells
    std::vector<std::uint32_t> rowBegin;  ///< positions in `order`, and its length at the end
    std::vector<Window> windows;          ///< by position
    [[nodiscard]] std::size_t rows() const { return rowBegin.empty() ? 0 : rowBegin.size() - 1; }
  };

  /// @param edge  of a cell [m] @param radiusOf  h_sm of a particle, by index [m]; a shape has the mean
  void build(const ReferenceView& particles, float edge, FunctionRef<float(std::size_t i)> radiusOf,
             const Threads& threads);
  /// The particles were sorted: the new particle i is the old order[i].
  void reorder(std::span<const std::uint32_t> order, const Threads& threads);

  [[nodiscard]] std::size_t size() const { return cells_.size(); }  ///< cells
  [[nodiscard]] const Cell& cell(std::size_t c) const { return cells_[c]; }
  [[nodiscard]] std::uint32_t pieces() const { return pieces_; }
  [[nodiscard]] const Axis& axis(std::size_t a) const { return axes_[a]; }
  /// Particles of a cell, by index, in an order that does not depend on how they are sorted.
  [[nodiscard]] std::span<const std::uint32_t> particlesOf(std::size_t c) const {
    return std::span(particles_).subspan(first_[c], first_[c + 1] - first_[c]);
  }
  /// By particle; kNone: it has no shape.
  [[nodiscard]] std::uint32_t cellOf(std::size_t i) const { return cellOf_[i]; }
  /// The piece of a particle; what has no shape is of one more.
  [[nodiscard]] std::uint32_t pieceOf(std::size_t i) const {
    return cellOf_[i] == kNone ? pieces_ : cells_[cellOf_[i]].piece;
  }
  /// The cells that the region of a cell has, in full or in part, as BoxSums::gather() sums them. For looking
  /// at one: it takes as long as there are cells.
  [[nodiscard]] std::vector<std::uint32_t> regionOf(std::uint32_t cell) const;
  [[nodiscard]] bool covers(std::size_t particles) const { return cellOf_.size() == particles; }

  /// Calls visit(a cell, the next of its row along this axis, the axis) for all that no break parts.
  void forNext(FunctionRef<void(std::uint32_t, std::uint32_t, std::size_t)> visit) const;

  static constexpr std::uint32_t kNone = ~0u;

 private:
  void sortParticles(const ReferenceView& particles, float edge, const Threads& threads);
  void makeCells(const ReferenceView& particles);
  void orderAxes();
  void moveLonely(const ReferenceView& particles, float edge, const Threads& threads);
  void findLonely();
  void leaveOutEmpty();
  void listParticles(const ReferenceView& particles);
  void measureReach(float edge, FunctionRef<float(std::size_t)> radiusOf);
  [[nodiscard]] std::uint32_t nearestNotLonely(const Cell& from, const Vec3& place, float edge) const;
  void findRows(std::size_t axis);
  void makeWindows(std::size_t axis, std::size_t row);
  void findPieces();
  [[nodiscard]] bool follows(const Cell& a, const Cell& b, std::size_t axis) const;

  std::array<std::vector<std::uint32_t>, 3> keys_;  ///< by particle: coordinates of its cell, biased
  std::vector<std::uint32_t> sorted_;               ///< particles that have a shape, by cell
  StableOrder sort_;
  std::vector<Cell> cells_;
  std::vector<float> reach_;          ///< by cell: h_sm of its shape [edges of a cell]
  std::vector<std::uint32_t> first_;  ///< by cell, in particles_
  std::vector<std::uint32_t> particles_, slotOf_, cellOf_, permuted_;
  std::vector<std::uint8_t> lonely_;    ///< by cell
  std::vector<std::uint32_t> strays_;   ///< particles of lonely cells
  std::vector<std::uint32_t> numbers_;  ///< of cells, once empty ones are left out
  std::array<Axis, 3> axes_;
  DisjointSets sets_;
  std::uint32_t pieces_ = 0;
};

}  // namespace ooze::shape_matching
