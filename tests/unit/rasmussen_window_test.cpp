// Tests of simulation windows: liquid outside is dropped, and liquid inside is unaffected (Rasmussen et al.
// 2004, 5.1).
#include "ooze/geometry/signed_distance.h"

#include "methods/rasmussen/rasmussen.h"
#include "unit/rasmussen_fixtures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::rasmussen_window_test {
namespace {

using namespace rasmussen_fixtures;
using rasmussen::CellRange;

LiquidVolume ballOf(const Vec3& at, float radius) {
  LiquidVolume ball = test::box(at, Vec3(radius));
  ball.shape = makeSphere(radius);
  return ball;
}

/// Returns a drop of 12 cells diameter with a velocity of its own.
rasmussen::GridLiquid drop() {
  rasmussen::GridLiquid grid(kCell);
  grid.setMarkers(8);
  LiquidSeeds seeds;
  Vec3Array positions, velocities;
  for (int z = -6; z <= 6; ++z)
    for (int y = -6; y <= 6; ++y)
      for (int x = -6; x <= 6; ++x) {
        const Vec3 p = kCell * Vec3(x, y, z);
        if (glm::length(p) > 6.f * kCell) continue;
        positions.push(p);
        seeds.positions.push_back(p);
        velocities.push({p.y, -p.x, 0.5f});
      }
  seeds.shape = makeSphere(6.f * kCell);
  grid.add(positions, velocities, 0, std::span(&seeds, 1), Threads(1));
  return grid;
}

bool isBitwiseEqual(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// A window that shifts by some cells and back leaves the inside unchanged to the bit.
TEST(RasmussenWindow, ShiftedForthAndBackLeavesTheInsideToTheBit) {
  const rasmussen::GridLiquid before = drop();
  rasmussen::GridLiquid after = drop();
  const glm::ivec3 offset(3, -1, 2);
  const CellRange window{glm::ivec3(-7), glm::ivec3(8)};
  const CellRange shifted{window.first + offset, window.end + offset};
  ASSERT_FALSE(after.keepWithin(window, Threads(1)));
  ASSERT_TRUE(after.keepWithin(shifted, Threads(1)));
  after.keepWithin(window, Threads(1));
  const glm::ivec3 first = glm::max(window.first, shifted.first), end = glm::min(window.end, shifted.end);
  const CellRange inner{first + 4, end - 4};
  int compared = 0, wet = 0;
  for (int z = -9; z < 10; ++z)
    for (int y = -9; y < 10; ++y)
      for (int x = -9; x < 10; ++x) {
        const glm::ivec3 cell(x, y, z);
        if (!CellRange{first, end}.contains(cell)) {
          EXPECT_GT(after.levelSet().value(cell), 0.f);
          continue;
        }
        if (!inner.contains(cell)) continue;
        ++compared;
        wet += before.levelSet().value(cell) < 0.f;
        EXPECT_TRUE(isBitwiseEqual(before.levelSet().value(cell), after.levelSet().value(cell)));
        for (int axis = 0; axis < 3; ++axis)
          EXPECT_TRUE(isBitwiseEqual(before.velocity.at(axis, before.cells().find(cell)),
                                     after.velocity.at(axis, after.cells().find(cell))));
      }
  EXPECT_GT(compared, 50);
  EXPECT_GT(wet, 20);
}

/// A drop falls within a window, and another drop falls outside. The first moves as if the window did not
/// exist.
TEST(RasmussenWindow, LiquidFarFromItsEdgesIsUnchanged) {
  WorldSpec spec = worldOf(liquid({{"volume", 0.f}}));
  spec.liquids = {ballOf({0.f, 0.6f, 0.f}, 0.08f), ballOf({1.f, 0.6f, 0.f}, 0.08f)};
  World without(spec, 1);
  spec.window = WindowSpec{{{-0.4f, -0.4f, -0.4f}, {0.4f, 1.f, 0.4f}}, "", {}};
  World with(spec, 1);
  const std::size_t all = without.particles().size();
  advanceFrames(without, 12), advanceFrames(with, 12);
  EXPECT_EQ(without.particles().size(), all);
  EXPECT_NEAR(static_cast<double>(with.particles().size()), 0.5 * static_cast<double>(all), 2.0);
  EXPECT_GT(phiAt(with, {1.f, 0.4f, 0.f}), 0.f);
  double mean = 0.0;
  for (std::size_t i = 0; i < with.particles().size(); ++i)
    mean += static_cast<double>(with.particles().position[i].y);
  mean /= static_cast<double>(with.particles().size());
  for (int k = 0; k < 9; ++k) {
    const Vec3 p(0.03f * static_cast<float>(k % 3 - 1),
                 static_cast<float>(mean) + 0.03f * static_cast<float>(k / 3 - 1), 0.f);
    ASSERT_LT(phiAt(without, p), 0.f);
    EXPECT_NEAR(phiAt(with, p), phiAt(without, p), 1e-4f * kCell);  // both share a pressure solve
  }
}

/// A window follows a body by whole cells and keeps its size. Liquid left behind leaves the world.
TEST(RasmussenWindow, FollowsABodyByWholeCells) {
  const auto rangeAt = [](float x) {
    PosedWindow window{{{-0.111f, -0.1f, -0.1f}, {0.117f, 0.1f, 0.1f}}, {x, 0.f, 0.f}};
    return rasmussen::cellsOf(window, kCell);
  };
  const CellRange at0 = rangeAt(0.f);
  for (float x = 0.f; x < 0.2f; x += 0.003f) {
    const CellRange at = rangeAt(x);
    EXPECT_EQ(at.end - at.first, at0.end - at0.first);
    EXPECT_EQ(at.first.x - at0.first.x, static_cast<int>(std::round(x / kCell)));
  }

  WorldSpec spec = worldOf(liquid({{"viscosity", 5.f}}));
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box({0.f, 0.f, 0.f}, {0.2f, 0.06f, 0.06f})};
  Body engine = makeBody("engine", {SolidShape::SolidKind::Sphere, Vec3(0.02f)}, Motion::Kinematic);
  engine.keys = {{0.0, {{0.f, 1.f, 0.f}}}, {0.2, {{0.2f, 1.f, 0.f}}}};
  engine.pose.position = {0.f, 1.f, 0.f};
  spec.bodies = {engine};
  spec.window = WindowSpec{{{-0.3f, -1.3f, -0.3f}, {0.3f, -0.7f, 0.3f}}, "engine", {}};
  World world(spec, 1);
  const std::size_t all = world.particles().size();
  advanceFrames(world, 12);
  // The window's side moves from -0.3 to -0.1. The bar reaches from -0.2 to 0.2 and loses a quarter.
  EXPECT_NEAR(static_cast<double>(world.particles().size()), 0.75 * static_cast<double>(all),
              0.05 * static_cast<double>(all));
  EXPECT_GT(phiAt(world, {-0.15f, 0.f, 0.f}), 0.f);
  EXPECT_LT(phiAt(world, {-0.05f, 0.f, 0.f}), 0.f);
}

TEST(RasmussenWindow, ChangesItsSizeByItsKeys) {
  WindowSpec window;
  window.keys = {{0.0, {Vec3(-1.f), Vec3(1.f)}}, {2.0, {Vec3(-1.f), {3.f, 1.f, 1.f}}}};
  EXPECT_EQ(poseOf(window, {}, -1.0).box.upper.x, 1.f);
  EXPECT_EQ(poseOf(window, {}, 1.0).box.upper.x, 2.f);
  EXPECT_EQ(poseOf(window, {}, 5.0).box.upper.x, 3.f);
  EXPECT_EQ(poseOf(window, {}, 1.0).box.lower.x, -1.f);
}

}  // namespace
}  // namespace ooze::rasmussen_window_test
