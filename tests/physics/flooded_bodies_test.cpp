// Bodies on the floor under liquid that cannot come under them: its pressure does. And bodies that are hardly
// larger than the particles.
#include "ooze/world/submersion.h"

#include "physics/floating_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <ostream>

namespace ooze {
namespace {

using namespace test;

struct Sunk {
  const char* name;
  SolidShape shape;
  float ratio;
};
void PrintTo(const Sunk& f, std::ostream* out) { *out << f.name << " of density ratio " << f.ratio; }

const SolidShape kBall = ballOf(1.5f), kBrick = brickOf(Vec3(1.5f));

/// A body that stands on the floor of a pool.
World worldOf(const Sunk& sunk, float depth, int threads = 2) {
  return World(pool(depth, {floater(sunk.shape, 1000.f * sunk.ratio, {0.3f, 1.5f, 0.2f})}), threads);
}

class OnTheFloor : public testing::TestWithParam<Sunk> {};

TEST_P(OnTheFloor, ABodyLighterThanTheLiquidRises) {
  World world = worldOf(GetParam(), 4.f);
  const Body& body = world.bodies().list[1];
  // Where it floats its centre is near the surface; a body that only hovers over the gap is not.
  const auto risen = [&] { return body.pose.position.y > (1.5f + 1.2f) * kPoolH; };
  while (world.time() < 2.0 && !risen()) world.advanceFrame();
  EXPECT_TRUE(risen());
  // Under its lift alone it would take 0.1 to 0.2 s: it is not shot up.
  EXPECT_GT(world.time(), 0.1);
}

INSTANTIATE_TEST_SUITE_P(SpheresAndBoxes, OnTheFloor,
                         testing::Values(Sunk{"sphere", kBall, 0.2f}, Sunk{"sphere", kBall, 0.5f},
                                         Sunk{"box", kBrick, 0.2f}, Sunk{"box", kBrick, 0.5f}),
                         [](const auto& tested) {
                           return tested.param.name + std::to_string(std::lround(10.f * tested.param.ratio));
                         });

TEST(OnTheFloor, ABodyHeavierThanTheLiquidStays) {
  for (const SolidShape& shape : {kBall, kBrick}) {
    World world = worldOf({"heavy", shape, 1.2f}, 4.f);
    while (world.time() < 0.6) {
      world.advanceFrame();
      ASSERT_NEAR(world.bodies().list[1].pose.position.y, 1.5f * kPoolH, 0.03f * kPoolH);
    }
  }
}

TEST(OnTheFloor, ABodyStaysInAPuddleShallowerThanItsDraught) {
  // It would float 1.5 h deep.
  World world = worldOf({"box", kBrick, 0.5f}, 0.9f);
  while (world.time() < 0.7) {
    world.advanceFrame();
    ASSERT_NEAR(world.bodies().list[1].pose.position.y, 1.5f * kPoolH, 0.03f * kPoolH);
  }
}

TEST(OnTheFloor, TheLiftHasTheSameBitsForAnyNumberOfThreads) {
  World one = worldOf({"ball", kBall, 0.9f}, 2.5f, 1), two = worldOf({"ball", kBall, 0.9f}, 2.5f, 2);
  for (int frame = 0; frame < 8; ++frame) one.advanceFrame(), two.advanceFrame();
  EXPECT_EQ(one.hash(), two.hash());
}

class Small : public testing::TestWithParam<Sunk> {};

TEST_P(Small, BodySubmergesAtItsDensityRatio) {
  const Sunk& f = GetParam();
  World world(pool(3.5f, {floater(f.shape, 1000.f * f.ratio, {0.3f, 4.2f, 0.2f})}), 2);
  double sum = 0.0;
  constexpr int kFrames = 90, kMean = 30;
  while (world.frameIndex() < kFrames) {
    world.advanceFrame();
    if (world.frameIndex() <= kFrames - kMean) continue;
    const auto lies = submersionOf(world, world.bodies().list[1]);
    ASSERT_TRUE(lies.has_value());
    sum += lies->fraction / kMean;
  }
  EXPECT_NEAR(sum, f.ratio, 0.06);
  RecordProperty("submerged", std::to_string(sum));
}

INSTANTIATE_TEST_SUITE_P(SpheresAndBoxes, Small,
                         testing::Values(Sunk{"sphere", ballOf(1.f), 0.3f}, Sunk{"sphere", ballOf(1.f), 0.6f},
                                         Sunk{"box", brickOf(Vec3(1.f)), 0.6f}),
                         [](const auto& tested) {
                           return tested.param.name + std::to_string(std::lround(10.f * tested.param.ratio));
                         });

}  // namespace
}  // namespace ooze
