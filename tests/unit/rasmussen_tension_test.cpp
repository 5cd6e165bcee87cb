// Tests the surface tension of the grid method: drops, their pressure and waves, and saves from before it.
#include "base/file.h"
#include "unit/rasmussen_fixtures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::rasmussen_tension_test {
namespace {

using namespace rasmussen_fixtures;

constexpr float kTension = 1.f;  // [N/m]

/// Makes a world without gravity.
WorldSpec weightless(float tension, float viscosity) {
  WorldSpec spec = worldOf(liquid({{"tension", tension}, {"viscosity", viscosity}, {"swirl", 1.f}}));
  spec.settings.gravityY = 0.f;
  return spec;
}

LiquidVolume dropOf(const Vec3& middle, float radius, const Vec3& scale = Vec3(1.f)) {
  LiquidVolume drop;
  drop.shape = makeSphere(radius);
  drop.pose.position = middle;
  drop.scale = scale;
  return drop;
}

glm::dvec3 centreOf(const World& world) { return world.statistics().centroid; }

/// Returns the length of the liquid along x over its mean length along y and z.
double ratioOf(const World& world) {
  glm::dvec3 squares(0.0);
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const glm::dvec3 r = glm::dvec3(Vec3(world.particles().position[i])) - centreOf(world);
    squares += r * r;
  }
  return std::sqrt(squares.x / (0.5 * (squares.y + squares.z)));
}

/// A ball at rest has Laplace's pressure 2 sigma / R, stays where it is, and does not shake.
TEST(RasmussenTension, ADropAtRestHasLaplacesPressure) {
  constexpr float kRadius = 0.12f;
  WorldSpec spec = weightless(kTension, 0.f);
  spec.liquids = {dropOf({0.003f, 0.001f, -0.004f}, kRadius)};
  World world(std::move(spec), 1);
  const glm::dvec3 before = centreOf(world);
  SnapshotContent content;
  for (const Field& field : findMethod("rasmussen").fields)
    if (field.key == "pressure") content.fields.push_back(field);
  double sum = 0.0, count = 0.0;
  for (int frame = 0; frame < 30; ++frame) {
    world.advanceFrame();
    const auto shot = world.snapshot(content);
    for (std::size_t i = 0; i < shot->positions.size(); ++i)
      if (glm::length(shot->positions[i]) < 0.7f * kRadius)
        sum += static_cast<double>(shot->fields.back().values[i]), ++count;
  }
  EXPECT_NEAR(sum / count, 2.0 * static_cast<double>(kTension / kRadius), 0.2);
  // A wave as long as the drop runs at sqrt(sigma / (rho R)) = 91 mm/s.
  EXPECT_LT(maxSpeed(world), 0.005f);
  EXPECT_LT(glm::length(centreOf(world) - before), 1e-4);
}

/// A stretched drop without viscosity swings at Rayleigh's frequency, omega^2 = 8 sigma / (rho R^3).
TEST(RasmussenTension, AStretchedDropSwingsAtRayleighsFrequency) {
  constexpr float kRadius = 0.1f;
  WorldSpec spec = weightless(kTension, 0.f);
  spec.liquids = {dropOf(Vec3(0.f), kRadius, {1.16f, 0.9285f, 0.9285f})};
  World world(std::move(spec), 1);
  const double period =
      2.0 * std::numbers::pi *
      std::sqrt(1000.0 * std::pow(static_cast<double>(kRadius), 3.0) / (8.0 * static_cast<double>(kTension)));
  const double start = ratioOf(world);
  ASSERT_GT(start, 1.2);
  // The drop is as flat as it was long after half a period.
  double least = start, leastTime = 0.0;
  while (world.time() < 0.75 * period) {
    world.advanceFrame();
    const double ratio = ratioOf(world);
    if (ratio < least) least = ratio, leastTime = world.time();
  }
  EXPECT_NEAR(leastTime, 0.5 * period, 0.05 * period);
  EXPECT_LT(least, 0.88);
  EXPECT_GT(least, 0.78);
}

/// Makes two drops that touch.
WorldSpec touchingDrops(float tension) {
  WorldSpec spec = weightless(tension, 4.f);
  for (const float side : {-1.f, 1.f}) spec.liquids.push_back(dropOf({side * 0.058f, 0.f, 0.f}, 0.06f));
  return spec;
}

TEST(RasmussenTension, TwoDropsThatTouchBecomeOneBall) {
  World world(touchingDrops(kTension), 1);
  ASSERT_GT(ratioOf(world), 1.8);
  advanceFrames(world, 100);
  EXPECT_NEAR(ratioOf(world), 1.0, 0.1);
  EXPECT_LT(glm::length(centreOf(world)), static_cast<double>(0.25f * kCell));
}

/// Without tension nothing pulls the drops together.
TEST(RasmussenTension, WithoutTensionDropsStayApart) {
  World world(touchingDrops(0.f), 1);
  const double start = ratioOf(world);
  advanceFrames(world, 40);
  EXPECT_GT(ratioOf(world), 0.9 * start);
}

/// Tension leaves water in a tank at rest, also where its surface meets the walls.
TEST(RasmussenTension, WaterInATankStaysAtRest) {
  World world(filledTank(liquid({{"tension", 0.072f}})), 1);
  advanceFrames(world, 60);
  EXPECT_LT(maxSpeed(world), 0.02f);
}

/// Tension needs a step that resolves the shortest waves, so a larger tension takes more steps in a frame.
TEST(RasmussenTension, LimitsTheStep) {
  const MethodRow& method = findMethod("rasmussen");
  const auto stepOf = [&](float tension) {
    const std::array materials{liquid({{"tension", tension}})};
    return method.stableStep({.interactionRadius = 0.1f * kH}, materials, Vec3(0.f)).seconds;
  };
  EXPECT_FLOAT_EQ(stepOf(0.f), 1.f / 30.f);
  EXPECT_NEAR(stepOf(0.4f) / stepOf(0.1f), 0.5f, 1e-4f);
  EXPECT_LT(stepOf(0.1f), 1.f / 240.f);
}

/// Liquids of different tension share a grid. A drop of either has its own pressure.
TEST(RasmussenTension, EachLiquidHasItsOwn) {
  WorldSpec spec = weightless(kTension, 0.01f);
  spec.materials.push_back(liquid({{"tension", 0.1f}, {"viscosity", 0.01f}}));
  spec.materials[1].name = "other";
  spec.liquids = {dropOf({-0.2f, 0.f, 0.f}, 0.1f), dropOf({0.2f, 0.f, 0.f}, 0.1f)};
  spec.liquids[1].material = 1;
  World world(std::move(spec), 1);
  advanceFrames(world, 5);
  SnapshotContent content;
  for (const Field& field : findMethod("rasmussen").fields)
    if (field.key == "pressure") content.fields.push_back(field);
  const auto shot = world.snapshot(content);
  std::array<double, 2> sum{}, count{};
  for (std::size_t i = 0; i < shot->positions.size(); ++i) {
    const std::size_t side = shot->positions[i].x > 0.f ? 1 : 0;
    if (glm::length(shot->positions[i] - Vec3(side == 1 ? 0.2f : -0.2f, 0.f, 0.f)) > 0.06f) continue;
    sum[side] += static_cast<double>(shot->fields.back().values[i]), ++count[side];
  }
  EXPECT_NEAR(sum[0] / count[0], 20.0, 2.0);
  EXPECT_NEAR(sum[1] / count[1], 2.0, 0.3);
}

/// A save keeps a tension that was changed. Recorded hashes of scenes show that saves of unchanged materials
/// have the bytes of earlier versions.
TEST(RasmussenTension, AChangeIsSaved) {
  const WorldSpec spec = filledTank(liquid({{"tension", 0.05f}}));
  World world(spec, 1), other(spec, 1);
  world.submit(SetValue{{SettingOwner::Material, "liquid", "tension"}, 0.3f});
  advanceFrames(world, 1);
  advanceFrames(other, 1);
  EXPECT_NE(world.hash(), other.hash());
  ByteWriter changed, same;
  world.save(changed), other.save(same);
  World restored(spec, 1);
  ByteReader in(changed.bytes());
  restored.restore(in);
  EXPECT_FLOAT_EQ(restored.materials()[0].values.back(), 0.3f);
  EXPECT_EQ(restored.hash(), world.hash());
  ByteReader inSame(same.bytes());
  restored.restore(inSame);
  EXPECT_FLOAT_EQ(restored.materials()[0].values.back(), 0.05f);
  EXPECT_EQ(restored.hash(), other.hash());
}

}  // namespace
}  // namespace ooze::rasmussen_tension_test
