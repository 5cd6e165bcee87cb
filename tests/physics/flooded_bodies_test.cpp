// Buoyancy of bodies on the floor: no particle fits under the body, but the liquid's pressure must act there.
// Also tests bodies hardly larger than the particles.
#include "ooze/world/submersion.h"

#include "physics/floating_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <ostream>

namespace ooze::flooded_bodies_test {
namespace {

using namespace test;

const SolidShape kBall = ballOf(1.5f), kBrick = brickOf(Vec3(1.5f));

/// Returns a world with a body that stands on the floor of a pool.
World worldOf(const Floater& sunk, float depth, int threads = 2) {
  return World(pool(depth, {floater(sunk.shape, 1000.f * sunk.ratio, {0.3f, 1.5f, 0.2f})}), threads);
}

class BodyOnFloor : public testing::TestWithParam<Floater> {};

TEST_P(BodyOnFloor, ABodyLighterThanTheLiquidRises) {
  World world = worldOf(GetParam(), 4.f);
  const Body& body = world.bodies().list[1];
  // A floating body has its centre near the surface; a body that only hovers over the floor gap does not.
  const auto risen = [&] { return body.pose.position.y > (1.5f + 1.2f) * kPoolH; };
  while (world.time() < 2.0 && !risen()) world.advanceFrame();
  EXPECT_TRUE(risen());
  // Rising by buoyancy alone takes 0.1 to 0.2 s: the body must not be shot up.
  EXPECT_GT(world.time(), 0.1);
}

INSTANTIATE_TEST_SUITE_P(SpheresAndBoxes, BodyOnFloor,
                         testing::Values(Floater{"sphere", kBall, 0.2f}, Floater{"sphere", kBall, 0.5f},
                                         Floater{"box", kBrick, 0.2f}, Floater{"box", kBrick, 0.5f}),
                         [](const auto& tested) { return nameOf(tested.param); });

TEST(BodyOnFloor, ABodyHeavierThanTheLiquidStays) {
  for (const SolidShape& shape : {kBall, kBrick}) {
    World world = worldOf({"heavy", shape, 1.2f}, 4.f);
    while (world.time() < 0.6) {
      world.advanceFrame();
      ASSERT_NEAR(world.bodies().list[1].pose.position.y, 1.5f * kPoolH, 0.03f * kPoolH);
    }
  }
}

TEST(BodyOnFloor, ABodyStaysInAPuddleShallowerThanItsDraught) {
  // The body's draught would be 1.5 h, more than the puddle's depth.
  World world = worldOf({"box", kBrick, 0.5f}, 0.9f);
  while (world.time() < 0.7) {
    world.advanceFrame();
    ASSERT_NEAR(world.bodies().list[1].pose.position.y, 1.5f * kPoolH, 0.03f * kPoolH);
  }
}

TEST(BodyOnFloor, TheLiftHasTheSameBitsForAnyNumberOfThreads) {
  World one = worldOf({"ball", kBall, 0.9f}, 2.5f, 1), two = worldOf({"ball", kBall, 0.9f}, 2.5f, 2);
  for (int frame = 0; frame < 8; ++frame) one.advanceFrame(), two.advanceFrame();
  EXPECT_EQ(one.hash(), two.hash());
}

class SmallBody : public testing::TestWithParam<Floater> {};

TEST_P(SmallBody, BodySubmergesAtItsDensityRatio) {
  const Floater& f = GetParam();
  World world(pool(3.5f, {floater(f.shape, 1000.f * f.ratio, {0.3f, 4.2f, 0.2f})}), 2);
  const double submerged = meanSubmersion(world, 90);
  EXPECT_NEAR(submerged, f.ratio, 0.06);
  RecordProperty("submerged", std::to_string(submerged));
}

INSTANTIATE_TEST_SUITE_P(SpheresAndBoxes, SmallBody,
                         testing::Values(Floater{"sphere", ballOf(1.f), 0.3f},
                                         Floater{"sphere", ballOf(1.f), 0.6f},
                                         Floater{"box", brickOf(Vec3(1.f)), 0.6f}),
                         [](const auto& tested) { return nameOf(tested.param); });

}  // namespace
}  // namespace ooze::flooded_bodies_test
