// Clavet 2005, figure 12: an elastic bunny melts into a puddle when its springs soften and are removed.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"
#include "scenes/recorded_run.h"

#include <gtest/gtest.h>

namespace ooze::bunny_melt_test {
namespace {

TEST(BunnyMelt, FlowsToAPuddleWhenItsSpringsAreRemoved) {
  test::RecordedRun run("clavet_bunny_melt", 2);
  const World& world = run.world();
  const double cast = test::earsOf(world);
  run.advanceFrame();
  EXPECT_GT(world.method().links()->count(), 20 * world.particles().size());
  run.advanceToTime(test::kMouldIsOpen);
  test::expectEarsUp(world, cast);
  run.advanceToTime(1.0);
  const test::Outline standing = test::outlineOf(world);
  const std::size_t particles = world.particles().size();
  EXPECT_GT(world.method().links()->count(), 0u);
  run.advanceToTime(2.7);
  const test::Outline soft = test::outlineOf(world);
  EXPECT_LT(soft.height, 0.9 * standing.height) << "softer springs let it sag";
  EXPECT_GT(soft.height, 0.35 * standing.height) << "springs still hold it up";
  run.advanceToTime(5.2);
  const test::Outline puddle = test::outlineOf(world);
  std::printf("height %.4f, %.4f, %.4f m; width %.4f, %.4f, %.4f m\n", standing.height, soft.height,
              puddle.height, standing.width, soft.width, puddle.width);
  EXPECT_EQ(world.method().links()->count(), 0u);
  // The puddle must be flat. A loaf held together by surface tension and a sticky ground would be a quarter
  // as high as the bunny.
  EXPECT_LT(puddle.height, 0.17 * standing.height);
  EXPECT_GT(puddle.width, 1.8 * standing.width);
  // All of the liquid is still present and at rest density; a column of liquid may be compressed by a few
  // percent.
  EXPECT_EQ(world.particles().size(), particles);
  const Statistics s = world.statistics();
  ASSERT_GT(s.interiorDensity, 0.0) << "a puddle several layers deep";
  EXPECT_NEAR(s.interiorDensity / world.restDensity(0), 1.0, 0.12);
}

}  // namespace
}  // namespace ooze::bunny_melt_test
