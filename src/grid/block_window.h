// A block and its surrounding nodes (ghost layer), copied into a contiguous array for stencils.
#pragma once

#include "grid/block_map.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ooze::grid {

/// Replaces the number of a block without nodes that lies deep inside; kNone stands for far outside.
inline constexpr std::uint32_t kInside = kNone - 1;

/// Numbers of the 27 blocks around a block, the block itself in the middle, ordered z, y, x.
using BlockNeighbours = std::array<std::uint32_t, 27>;

/// Holds the nodes -Margin to 7 + Margin of a block along each axis.
template <int Margin>
class BlockWindow {
  static_assert(Margin >= 1 && Margin <= kBlock);

 public:
  static constexpr int kWidth = kBlock + 2 * Margin;
  static constexpr std::array<int, 3> kStep{1, kWidth, kWidth* kWidth};

  /// Copies the nodes of a block and its neighbours.
  /// @param nodes  node values of all blocks, kNodes for each block
  /// @param far    value of nodes without a block outside; inside they get -far
  void load(const float* nodes, const BlockNeighbours& around, float far) {
    for (int z = -Margin; z < kBlock + Margin; ++z)
      for (int y = -Margin; y < kBlock + Margin; ++y) {
        const auto row = static_cast<std::size_t>(3 * (3 * part(z) + part(y)));
        const int in = kBlock * (kBlock * (z & (kBlock - 1)) + (y & (kBlock - 1)));
        float* to = values_.data() + indexOf(-Margin, y, z);
        to = copy(nodes, around[row], in + kBlock - Margin, Margin, far, to);
        to = copy(nodes, around[row + 1], in, kBlock, far, to);
        copy(nodes, around[row + 2], in, Margin, far, to);
      }
  }

  [[nodiscard]] static int indexOf(int x, int y, int z) {
    return ((z + Margin) * kWidth + y + Margin) * kWidth + x + Margin;
  }
  [[nodiscard]] float* at(int x, int y, int z) { return values_.data() + indexOf(x, y, z); }
  [[nodiscard]] const float* at(int x, int y, int z) const { return values_.data() + indexOf(x, y, z); }

 private:
  static int part(int n) { return n < 0 ? 0 : n < kBlock ? 1 : 2; }
  static float* copy(const float* nodes, std::uint32_t block, int first, int count, float far, float* to) {
    if (block >= kInside) return std::fill_n(to, count, block == kInside ? -far : far);
    return std::copy_n(nodes + kNodes * block + static_cast<std::size_t>(first), count, to);
  }

  std::array<float, kWidth * kWidth * kWidth> values_;
};

}  // namespace ooze::grid
