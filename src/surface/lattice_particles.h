// Particles in grid coordinates, sorted by block (spatial hash) for the neighbour search.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/blocks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

// The surface samples its field on the sparse blocks of src/grid.
using grid::BlockCoordinate;
using grid::BlockMap;
using grid::BlockSet;
using grid::kBlock;
using grid::kNodes;
using grid::kNone;

class LatticeParticles {
 public:
  /// The particles of a block and their bounding box, in cells from the block's first node.
  struct ParticleBlock {
    BlockCoordinate at;
    std::uint32_t begin, end;
    Vec3 lower, upper;
  };

  /// Sorts particles by block. Particles of a block keep their order, and blocks are sorted row by row.
  /// Ignores positions that are not finite or too far from the origin (2^22 cells).
  /// @param regions  region number of each particle; may be empty
  /// @param cell     side of a cell of the grid [m]
  void sort(std::span<const Vec3> positions, std::span<const std::uint8_t> regions, float cell,
            const Threads& threads);
  /// Recomputes the bounding boxes after particles were moved.
  void measureBoxes(const Threads& threads);

  [[nodiscard]] std::size_t size() const { return order.size(); }
  [[nodiscard]] const std::vector<ParticleBlock>& particleBlocks() const { return particleBlocks_; }
  /// Finds the block in the spatial hash.
  /// @return null if the block has no particles
  [[nodiscard]] const ParticleBlock* findBlock(const BlockCoordinate& at) const {
    const std::uint32_t k = map_.find(at);
    return k == kNone ? nullptr : &particleBlocks_[k];
  }

  /// Position relative to the first node of the particle's own block [cells]. The arrays are padded: eight
  /// floats may be read starting at any particle.
  std::vector<float> x, y, z;
  std::vector<std::uint32_t> order;  ///< index of each sorted particle among the given positions

  static constexpr std::size_t kPadding = 8;

 private:
  void locate(std::span<const Vec3> positions, std::span<const std::uint8_t> regions, float cell,
              const Threads& threads);
  void findHomes();
  void place(const Threads& threads);

  struct Located {
    BlockCoordinate block;
    Vec3 local;
    std::uint32_t home;
  };
  std::vector<Located> located_;
  std::vector<ParticleBlock> particleBlocks_;
  std::vector<std::uint32_t> first_;  ///< next free slot of each block
  BlockMap map_;
};

}  // namespace ooze::surface
