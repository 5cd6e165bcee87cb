// Tests that blocks are found by their coordinates in a hash table, and numbered in a fixed order.
#include "grid/blocks.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace ooze {
namespace {

using grid::BlockCoordinate;
using grid::BlockMap;
using grid::BlockSet;
using grid::kNone;

/// The smallest hash table has this many slots.
constexpr std::uint64_t kSlots = 256;

std::vector<BlockCoordinate> someBlocks(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<BlockCoordinate> blocks;
  const auto in = [&] { return static_cast<std::int32_t>(random() % 41) - 20; };
  for (int k = 0; k < count; ++k) {
    const std::int32_t x = in(), y = in(), z = in();
    blocks.push_back({x, y, z, static_cast<std::int32_t>(random() % 2)});
  }
  return blocks;
}

TEST(Blocks, ThatTouchAndMeetInTheTableAreBothFound) {
  // The test finds pairs of adjacent blocks in a cube that share a slot of the hash table. The second block
  // is looked up before and after insertion.
  int pairs = 0;
  for (std::int32_t k = 0; k < 20 * 20 * 20; ++k) {
    const BlockCoordinate a{k % 20 - 10, k / 20 % 20 - 10, k / 400 - 10};
    for (const BlockCoordinate& b : {a.beside(1, 0, 0), a.beside(0, 1, 0), a.beside(0, 0, 1)}) {
      if ((BlockMap::hashOf(a) - BlockMap::hashOf(b)) % kSlots != 0) continue;
      ++pairs;
      BlockMap map;
      EXPECT_EQ(map.insert(a, 5), 5u);
      EXPECT_EQ(map.find(b), kNone);
      EXPECT_EQ(map.insert(b, 6), 6u);
      EXPECT_EQ(map.insert(a, 7), 5u);
      EXPECT_EQ(map.find(a), 5u);
      EXPECT_EQ(map.find(b), 6u);
    }
  }
  EXPECT_GT(pairs, 20);  // chance alone would give 24,000 / 256 pairs
}

TEST(Blocks, AreNumberedRowByRowInAnyOrderOfInsertion) {
  std::vector<BlockCoordinate> blocks = someBlocks(3000, 1);
  BlockSet one, other;
  for (const BlockCoordinate& at : blocks) one.add(at);
  std::reverse(blocks.begin(), blocks.end());
  for (const BlockCoordinate& at : blocks) other.add(at);
  one.sort();
  other.sort();
  EXPECT_LT(one.size(), 3000u);  // some blocks were added twice
  EXPECT_TRUE(std::equal(one.begin(), one.end(), other.begin(), other.end()));
  EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
  for (std::size_t k = 0; k < one.size(); ++k) EXPECT_EQ(one.find(one.at(k)), k);
  EXPECT_FALSE(one.contains({21, 0, 0}));
  EXPECT_FALSE(one.contains({0, 0, 0, 2}));
}

TEST(Blocks, ReportWhetherABlockIsNew) {
  BlockSet set;
  EXPECT_FALSE(set.contains({0, 0, 0}));
  EXPECT_TRUE(set.add({-1, 0, 0}));
  EXPECT_FALSE(set.add({-1, 0, 0}));
  EXPECT_TRUE(set.add({-1, 0, 0, 1}));
  EXPECT_EQ(set.size(), 2u);
  set.clear();
  EXPECT_EQ(set.size(), 0u);
  EXPECT_FALSE(set.contains({-1, 0, 0}));
}

}  // namespace
}  // namespace ooze
