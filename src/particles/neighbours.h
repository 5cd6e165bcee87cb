// Neighbour search on an unbounded sparse grid (spatial hash).
// The schedule also lets pair stages run in parallel in one fixed order.
//
// Cells are smaller than the search radius: half of the radius in y and z, a quarter along x. Four by four
// rows of cells form a pencil, unlimited in x. Particles are stored pencil by pencil, row by row, cell by
// cell. The candidates around a particle are then some twenty contiguous ranges. Cell tables exist only where
// particles are (segments of a pencil), so memory grows with the particles and not with the space between
// them.
//
// Pencils have one of four colours. Pencils of equal colour are a pencil's width apart, so no two of them
// reach the same particle. A stage that changes particles within the radius of its own may thus process one
// colour's pencils in parallel, with the result of one fixed sequential order.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// The direction in which a sweep runs through a pencil, along each axis.
struct SweepDirections {
  bool x = false, y = false, z = false;
  /// Returns alternating directions, for thin liquid.
  /// A sweep that keeps its direction would pump a thin liquid, and turning all axes reduces this convection.
  /// The vertical axis turns at every step, because a sweep carries the weight of the liquid farther in its
  /// own direction (src/particles/README.md, Measurements).
  static SweepDirections turning(std::uint64_t step) {
    return {(step & 2) != 0, (step & 1) != 0, (step & 4) != 0};
  }
  /// Returns a fixed direction for each pencil, for liquid that resists being pumped.
  /// Liquid that relaxes to another arrangement at each step is never at rest: gel and honey creep if the
  /// direction turns (src/particles/README.md, Measurements).
  static SweepDirections keeping(std::int32_t blockY, std::int32_t blockZ);
};

/// The neighbour list of one particle: SIMD packets of eight consecutive particles with a lane mask, and
/// single particles. Both ascend. A whole packet lies in rows that no pencil processed at the same time can
/// reach, so all eight lanes may be written back. Single particles come from groups of rows with fewer than
/// eight particles.
struct NeighbourList {
  std::span<const std::uint32_t> eights;  ///< first particle << 8 | mask of the lanes that are neighbours
  std::span<const std::uint32_t> singles;
  std::size_t firstLaterPacket =
      0;  ///< index of the first packet that may hold particles after this particle
  std::size_t firstLaterSingle = 0;  ///< index of the first single particle after this particle

  template <class Visit>
  void forEach(const Visit& visit) const {
    for (const std::uint32_t e : eights)
      for (std::uint32_t m = e & 255u; m != 0; m &= m - 1)
        visit(static_cast<std::size_t>((e >> 8) + static_cast<std::uint32_t>(std::countr_zero(m))));
    for (const std::uint32_t j : singles) visit(static_cast<std::size_t>(j));
  }
};

/// Which particles get a neighbour list.
enum class ListFor : std::uint8_t {
  None,    ///< the list stays empty
  Always,  ///< the particle has a list
  Beside,  ///< the particle has a list if a particle with Always is within the radius; without such a
           ///< particle, the list is empty or complete
};

/// Sparse uniform grid with neighbour lists and a deterministic parallel sweep.
class Neighbours {
 public:
  static constexpr int kRows = 16;        ///< rows of a pencil, numbered z * 4 + y
  static constexpr int kBlockCellsX = 8;  ///< cells of a block along x

  /// A segment of a pencil: a stretch along x. Segments are separated by gaps of several radii.
  struct Segment {
    std::int32_t blockY, blockZ, firstBlock, lastBlock;
    std::uint32_t begin, end;                  ///< range of the segment's particles, in sorted order
    std::uint32_t width;                       ///< number of cells of a row
    std::size_t cells;                         ///< start of the segment's table of cell starts
    std::array<std::uint32_t, kRows + 1> row;  ///< particles of row r are [row[r], row[r + 1])
  };
  /// A pencil: four by four rows of cells, unlimited in x.
  struct Pencil {
    std::uint32_t beginSegment, endSegment;
    std::int32_t blockY, blockZ;
    /// Adjacent pencils at (dz + 1) * 3 + dy + 1; kNone where the pencil is missing.
    std::array<std::uint32_t, 9> around;
    bool keepsSweepDirection;  ///< true: all sweeps of this pencil run in one direction
                               ///< (SweepDirections::keeping)
    [[nodiscard]] std::size_t colour() const {
      return static_cast<std::size_t>((blockY & 1) | ((blockZ & 1) << 1));
    }
  };
  static constexpr std::uint32_t kNone = ~0u;

  /// A run of consecutive particles in visiting order, forwards or backwards.
  struct Run {
    std::uint32_t first, count, step;  ///< first index, number of particles, step: 1, or -1 modulo 2^32
    [[nodiscard]] std::uint32_t at(std::uint32_t k) const { return first + k * step; }
  };

  /// Sorts positions into the cells of a grid for this radius.
  /// The sort is stable: particles of one cell keep their order.
  /// @param radius  greatest search radius of later calls of find() [m]
  /// @return order: the new element i should be the old element order[i]. Valid until the next sort.
  /// @throws RunError if a position is not finite or farther than a million radii from the origin
  std::span<const std::uint32_t> sort(const Vec3Array& positions, float radius, const Threads& threads);

  /// Builds for every particle the list of all others closer than `radius`.
  /// @param positions  as sorted by sort() and permuted by its order; may hold more particles, which are not
  ///         listed
  /// @param radius     search radius, at most that of sort() [m]
  /// @param lists      which particles get a list, one value per particle; if empty, all particles get one
  void find(const Vec3Array& positions, float radius, const Threads& threads,
            std::span<const ListFor> lists = {});

  /// Returns the neighbour list of particle i, valid until the next find().
  [[nodiscard]] NeighbourList of(std::size_t i) const {
    const ListChunk& c = chunks_[i / kChunk];
    const Listed& l = c.listed[i % kChunk];
    const std::uint32_t* words = c.words.data() + l.begin;
    return {{words, l.eights}, {words + l.eights, l.singles}, l.firstLaterPacket, l.firstLaterSingle};
  }

  /// Returns true if a stage that visits i may change j in the turn of i's pencil.
  /// The condition is that j lies within two rows of the pencil.
  [[nodiscard]] bool inReach(std::size_t i, std::size_t j) const {
    return near(rowOf_[i], rowOf_[j]) && near(rowOf_[i] >> 16, rowOf_[j] >> 16);
  }
  /// Returns the rows of all particles, as z << 16 | y modulo 2^16.
  /// Particle j is within reach of i if, for y and for z, (j - (i & ~3) + 2) modulo 2^16 is less than 8.
  [[nodiscard]] std::span<const std::uint32_t> rows() const { return rowOf_; }

  /// Decides for every pencil whether sweeps keep their direction in it (SweepDirections::keeping).
  /// The choice holds until the next sort or the next choice. After a sort all pencils turn.
  /// @param keeps  predicate over the particles [begin, end) of a pencil
  void chooseSweepDirections(FunctionRef<bool(std::uint32_t begin, std::uint32_t end)> keeps);

  /// Visits all particles in parallel in one deterministic order, row by row of every pencil.
  /// Two pencils that may reach the same particle run one after the other in the order of their colours;
  /// others run in parallel. Pencils that keep their direction come first, in a fixed order of colours. The
  /// other pencils follow, and their order of colours turns with the step. The order of colours decides which
  /// side of a border between pencils yields, so pencils with a fixed direction also need a fixed order.
  void sweep(const Threads& threads, std::uint64_t step, FunctionRef<void(Run)> visit) const;

  /// Returns the visiting order of a sweep as one sequence, for sequential reference implementations.
  [[nodiscard]] std::vector<std::uint32_t> sweepOrder(std::uint64_t step) const;

  /// Returns the number of pairs that share a cell, each counted twice and every particle once.
  /// This number measures the cost of crowded particles.
  [[nodiscard]] std::uint64_t countCellPairs() const;

  [[nodiscard]] std::size_t size() const { return rowOf_.size(); }
  [[nodiscard]] std::size_t bytes() const;  ///< allocated memory [bytes]

 private:
  /// Calls visit(Run) for each row of a pencil, in the order given by the flips.
  template <class Visit>
  void forEachRun(const Pencil& pencil, SweepDirections flips, const Visit& visit) const {
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
    std::uint32_t begin, eights, singles, firstLaterPacket, firstLaterSingle;
  };
  static constexpr std::size_t kChunk = 256;
  struct ListChunk {                   ///< the lists of kChunk consecutive particles, end to end
    std::vector<std::uint32_t> words;  ///< storage of the lists; never shrinks
    std::array<Listed, kChunk> listed;
    std::vector<std::uint32_t> eights, singles;  ///< candidates of the current cells
  };
  struct HashBlock {
    std::uint64_t key;
    std::uint32_t count, slot;
  };
  struct CellRow {
    std::uint32_t begin, end, segment, row;
  };
  /// A run of consecutive particles of one block, before sorting.
  struct BlockRun {
    std::uint64_t key;
    std::uint32_t first, count;
    std::uint32_t slot;  ///< the block's number in order of appearance
    std::uint32_t to;    ///< position in bucket_ of the run's first particle
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

  std::vector<std::uint64_t> keyOf_;   ///< block key of each particle, before sorting
  std::vector<std::uint8_t> localOf_;  ///< cell of each particle within its block, before sorting
  std::vector<std::uint32_t> table_;   ///< hash table from key to slot
  std::vector<HashBlock> blocks_;
  std::vector<std::uint32_t> segmentOfSlot_, cursor_, pencilOfSegment_;
  std::vector<std::uint32_t> bucket_;  ///< indices of the particles, grouped by segment
  std::vector<std::uint32_t> cellStart_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> rowOf_;  ///< row of each particle, after sorting
  std::vector<Segment> segments_;     ///< segments of all pencils, ascending in z, y, x
  std::vector<Pencil> pencils_;       ///< all pencils, ascending in z, y
  std::array<std::vector<std::uint32_t>, 8>
      colours_;                ///< pencils by colour: first those that keep their direction, then the others
  std::vector<CellRow> rows_;  ///< rows that hold particles, ascending
  std::vector<ListChunk> chunks_;
  std::vector<std::uint32_t>
      alwaysBefore_;  ///< number of particles with ListFor::Always before each particle
  std::vector<std::vector<BlockRun>> runs_;  ///< runs of each chunk of particles, indexed by chunk
  std::vector<std::uint8_t> bad_;
};

}  // namespace ooze
