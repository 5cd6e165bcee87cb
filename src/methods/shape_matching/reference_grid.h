// Where the reference shapes of particles lie: a sparse grid of cells, and the rows of cells along which
// regions are summed (Rivers and James 2007, FastLSM).
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "methods/shape_matching/disjoint_sets.h"

#include <array>
#include <compare>
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
  /// Orders by shape and three coordinates, the last of which runs along rows.
  struct Key {
    std::uint64_t high, low;
    Key() = default;
    Key(std::uint32_t shape, std::int32_t first, std::int32_t second, std::int32_t last)
        : high(pair(shape, biased(first))), low(pair(biased(second), biased(last))) {}
    auto operator<=>(const Key&) const = default;
    /// Of a key by z, y and x.
    [[nodiscard]] std::array<std::int32_t, 3> place() const {
      return {coordinate(low), coordinate(low >> 32), coordinate(high)};
    }

   private:
    static std::uint32_t biased(std::int32_t at) { return static_cast<std::uint32_t>(at) ^ 0x80000000u; }
    static std::int32_t coordinate(std::uint64_t word) {
      return static_cast<std::int32_t>(static_cast<std::uint32_t>(word) ^ 0x80000000u);
    }
    static std::uint64_t pair(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }
  };
  struct Entry {
    Key key;
    std::uint32_t id, particle;
    [[nodiscard]] bool operator<(const Entry& other) const {
      return key < other.key || (key == other.key && id < other.id);
    }
  };
  struct Keyed {
    Key key;
    std::uint32_t cell;
  };
  [[nodiscard]] static Key keyOf(const Cell& c) { return {c.shape, c.at[2], c.at[1], c.at[0]}; }
  [[nodiscard]] std::uint32_t find(const Key& key) const;
  [[nodiscard]] bool isLonely(std::uint32_t c) const;
  void listParticles(const ReferenceView& particles, float edge);
  void makeCells(const ReferenceView& particles, float edge, FunctionRef<float(std::size_t)> radiusOf);
  [[nodiscard]] bool moveLonely(const ReferenceView& particles, float edge);
  [[nodiscard]] std::uint32_t nearestNotLonely(const Cell& from, const Vec3& place, float edge) const;
  void makeRows(std::size_t axis);
  void findPieces();
  [[nodiscard]] bool follows(const Cell& a, const Cell& b, std::size_t axis) const;

  std::vector<Entry> entries_;
  std::vector<Cell> cells_;
  std::vector<float> reach_;          ///< by cell: h_sm of its shape [edges of a cell]
  std::vector<std::uint32_t> first_;  ///< by cell, in particles_
  std::vector<std::uint32_t> particles_, slotOf_, cellOf_, sorted_;
  std::vector<std::uint8_t> lonely_;  ///< by cell
  std::array<std::vector<Keyed>, 3> keyed_;
  std::array<Axis, 3> axes_;
  DisjointSets sets_;
  std::uint32_t pieces_ = 0;
};

}  // namespace ooze::shape_matching
