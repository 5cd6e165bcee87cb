// Neighbour search on an unbounded sparse grid, and the schedule that lets pair stages run in parallel with
// one fixed order.
//
// Cells have the size of the search radius in y and z; along x the particles of one (y, z) row are simply
// sorted, so memory grows with the particles, never with the space between them. Two by two rows make a
// pencil. Pencils of one of four colours are at least two cells apart, so no two of them reach the same
// particle: a stage that changes the particles within the radius of its own may run one colour's pencils in
// parallel, and the outcome is that of one fixed sequential order.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Which way a sweep runs along each axis. Varying it by step keeps the sweep from pumping the liquid
/// (shared experiments: eight flips cut the convection of a tank from 0.275 to 0.116 h/frame). The vertical
/// axis turns at every step, because a sweep carries the weight of the liquid farther the way it runs: with
/// k = 0.04 a pool at 8 substeps moves 0.75 as much as when x turns first, with little cohesion the same.
struct SweepFlips {
  bool x = false, y = false, z = false;
  static SweepFlips ofStep(std::uint64_t step) { return {(step & 2) != 0, (step & 1) != 0, (step & 4) != 0}; }
};

class Neighbours {
 public:
  /// Sorts positions into rows and pencils of cells of this size.
  /// @param cell  [m]; also the largest radius that findWithin() may ask for
  /// @return order: the new element i should be the old element order[i]. Ties in x are broken by id, so the
  ///         result does not depend on the order before. Valid until the next sort.
  /// @throws RunError if a position is not finite or farther than a billion cells from the origin
  std::span<const std::uint32_t> sort(const Vec3Array& positions, std::span<const std::uint32_t> ids,
                                      float cell, const Threads& threads);

  /// Lists for every particle the others closer than `radius`, in ascending index.
  /// @param positions  as sorted by sort() and permuted by its order
  /// @param radius     [m], at most the cell size
  void findWithin(const Vec3Array& positions, float radius, const Threads& threads);

  /// Indices of the neighbours of particle i, ascending; i itself is not among them.
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t i) const {
    const std::size_t chunk = i / kChunk;
    const auto& c = chunks_[chunk];
    const std::size_t k = i - chunk * kChunk;
    return {c.list.data() + c.begin[k], c.begin[k + 1] - c.begin[k]};
  }

  /// True if every particle that a visit to i may change (or read) while i's pencil runs may be `j`: the two
  /// lie in the same or adjacent rows.
  [[nodiscard]] bool inReach(std::size_t i, std::size_t j) const {
    const Row& a = rows_[rowOf_[i]];
    const Row& b = rows_[rowOf_[j]];
    return a.y - b.y <= 1 && b.y - a.y <= 1 && a.z - b.z <= 1 && b.z - a.z <= 1;
  }

  /// Calls visit(i) for every particle: colours one after another, the pencils of a colour in parallel, and
  /// the particles of a pencil in the order of the flips.
  template <class Visit>
  void sweep(const Threads& threads, SweepFlips flips, const Visit& visit) const {
    for (int c = 0; c < 4; ++c) {
      const int colour = c ^ (flips.y ? 1 : 0) ^ (flips.z ? 2 : 0);
      const auto& pencils = pencils_[static_cast<std::size_t>(colour)];
      threads.forEach(pencils.size(), [&](std::size_t p) { visitPencil(pencils[p], flips, visit); });
    }
  }

  /// The order in which sweep() visits, as one sequence; what a sequential transcription takes as its
  /// argument.
  [[nodiscard]] std::vector<std::uint32_t> sweepOrder(SweepFlips flips) const;

  [[nodiscard]] std::size_t size() const { return rowOf_.size(); }

 private:
  struct Row {
    std::int32_t y, z;
    std::uint32_t begin, end;  ///< particles, ascending in x
  };
  struct Pencil {
    std::uint32_t beginRow, endRow;  ///< at most four rows, ascending in (z, y)
  };
  static constexpr std::size_t kChunk = 256;
  struct Chunk {  ///< the lists of kChunk consecutive particles, end to end
    std::vector<std::uint32_t> list;
    std::array<std::uint32_t, kChunk + 1> begin;
  };

  template <class Visit>
  void visitPencil(const Pencil& pencil, SweepFlips flips, const Visit& visit) const {
    const std::uint32_t count = pencil.endRow - pencil.beginRow;
    for (std::uint32_t k = 0; k < count; ++k) {
      const Row& row = rows_[flips.z ? pencil.endRow - 1 - k : pencil.beginRow + k];
      if (flips.x)
        for (std::uint32_t i = row.end; i-- > row.begin;) visit(i);
      else
        for (std::uint32_t i = row.begin; i < row.end; ++i) visit(i);
    }
  }
  void makeRows();
  void findInChunk(std::size_t chunk, const Vec3Array& positions, float radius);
  [[nodiscard]] std::size_t findRow(std::int32_t y, std::int32_t z) const;  ///< rows_.size() if there is none

  struct Key {
    std::int32_t pencilZ, pencilY, z, y;
    float x;
    std::uint32_t id, index;
  };
  std::vector<Key> keys_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> rowOf_;
  std::vector<Row> rows_;
  std::array<std::vector<Pencil>, 4> pencils_;
  std::vector<Chunk> chunks_;
};

}  // namespace ooze
