// Clavet 2005, figure 5: blocks that differ only in plasticity are dropped side by side.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"
#include "scenes/recorded_run.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

namespace ooze::plastic_behaviours_test {
namespace {

enum Block : std::uint16_t { kElastic, kLinear, kYield, kSticky };  // same order as the scene's materials
using Outlines = std::array<test::Outline, 4>;

Outlines measureOutlines(const World& world) {
  Outlines blocks{};
  for (std::uint16_t b = 0; b < blocks.size(); ++b) blocks[b] = test::outlineOf(world, b);
  return blocks;
}

TEST(PlasticBehaviours, AreOrderedAsTheirSpringsFlow) {
  test::RecordedRun run("clavet_plastic_behaviours", 2);
  const World& world = run.world();
  ASSERT_EQ(world.materials().size(), 4u);
  for (std::uint16_t b = 0; b < 4; ++b) {
    const char* const names[] = {"elastic", "linear", "yield", "sticky"};
    ASSERT_EQ(world.materials()[b].name, names[b]);
  }
  const Outlines start = measureOutlines(world);
  const double block = start[kElastic].width;  // distance between the outermost particle centres along each
                                               // axis

  // Lowest centroid and rebound height of each block.
  std::array<double, 4> lowest{1.0, 1.0, 1.0, 1.0}, rebound{};
  while (world.time() < 1.0) {
    run.advanceFrame();
    const Outlines now = measureOutlines(world);
    for (std::size_t b = 0; b < 4; ++b) {
      if (now[b].centroid < lowest[b]) lowest[b] = now[b].centroid, rebound[b] = 0.0;
      rebound[b] = std::max(rebound[b], now[b].centroid - lowest[b]);
    }
  }
  run.advanceToTime(1.5);
  const Outlines early = measureOutlines(world);
  run.advanceToTime(2.75);
  const Outlines end = measureOutlines(world);
  for (std::size_t b = 0; b < 4; ++b)
    std::printf("%zu: lowest %.4f, rebound %.4f, height %.4f, width %.4f m (block %.4f)\n", b, lowest[b],
                rebound[b], end[b].height, end[b].width, block);

  // Plasticity alpha = 0: rest lengths never change, so the block bounces and keeps its shape except for
  // sagging under its weight.
  EXPECT_GT(end[kElastic].height, 0.88 * block);
  EXPECT_NEAR(end[kElastic].width, block, 0.06 * block);
  // Yield ratio gamma > 0: the block flows as long as strains exceed gamma, and keeps the resulting shape.
  // The impact strains the block by more than twice its gamma of 0.07.
  EXPECT_LT(end[kYield].height, end[kElastic].height - 0.05 * block);
  EXPECT_GT(end[kYield].width, end[kElastic].width + 0.05 * block);
  EXPECT_GT(end[kYield].height, 0.6 * block);
  EXPECT_NEAR(end[kYield].height, early[kYield].height, 0.01 * block) << "it has set";
  // Yield ratio gamma- = 0 in compression, gamma+ > 0 in tension: compressed springs shorten at once and
  // never push back, stretched springs hold the block together: lower than the yield block, and yet hardly
  // wider.
  EXPECT_LT(end[kSticky].height, end[kYield].height - 0.03 * block);
  EXPECT_LT(end[kSticky].width, end[kYield].width + 0.05 * block);
  EXPECT_NEAR(end[kSticky].height, early[kSticky].height, 0.02 * block) << "it does not flow on";
  // Yield ratio gamma = 0: every strain flows, so the block's weight flattens it without end.
  EXPECT_LT(end[kLinear].height, 0.4 * block);
  EXPECT_LT(end[kLinear].height, 0.5 * end[kSticky].height);
  EXPECT_GT(end[kLinear].width, 1.6 * end[kYield].width);
  EXPECT_LT(end[kLinear].height, 0.9 * early[kLinear].height) << "it still flows";
  // Elastic strain, which has not flowed, returns as rebound.
  EXPECT_GT(rebound[kElastic], 1.4 * rebound[kYield]);
  EXPECT_GT(rebound[kYield], 1.05 * rebound[kSticky]);
  EXPECT_GT(rebound[kElastic], 2.5 * rebound[kLinear]);
}

}  // namespace
}  // namespace ooze::plastic_behaviours_test
