// Tests solids that a command puts into liquid, in every method: the liquid makes room without a burst.
#include "world/parts/solid_entry.h"

#include "fixtures/commands.h"
#include "geometry/offset_shape.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace ooze::solid_entry_test {
namespace {

using namespace test;

constexpr float kBall = 1.75f * kH;  // radius of the ball, and depth of its overlap [m]

/// Returns an open tank of liquid that is 4 h deep, and a block beside the tank.
WorldSpec tankSpec(const MethodRow& row, float h = kH) {
  WorldSpec spec;
  spec.method = row.key;
  spec.methodSettings.interactionRadius = h;
  spec.materials = {defaultMaterial(row)};
  const float half = 4.f * h;
  Body tank = makeBody("tank", {SolidShape::SolidKind::Tank, {half, half, half}}, Motion::Static);
  tank.pose.position.y = tank.previousPose.position.y = half;
  Body block = makeBody("block", {SolidShape::SolidKind::Box, Vec3(0.8f * kBall)}, Motion::Static);
  block.pose.position = block.previousPose.position = {12.f * h, half, 0.f};
  spec.bodies = {tank, block};
  spec.liquids = {box({0.f, 2.f * h, 0.f}, {half, 2.f * h, half})};
  return spec;
}

float fastestIn(World& world, int frames) {
  float fastest = 0.f;
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    fastest = std::max(fastest, static_cast<float>(world.statistics().maxSpeed));
  }
  return fastest;
}

/// Returns the greatest speed of a particle at the ends of these frames [m/s].
float fastestAfter(World& world, int frames) {
  float fastest = 0.f;
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      fastest = std::max(fastest, glm::length(Vec3(world.particles().velocity[i])));
  }
  return fastest;
}

/// Returns the speed that liquid may have which makes room for a solid of this radius: 1 m/s for a radius of
/// 17.5 mm, and as fast as waves at other sizes [m/s].
float allowed(float radius) { return 2.4f * std::sqrt(9.81f * radius); }

constexpr int kEntry = 16;  // frames within which a solid has entered

class SolidEntryOf : public testing::TestWithParam<const MethodRow*> {};

TEST_P(SolidEntryOf, ABallThatIsAddedThrowsNoLiquid) {
  World world(tankSpec(*GetParam()), 1);
  fastestIn(world, 15);
  const std::uint64_t before = world.particles().size();
  world.submit(AddBody{.position = {0.f, 2.9f * kH, 0.f}, .size = kBall, .density = 500.f});
  EXPECT_LT(fastestIn(world, kEntry), allowed(kBall));
  EXPECT_EQ(world.particles().size(), before);
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST_P(SolidEntryOf, ASolidThatJumpsIntoLiquidOrGrowsThrowsNoLiquid) {
  World world(tankSpec(*GetParam()), 1);
  fastestIn(world, 15);
  world.submit(command("body.block.position", {0.f, 2.6f * kH, 0.f}));
  EXPECT_LT(fastestIn(world, kEntry), allowed(0.8f * kBall));
  EXPECT_TRUE(world.rollBacks().empty());
  world.submit(command("body.block.scale", {1.2f}));
  // The thin layer above the grown block parts; the fastest particle is one of mps, at 1.5 m/s.
  EXPECT_LT(fastestIn(world, kEntry), 1.5f * allowed(0.8f * kBall));
}

/// The crate stands close to a wall, so the liquid beside it has little way out when the ball drives it away.
TEST_P(SolidEntryOf, ABallThatIsPutIntoAFloatingCrateThrowsNoLiquid) {
  constexpr float h = 4.f * kH;
  WorldSpec spec = tankSpec(*GetParam(), h);
  Body crate = makeBody("crate", {SolidShape::SolidKind::Box, Vec3(1.25f * h)}, Motion::Dynamic);
  crate.density = 600.f;
  crate.pose.position = crate.previousPose.position = {2.f * h, 4.5f * h, 0.f};
  spec.bodies.push_back(crate);
  World world(spec, 1);
  fastestIn(world, 30);
  const Vec3 beside = world.bodies().list[2].pose.position + Vec3(-0.75f * h, 0.5f * h, 0.f);
  world.submit(AddBody{.position = beside, .size = 1.75f * h, .density = 400.f});
  EXPECT_LT(fastestAfter(world, 2 * kEntry), 1.5f * allowed(1.75f * h));
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST_P(SolidEntryOf, ASaveWhileLiquidMakesRoomContinuesToTheSameBits) {
  World world(tankSpec(*GetParam()), 1);
  fastestIn(world, 3);
  world.submit(AddBody{.position = {0.f, 2.9f * kH, 0.f}, .size = kBall, .density = 500.f});
  fastestIn(world, 1);
  World other(tankSpec(*GetParam()), 2);
  restore(other, saved(world));
  EXPECT_EQ(other.hash(), world.hash());
  fastestIn(world, 3), fastestIn(other, 3);
  EXPECT_EQ(other.hash(), world.hash());
}

INSTANTIATE_TEST_SUITE_P(Methods, SolidEntryOf, testing::ValuesIn(everyMethod()),
                         [](const auto& method) { return std::string(method.param->key); });

TEST(SolidEntryBegins, OnlyForSolidsThatAppearOrJumpIntoLiquid) {
  World world(tankSpec(findMethod("clavet")), 1);
  const Vec3 gravity(0.f, -9.81f, 0.f);
  const auto before = SolidEntry::placementsOf(world.bodies().list);
  SolidEntry entry;
  entry.begin({}, world.bodies().list, world.particles(), gravity, kH);
  EXPECT_TRUE(entry.empty()) << "no solid overlaps the liquid";
  std::vector<Body> moved = world.bodies().list;
  moved[1].pose.position = {0.f, 2.f * kH, 0.f};
  entry.begin(SolidEntry::placementsOf(moved), moved, world.particles(), gravity, kH);
  EXPECT_TRUE(entry.empty()) << "the solid was there before";
  entry.begin(before, moved, world.particles(), gravity, kH);
  EXPECT_FALSE(entry.empty());
  // A block that is dragged on by a quarter of its radius keeps its walls.
  SolidEntry dragged;
  std::vector<Body> on = moved;
  on[1].pose.position.x += 0.25f * std::sqrt(3.f) * 0.8f * kBall;
  dragged.begin(SolidEntry::placementsOf(moved), on, world.particles(), gravity, kH);
  EXPECT_TRUE(dragged.empty());
}

TEST(OffsetShape, IsTheSolidWhoseSurfaceLiesDeeper) {
  const Vec3 half(0.1f, 0.2f, 0.3f);
  const float offset = 0.03f;
  const ShapePtr whole = makeBox(half), smaller = makeOffsetShape(whole, offset),
                 exact = makeBox(half - offset);
  for (const Vec3& p : {Vec3(0.f), Vec3(0.05f, 0.1f, 0.f), Vec3(0.08f, 0.f, 0.2f), Vec3(0.f, 0.19f, 0.f),
                        Vec3(0.15f, 0.f, 0.f), Vec3(0.02f, 0.f, -0.4f)}) {
    EXPECT_NEAR(smaller->distance(p), exact->distance(p), 1e-6f);
    EXPECT_EQ(smaller->sample(p).normal, whole->sample(p).normal);
    EXPECT_EQ(smaller->sample(p).distance, smaller->distance(p));
    const float reach = smaller->distance(p) + 0.01f;
    EXPECT_EQ(smaller->sampleWithin(p, reach).normal, whole->sample(p).normal);
    const SignedDistance::Faces faces = smaller->facesWithin(p, reach);
    ASSERT_GE(faces.count, 1u);
    EXPECT_NEAR(faces.begin()->distance, smaller->distance(p), 1e-6f);
    EXPECT_EQ(smaller->facesWithin(p, smaller->distance(p) - 0.01f).count, 0u);
  }
}

/// While a ball enters, liquid meets a smaller ball that stands still; afterwards all is as before.
TEST(SolidEntryStep, GivesTheBodyASmallerShapeAndThenItsOwn) {
  World world(tankSpec(findMethod("clavet")), 1);
  std::vector<Body> bodies = {
      makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(kBall)}, Motion::Dynamic)};
  bodies[0].pose.position = {0.f, 2.f * kH, 0.f};
  bodies[0].velocity = {1.f, 0.f, 0.f};
  SolidEntry entry;
  entry.begin({}, bodies, world.particles(), {0.f, -9.81f, 0.f}, kH);
  ASSERT_FALSE(entry.empty());
  float radius = -2.f * kH;
  int steps = 0;
  for (; !entry.empty(); ++steps) {
    {
      const SolidEntry::EnteringBodies step(entry, bodies);
      const float now = -bodies[0].shape->distance(Vec3(0.f));
      EXPECT_GE(now, radius);
      EXPECT_LT(now, kBall);
      EXPECT_EQ(bodies[0].motion, Motion::Static);
      EXPECT_EQ(bodies[0].velocity, Vec3(0.f));
      radius = now;
      for (std::size_t i = 0; steps == 0 && i < world.particles().size(); ++i)
        EXPECT_GE(bodies[0].shape->distance(bodies[0].pose.toLocal(world.particles().position[i])),
                  0.999f * kH);
    }
    EXPECT_EQ(-bodies[0].shape->distance(Vec3(0.f)), kBall);
    EXPECT_EQ(bodies[0].motion, Motion::Dynamic);
    EXPECT_EQ(bodies[0].velocity.x, 1.f);
    entry.advance(1e-3f);
  }
  EXPECT_GT(radius, 0.9f * kBall);
  const float seconds = std::sqrt((kBall + kH) / 9.81f) / SolidEntry::kFroude;
  EXPECT_NEAR(static_cast<float>(steps) * 1e-3f, seconds, 0.15f * seconds);
}

}  // namespace
}  // namespace ooze::solid_entry_test
