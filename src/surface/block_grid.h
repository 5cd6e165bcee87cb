// The field on the lattice: sparse blocks of nodes, with what of the level set passes through each.
#pragma once

#include "ooze/base/threads.h"

#include "surface/blocks.h"
#include "surface/lattice_particles.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// One bit per node of a plane of a block: bit 8 y + x.
using Plane = std::uint64_t;

struct Block {
  BlockCoordinate at;
  std::array<Plane, kBlock> inside;  ///< nodes above the level
};

/// Consecutive blocks of one row, whose field is made together.
struct Bar {
  std::uint32_t first, count;
};
inline constexpr std::uint32_t kLongestBar = 4;

/// Blocks come row by row. Outside them the field is 0, and nothing outside belongs to a cube that the level
/// set cuts. Keeps its memory.
class BlockGrid {
 public:
  /// Makes the blocks into which particles reach.
  /// @param reach  of a particle [cells]
  /// @param also   blocks that are made beside these
  /// @throws std::invalid_argument if there would be more than kMostBlocks
  void cover(const LatticeParticles& particles, float reach, std::span<const BlockCoordinate> also = {});

  static constexpr std::size_t kMostBlocks = std::size_t{1} << 19;  // 1 GiB of nodes

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] Block& block(std::size_t k) { return blocks_[k]; }
  [[nodiscard]] const Block& block(std::size_t k) const { return blocks_[k]; }
  [[nodiscard]] const std::vector<Bar>& bars() const { return bars_; }
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const { return set_.find(at); }
  [[nodiscard]] float* nodes(std::size_t k) { return nodes_.data() + kNodes * k; }
  [[nodiscard]] const float* nodes(std::size_t k) const { return nodes_.data() + kNodes * k; }

 private:
  std::vector<Block> blocks_;
  std::vector<Bar> bars_;
  std::vector<float> nodes_;
  BlockSet set_;
};

}  // namespace ooze::surface
