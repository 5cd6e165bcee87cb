// Sparse grid of 8^3-node blocks that holds the scalar field for marching cubes.
#pragma once

#include "ooze/base/threads.h"

#include "surface/lattice_particles.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Bit mask with a bit per node of a plane of a block: bit 8 y + x.
using Plane = std::uint64_t;

struct NodeBlock {
  BlockCoordinate at;
  std::array<Plane, kBlock> inside;  ///< nodes whose value is above the isovalue

  /// Marks the nodes above the isovalue. Call this after a change of the block's values.
  void markInside(const float* nodes, float level);
};

/// A run of consecutive blocks in a row, whose field is computed together.
struct BlockStrip {
  std::uint32_t first, count;
};
inline constexpr std::uint32_t kMaxBlockStrip = 4;

/// Sparse uniform grid: stores the field in blocks near particles.
/// Blocks are sorted row by row. The field is 0 outside the blocks, and every cube crossed by the isosurface
/// has its nodes inside the blocks. Buffers are reused.
class BlockGrid {
 public:
  /// Creates all blocks within reach of a particle.
  /// @param reach  distance from a particle within which nodes get a value [cells]
  /// @param also   further blocks to create
  /// @throws std::invalid_argument if there would be more than kMaxBlocks
  void cover(const LatticeParticles& particles, float reach, std::span<const BlockCoordinate> also = {});

  static constexpr std::size_t kMaxBlocks = std::size_t{1} << 19;  // most blocks of a grid: 1 GiB of nodes

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] NodeBlock& block(std::size_t k) { return blocks_[k]; }
  [[nodiscard]] const NodeBlock& block(std::size_t k) const { return blocks_[k]; }
  [[nodiscard]] const std::vector<BlockStrip>& blockStrips() const { return blockStrips_; }
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const { return set_.find(at); }
  [[nodiscard]] float* nodes(std::size_t k) { return nodes_.data() + kNodes * k; }
  [[nodiscard]] const float* nodes(std::size_t k) const { return nodes_.data() + kNodes * k; }

 private:
  std::vector<NodeBlock> blocks_;
  std::vector<BlockStrip> blockStrips_;
  std::vector<float> nodes_;
  BlockSet set_;
};

}  // namespace ooze::surface
