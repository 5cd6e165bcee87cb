// Sparse grid of blocks: a spatial hash from block coordinates to block numbers, an ordered set of blocks,
// and a block copied together with its ghost layer.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace ooze::grid {

/// A block has 8^3 nodes of the lattice, stored in the order z, y, x (x fastest).
inline constexpr int kBlock = 8;
inline constexpr std::size_t kNodes = kBlock * kBlock * kBlock;
inline constexpr std::uint32_t kNone = ~0u;

/// Coordinates of a block, from -2^20 to 2^20.
/// Blocks of different regions are never neighbours, so the liquid of different regions stays separate
/// (surface/regions.h).
struct BlockCoordinate {
  std::int32_t x, y, z;
  std::int32_t region = 0;

  [[nodiscard]] BlockCoordinate beside(std::int32_t dx, std::int32_t dy, std::int32_t dz) const {
    return {x + dx, y + dy, z + dz, region};
  }

  friend bool operator==(const BlockCoordinate&, const BlockCoordinate&) = default;
  /// Orders row by row, plane by plane.
  friend std::strong_ordering operator<=>(const BlockCoordinate& a, const BlockCoordinate& b) {
    if (a.region != b.region) return a.region <=> b.region;
    if (a.z != b.z) return a.z <=> b.z;
    return a.y != b.y ? a.y <=> b.y : a.x <=> b.x;
  }
};

/// Returns the block of a node.
inline BlockCoordinate blockOf(const glm::ivec3& node) {
  static_assert(kBlock == 8);
  return {node.x >> 3, node.y >> 3, node.z >> 3};
}
/// Returns a node's index in its block.
inline std::size_t inBlock(const glm::ivec3& node) {
  return static_cast<std::size_t>((node.z & 7) * 64 + (node.y & 7) * 8 + (node.x & 7));
}
/// Returns the node with this index in a block.
inline glm::ivec3 nodeIn(const BlockCoordinate& at, std::size_t number) {
  const auto n = static_cast<std::int32_t>(number);
  return {kBlock * at.x + n % 8, kBlock * at.y + n / 8 % 8, kBlock * at.z + n / 64};
}

/// Hash table from block coordinates to numbers, with open addressing. Memory is kept by clear().
class BlockMap {
 public:
  void clear();
  /// Inserts a block unless present.
  /// @return the number of the existing entry, or else `number`
  std::uint32_t insert(const BlockCoordinate& at, std::uint32_t number);
  void renumber(const BlockCoordinate& at, std::uint32_t number) {
    slots_[slotOf(keyOf(at), at.region)].number = number;
  }
  /// Looks up a block.
  /// @return kNone if there is no such block
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const {
    return slots_.empty() ? kNone : slots_[slotOf(keyOf(at), at.region)].number;
  }

  /// Returns the hash of a block. The low bits of the hash are the preferred slot in the table.
  [[nodiscard]] static std::uint64_t hashOf(const BlockCoordinate& at) {
    return hashOf(keyOf(at), at.region);
  }

 private:
  struct MapSlot {
    std::uint64_t key = 0;
    std::uint32_t number = kNone;
    std::int32_t region = 0;
  };
  static std::uint64_t keyOf(const BlockCoordinate& c) {
    constexpr std::int64_t kKeyMiddle = std::int64_t{1} << 20, kMask = (std::int64_t{1} << 21) - 1;
    return static_cast<std::uint64_t>(((c.x + kKeyMiddle) & kMask) << 42 |
                                      ((c.y + kKeyMiddle) & kMask) << 21 | ((c.z + kKeyMiddle) & kMask));
  }
  static std::uint64_t hashOf(std::uint64_t key, std::int32_t region) {
    const std::uint64_t hash = (key + static_cast<std::uint64_t>(region)) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
  }
  /// Returns the slot of a key, or the free slot for its insertion (linear probing).
  [[nodiscard]] std::size_t slotOf(std::uint64_t key, std::int32_t region) const {
    std::size_t s = static_cast<std::size_t>(hashOf(key, region)) & (slots_.size() - 1);
    while (slots_[s].number != kNone && (slots_[s].key != key || slots_[s].region != region))
      s = (s + 1) & (slots_.size() - 1);
    return s;
  }
  void grow();

  std::vector<MapSlot> slots_;  ///< the size is a power of two; at most half full
  std::size_t count_ = 0;
};

/// Set of blocks, numbered row by row independent of the order of insertion. Memory is kept by clear().
class BlockSet {
 public:
  void clear() {
    map_.clear();
    blocks_.clear();
  }
  /// Adds a block. Until sort() is called, numbers are in the order of insertion.
  /// @return false if the block is already present
  bool add(const BlockCoordinate& at) {
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    if (map_.insert(at, number) != number) return false;
    blocks_.push_back(at);
    return true;
  }
  /// Renumbers the blocks in the order of BlockCoordinate.
  void sort();

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] const BlockCoordinate& at(std::size_t number) const { return blocks_[number]; }
  /// Looks up a block.
  /// @return the block's number; kNone if the block is not in the set
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const { return map_.find(at); }
  [[nodiscard]] bool contains(const BlockCoordinate& at) const { return map_.find(at) != kNone; }

  [[nodiscard]] std::vector<BlockCoordinate>::const_iterator begin() const { return blocks_.begin(); }
  [[nodiscard]] std::vector<BlockCoordinate>::const_iterator end() const { return blocks_.end(); }

 private:
  std::vector<BlockCoordinate> blocks_;
  BlockMap map_;
};

/// Replaces the number of a block without nodes that lies deep inside; kNone stands for far outside.
inline constexpr std::uint32_t kInside = kNone - 1;

/// Numbers of the 27 blocks around a block, the block itself in the middle, ordered z, y, x.
using BlockNeighbours = std::array<std::uint32_t, 27>;

/// A block and its surrounding nodes (ghost layer), copied into a contiguous array for stencils.
/// The window holds the nodes -Margin to 7 + Margin along each axis.
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
