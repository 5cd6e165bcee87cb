// Scene `clavet_layers`: three liquids side by side end layered by density.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::layers_test {
namespace {

TEST(ClavetLayers, ShakenLiquidsSortThemselvesByDensity) {
  test::RecordedRun run("clavet_layers");
  const World& world = run.world();
  const std::size_t count = world.materials().size();
  ASSERT_EQ(count, 3u);
  for (std::size_t m = 1; m < count; ++m)
    ASSERT_LT(world.materials()[m].density, world.materials()[m - 1].density);
  const auto meanHeights = [&] {
    const Particles& p = world.particles();
    std::vector<double> height(count), particles(count);
    for (std::size_t i = 0; i < p.size(); ++i)
      height[p.material[i]] += p.position.y[i], ++particles[p.material[i]];
    for (std::size_t m = 0; m < count; ++m) height[m] /= particles[m];
    return height;
  };
  const std::vector<double> start = meanHeights();
  for (std::size_t m = 1; m < count; ++m) EXPECT_NEAR(start[m], start[0], 0.02 * start[0]);

  double highest = 0.0;
  while (world.time() < 2.5) {
    run.advanceFrame();
    highest = std::max(highest, world.statistics().upper.y);
  }
  EXPECT_EQ(run.rollBacks(), 0u);
  // The liquid sloshes well over the initial level, and never out of the tank.
  EXPECT_GT(highest, 1.2 * 2.0 * start[0]);
  const Body& tank = world.bodies().list[0];
  EXPECT_LT(world.statistics().upper.y, tank.pose.position.y + tank.shape->bounds().upper.y);

  // Each layer takes a third of the depth, minus a few percent of compression. Some of the light liquid may
  // remain on the floor or on its way up.
  const std::vector<double> height = meanHeights();
  const double layer = 2.0 * start[0] / 3.0;
  EXPECT_NEAR(height[0], 0.5 * layer, 0.1 * layer);
  for (std::size_t m = 1; m < count; ++m)
    EXPECT_GT(height[m], height[m - 1] + 0.8 * layer) << world.materials()[m].name;
}

}  // namespace
}  // namespace ooze::layers_test
