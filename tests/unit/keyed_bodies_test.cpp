// Tests kinematic bodies that follow keys through liquid: quick lifts and jumps.
#include "unit/body_world_fixtures.h"
#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::keyed_bodies_test {
namespace {

using namespace test;

PoseKey key(double time, const Vec3& position) { return {time, {position, {1.f, 0.f, 0.f, 0.f}}}; }

/// Makes a pool of 8 x 8 cm, 6 cm deep, with a kinematic body.
WorldSpec poolWith(const SolidShape& solid, std::vector<PoseKey> keys) {
  WorldSpec spec = busySpec();
  spec.materials = {material("water")};
  spec.liquids = {box({0.f, 0.03f, 0.f}, {0.04f, 0.03f, 0.04f})};
  spec.emitters.clear();
  spec.settings.substeps = 0.f;
  Body tank =
      makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = {0.04f, 0.2f, 0.04f}}, Motion::Static);
  tank.pose.position = {0.f, 0.2f, 0.f};
  Body body = makeBody("plunger", solid, Motion::Kinematic);
  body.keys = std::move(keys);
  spec.bodies = {tank, body};
  return spec;
}

/// Returns the speed of the fastest particle in a number of frames [m/s].
double fastestIn(World& world, int frames) {
  double most = 0.0;
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    most = std::max<double>(most, fastestParticle(world.particles()));
  }
  return most;
}

TEST(KeyedBody, ThatJumpsOutOfAPoolLeavesItStanding) {
  // The body jumps 0.3 m in no time. Jump over time step would be a velocity of 100 m/s and more.
  for (const double time : {0.5, 0.513}) {
    World world(poolWith(ball(0.02f), {key(0.0, {0.f, 0.03f, 0.f}), key(time, {0.f, 0.03f, 0.f}),
                                       key(time, {0.f, 0.33f, 0.f})}),
                1);
    fastestIn(world, 28);
    const int substeps = world.snapshot()->substeps;
    // The hole closes no faster than liquid falls by the depth of the pool.
    EXPECT_LT(fastestIn(world, 30), 1.1);
    EXPECT_NEAR(bodyOf(world, "plunger").pose.position.y, 0.33f, 1e-6f);
    EXPECT_LT(world.statistics().upper.y, 0.12);
    EXPECT_TRUE(world.rollBacks().empty()) << world.rollBacks().back().reason;
    EXPECT_LE(world.snapshot()->substeps, 2 * substeps);
  }
}

TEST(KeyedBody, ThatJumpsIntoAPoolDisplacesItStably) {
  for (const float radius : {0.01f, 0.03f}) {
    World world(poolWith(ball(radius), {key(0.0, {0.f, 0.33f, 0.f}), key(0.5, {0.f, 0.33f, 0.f}),
                                        key(0.5, {0.f, 0.03f, 0.f})}),
                1);
    fastestIn(world, 28);
    // Overlapped liquid is pushed apart as crowded liquid is, at a few h per longest stable time step.
    EXPECT_LT(fastestIn(world, 20), 4.0);
    EXPECT_TRUE(world.rollBacks().empty()) << world.rollBacks().back().reason;
    EXPECT_LT(world.bodies().list[1].velocity.y, 1e-6f);
  }
}

TEST(KeyedBody, ThatJumpsAcrossLiquidTakesNoneAlong) {
  // The plate jumps from above the pool to below the tank, through all of the liquid.
  World world(
      poolWith({.kind = SolidShape::SolidKind::Box, .size = {0.03f, 0.002f, 0.03f}},
               {key(0.0, {0.f, 0.12f, 0.f}), key(0.5, {0.f, 0.12f, 0.f}), key(0.5, {0.f, -0.12f, 0.f})}),
      1);
  fastestIn(world, 28);
  const Vec3 before = world.statistics().centroid;
  EXPECT_LT(fastestIn(world, 10), 0.3);
  EXPECT_LT(glm::distance(before, Vec3(world.statistics().centroid)), 0.001f);
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST(KeyedBody, IsFollowedWhenItStartsSuddenlyWithinAFrame) {
  // A plate at rest is lifted by 109 mm in 0.03 s. Its peak speed is 1.5 times the mean. Time steps must be
  // short enough before the plate moves. Otherwise the plate would leap 16 mm in a step through the liquid on
  // top.
  World world(poolWith({.kind = SolidShape::SolidKind::Box, .size = {0.038f, 0.004f, 0.038f}},
                       {key(0.0, {0.f, 0.01f, 0.f}), key(0.3, {0.f, 0.01f, 0.f}),
                        key(0.33, {0.f, 0.119f, 0.f}), key(2.0, {0.f, 0.119f, 0.f})}),
              1);
  float farthest = 0.f;
  Vec3 last = bodyOf(world, "plunger").pose.position;
  while (world.time() < 0.4) {
    world.step();
    const Vec3 now = bodyOf(world, "plunger").pose.position;
    farthest = std::max(farthest, glm::distance(now, last));
    last = now;
  }
  EXPECT_LT(farthest, 0.42f * kH);  // the limit is 0.4 h, for means over an eighth of a frame
  EXPECT_TRUE(world.rollBacks().empty()) << world.rollBacks().back().reason;
  EXPECT_LT(fastestParticle(world.particles()), 8.0);
  EXPECT_GT(world.statistics().centroid.y, 0.12) << "it was lifted";
}

}  // namespace
}  // namespace ooze::keyed_bodies_test
