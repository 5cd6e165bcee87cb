// Neighbour search on an unbounded sparse grid, and the schedule that lets pair stages run in parallel with
// one fixed order.
//
// Cells are smaller than the search radius: half of it in y and z, a quarter along x. Four by four rows of
// cells make a pencil, unlimited in x. Particles are stored pencil by pencil, row by row, cell by cell, so
// that the candidates around a particle are some twenty contiguous ranges. Cell tables exist only where there
// are particles (segments of a pencil), so memory grows with the particles, never with the space between
// them.
//
// Pencils of one of four colours are a pencil's width apart, so no two of them reach the same particle: a
// stage that changes the particles within the radius of its own may run one colour's pencils in parallel, and
// the outcome is that of one fixed sequential order.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Which way a sweep runs through a pencil, along each axis.
struct SweepFlips {
  bool x = false, y = false, z = false;
  /// Thin liquid: the way turns. A sweep that kept it would pump such a liquid (eight flips cut the
  /// convection of a tank from 0.275 to 0.116 h/frame). The vertical axis turns at every step, because a
  /// sweep carries the weight of the liquid farther the way it runs: with k = 0.04 a pool at 8 substeps moves
  /// 0.75 as much as when x turns first, with little cohesion the same.
  static SweepFlips turning(std::uint64_t step) {
    return {(step & 2) != 0, (step & 1) != 0, (step & 4) != 0};
  }
  /// Liquid that resists being pumped: the way is kept, another one in each pencil. What relaxes to another
  /// arrangement at each step is never at rest: a settled lump of gel moved at 6.7 mm/s, and at less than
  /// 0.01 this way; a puddle of honey at 11 mm/s, in proportion to the step, and ran out a tenth farther.
  static SweepFlips keeping(std::int32_t blockY, std::int32_t blockZ);
};

/// The neighbours of one particle: eights of consecutive particles with a mask, and single ones. Both
/// ascend. A whole eight lies in rows that nothing at work beside the particle's pencil can reach, so that
/// all its lanes may be written back; single ones are those of groups of rows with fewer than eight
/// particles.
struct NeighbourList {
  std::span<const std::uint32_t> eights;  ///< first particle << 8 | mask of the lanes that are neighbours
  std::span<const std::uint32_t> singles;
  std::size_t laterEights = 0;   ///< from here on eights may hold particles after this one
  std::size_t laterSingles = 0;  ///< from here on singles are after this one

  template <class Visit>
  void forEach(const Visit& visit) const {
    for (const std::uint32_t e : eights)
      for (std::uint32_t m = e & 255u; m != 0; m &= m - 1)
        visit(static_cast<std::size_t>((e >> 8) + static_cast<std::uint32_t>(std::countr_zero(m))));
    for (const std::uint32_t j : singles) visit(static_cast<std::size_t>(j));
  }
};

class Neighbours {
 public:
  static constexpr int kRows = 16;  ///< rows of a pencil, numbered z * 4 + y

  /// What a pencil is made of: stretches along x with gaps of several radii between them.
  struct Segment {
    std::int32_t blockY, blockZ, firstBlock, lastBlock;
    std::uint32_t begin, end;                  ///< particles
    std::uint32_t width;                       ///< cells of a row
    std::size_t cells;                         ///< where its table of cell starts begins
    std::array<std::uint32_t, kRows + 1> row;  ///< particles of row r are [row[r], row[r + 1])
  };
  struct Pencil {
    std::uint32_t beginSegment, endSegment;
    std::int32_t blockY, blockZ;
    std::array<std::uint32_t, 9> around;  ///< pencils at (dz + 1) * 3 + dy + 1; kNone where there is none
    bool keepsItsWay;                     ///< in sweeps
    [[nodiscard]] std::size_t colour() const {
      return static_cast<std::size_t>((blockY & 1) | ((blockZ & 1) << 1));
    }
  };
  static constexpr std::uint32_t kNone = ~0u;

  /// Consecutive particles in the order of a visit, forwards or backwards.
  struct Run {
    std::uint32_t first, count, step;  ///< step: 1, or -1 modulo 2^32
    [[nodiscard]] std::uint32_t at(std::uint32_t k) const { return first + k * step; }
  };

  /// Sorts positions into the cells of a grid for this radius. Stable: particles of one cell keep their
  /// order.
  /// @param radius  [m]; the largest that find() may ask for
  /// @return order: the new element i should be the old element order[i]. Valid until the next sort.
  /// @throws RunError if a position is not finite or farther than a million radii from the origin
  std::span<const std::uint32_t> sort(const Vec3Array& positions, float radius, const Threads& threads);

  /// Lists for every particle the others closer than `radius`.
  /// @param positions  as sorted by sort() and permuted by its order; may hold more particles, not listed
  /// @param radius     [m], at most that of sort()
  /// @param asks       of each particle: 0 leaves its list empty; if empty, all have one
  void find(const Vec3Array& positions, float radius, const Threads& threads,
            std::span<const std::uint8_t> asks = {});

  [[nodiscard]] NeighbourList of(std::size_t i) const {
    const Chunk& c = chunks_[i / kChunk];
    const Listed& l = c.listed[i % kChunk];
    const std::uint32_t* words = c.words.data() + l.begin;
    return {{words, l.eights}, {words + l.eights, l.singles}, l.laterEights, l.laterSingles};
  }

  /// True if a stage that visits i may change j in the turn of i's pencil: j lies within two rows of it.
  [[nodiscard]] bool inReach(std::size_t i, std::size_t j) const {
    return near(rowOf_[i], rowOf_[j]) && near(rowOf_[i] >> 16, rowOf_[j] >> 16);
  }
  /// Rows of all particles, as z << 16 | y modulo 2^16: particle j is within reach of i if, for y and for z,
  /// (j - (i & ~3) + 2) modulo 2^16 is less than 8.
  [[nodiscard]] std::span<const std::uint32_t> rows() const { return rowOf_; }

  /// Decides for every pencil whether sweeps keep their way through it (SweepFlips::keeping), until the next
  /// sort or the next choice. Before it, all turn.
  /// @param keeps  told the particles of a pencil, [begin, end)
  void chooseWays(FunctionRef<bool(std::uint32_t begin, std::uint32_t end)> keeps);

  /// Visits all particles, row by row of every pencil. Any two pencils that may reach the same particle run
  /// one after the other in the order of their colours, others in parallel: those that keep their way first,
  /// in an order of colours that never turns, then the others, whose order turns as they do. The order of
  /// colours decides which side of a border between pencils gives way, wherever there is one: with that alone
  /// turned, settled gel moves at 5.6 mm/s.
  void sweep(const Threads& threads, std::uint64_t step, FunctionRef<void(Run)> visit) const;

  /// The order in which a sweep visits, as one sequence; what a sequential transcription takes as its
  /// argument.
  [[nodiscard]] std::vector<std::uint32_t> sweepOrder(std::uint64_t step) const;

  /// How many pairs share a cell, each counted twice and every particle once: what crowded particles cost.
  [[nodiscard]] std::uint64_t crowding() const;

  [[nodiscard]] std::size_t size() const { return rowOf_.size(); }
  [[nodiscard]] std::size_t bytes() const;  ///< of memory held

 private:
  /// The particles of a pencil in the order of the flips: calls visit(Run) for each of its rows.
  template <class Visit>
  void forEachRun(const Pencil& pencil, SweepFlips flips, const Visit& visit) const {
    const std::uint32_t segments = pencil.endSegment - pencil.beginSegment;
    const std::size_t mirror = (flips.z ? 12u : 0u) | (flips.y ? 3u : 0u);
    for (std::uint32_t s = 0; s < segments; ++s) {
      const Segment& segment = segments_[flips.x ? pencil.endSegment - 1 - s : pencil.beginSegment + s];
      for (std::size_t r = 0; r < kRows; ++r) {
        const std::uint32_t begin = segment.row[r ^ mirror], end = segment.row[(r ^ mirror) + 1];
        if (begin < end) visit(flips.x ? Run{end - 1, end - begin, ~0u} : Run{begin, end - begin, 1});
      }
    }
  }

  struct Listed {
    std::uint32_t begin, eights, singles, laterEights, laterSingles;
  };
  static constexpr std::size_t kChunk = 256;
  struct Chunk {                       ///< the lists of kChunk consecutive particles, end to end
    std::vector<std::uint32_t> words;  ///< only ever grows
    std::array<Listed, kChunk> listed;
    std::vector<std::uint32_t> eights, singles;  ///< candidates of the cell at work
  };
  struct Block {
    std::uint64_t key;
    std::uint32_t count, slot;
  };
  struct Row {
    std::uint32_t begin, end, segment, row;
  };
  /// Consecutive particles of one block, before sorting.
  struct BlockRun {
    std::uint64_t key;
    std::uint32_t first, count;
    std::uint32_t slot;  ///< the block's number in order of appearance
    std::uint32_t to;    ///< where in bucket_
  };
  class Searcher;

  static bool near(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint16_t>(b - (a & 0xfffcu) + 2u) < 8u;
  }
  void findBlocks(const Vec3Array& positions, float radius, const Threads& threads);
  void numberBlocks();
  void makeSegments();
  void fillBuckets(const Threads& threads);
  void makePencils();
  void sortSegment(Segment& segment);
  void makeRows();

  std::vector<std::uint64_t> keyOf_;   ///< block of a particle, before sorting
  std::vector<std::uint8_t> localOf_;  ///< its cell in the block
  std::vector<std::uint32_t> table_;   ///< hash table from key to slot
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> segmentOfSlot_, cursor_, pencilOfSegment_;
  std::vector<std::uint32_t> bucket_;  ///< particles by segment
  std::vector<std::uint32_t> cellStart_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> rowOf_;  ///< sorted
  std::vector<Segment> segments_;     ///< ascending in z, y, x
  std::vector<Pencil> pencils_;       ///< ascending in z, y
  std::array<std::vector<std::uint32_t>, 8>
      colours_;            ///< pencils: of those that keep their way, of the others
  std::vector<Row> rows_;  ///< that hold particles, ascending
  std::vector<Chunk> chunks_;
  std::vector<std::vector<BlockRun>> runs_;  ///< by chunk of particles
  std::vector<std::uint8_t> bad_;
};

}  // namespace ooze
