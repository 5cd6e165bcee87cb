// Tests the blade that cuts liquid.
#include "ooze/scene/scene.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"
#include "world/edits/blade.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <utility>
#include <vector>

namespace ooze::cut_test {
namespace {

using namespace test;

/// Makes a command that cuts across x = `at`, 2 m wide and high.
Command cutAt(float at, float speed) {
  return command("liquid.cut", {at, -1.f, -1.f, at, -1.f, 1.f, at, 1.f, 1.f, at, 1.f, -1.f, speed});
}

TEST(Blade, IsCrossedBetweenItsCornersOnly) {
  const Blade flat({0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {1.f, 1.f, 0.f}, {0.f, 1.f, 0.f});
  const auto at = [&](const Vec3& from, const Vec3& to) { return flat.crossing(from, to).value_or(-1.f); };
  EXPECT_FLOAT_EQ(at({0.3f, 0.6f, -1.f}, {0.3f, 0.6f, 3.f}), 0.25f);
  EXPECT_FLOAT_EQ(at({0.6f, 0.3f, 3.f}, {0.6f, 0.3f, -1.f}), 0.75f);
  EXPECT_FLOAT_EQ(at({0.5f, 0.5f, -1.f}, {0.5f, 0.5f, 1.f}), 0.5f) << "on the line between its triangles";
  EXPECT_EQ(at({0.3f, 0.6f, 0.1f}, {0.3f, 0.6f, 3.f}), -1.f) << "ends before it";
  EXPECT_EQ(at({1.3f, 0.6f, -1.f}, {1.3f, 0.6f, 1.f}), -1.f) << "passes beside it";
  EXPECT_EQ(at({0.f, 0.5f, 0.1f}, {1.f, 0.5f, 0.1f}), -1.f) << "runs along it";
  ASSERT_TRUE(flat.normal());
  EXPECT_NEAR(std::abs(flat.normal()->z), 1.f, 1e-6f);
  EXPECT_FALSE(Blade({0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 0.f, 0.f}).normal())
      << "a blade that does not move sweeps no area";
}

TEST(Cut, RemovesTheSpringsAcrossTheBladeAndNoOthers) {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  World world(spec, 1);
  steps(world, 9);
  const Particles& p = world.particles();
  std::map<std::uint32_t, Vec3> places;
  for (std::size_t i = 0; i < p.size(); ++i) places[p.id[i]] = p.position[i];
  const auto count = [&] {
    std::pair<std::size_t, std::size_t> crossing;  // springs that cross the blade, and all other springs
    world.method().links()->visit([&](std::uint32_t a, std::uint32_t b, float) {
      ++((places[a].x < 0.003f) != (places[b].x < 0.003f) ? crossing.first : crossing.second);
    });
    return crossing;
  };
  const auto before = count();
  ASSERT_GT(before.first, 500u);
  world.submit(cutAt(0.003f, 0.f));
  world.applyCommands();
  EXPECT_EQ(count().first, 0u);
  EXPECT_EQ(count().second, before.second);
  for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(p.position[i], places[p.id[i]]);
}

TEST(Cut, PartsTheLiquidWithoutGivingItMomentum) {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  spec.settings.gravityY = 0.f;
  World world(spec, 1);
  world.submit(cutAt(0.012f, 0.4f));  // the cut is not through the middle
  world.applyCommands();
  const Particles& p = world.particles();
  double moved = 0, sum = 0;
  std::size_t touched = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const float side = p.position[i].x - 0.012f;
    EXPECT_GE(p.velocity[i].x * side, 0.f) << "away from the blade on its own side";
    EXPECT_EQ(p.velocity[i].y, 0.f);
    if (std::abs(side) > 0.76f * kH) {
      EXPECT_EQ(p.velocity[i], Vec3(0.f)) << "farther than part of h";
    }
    sum += p.velocity[i].x;
    moved += std::abs(p.velocity[i].x);
    touched += p.velocity[i].x != 0.f;
  }
  ASSERT_GT(touched, 60u);
  EXPECT_LT(std::abs(sum), 1e-5 * moved);  // rounding of float sums
}

/// Hangs a bar of gel, 4 x 4 x 10 cm, from its frozen top.
/// @return mean fall of the lower half [m]
double meanFallOfLowerHalf(const std::vector<Command>& commands) {
  WorldSpec spec = busySpec();
  spec.methodSettings.interactionRadius = 0.02f;
  spec.materials = {loadMaterial("gel", "clavet")};
  spec.emitters.clear();
  spec.bodies.clear();
  spec.settings.substeps = 0.f;
  spec.settings.gravityY = 0.f;
  spec.liquids = {box({0.f, 0.f, 0.f}, {0.02f, 0.05f, 0.02f})};
  World world(spec, 2);
  for (int f = 0; f < 10; ++f) world.advanceFrame();
  world.submit(command("liquid.freeze", {0.f, 0.06f, 0.f, 0.04f}));
  std::map<std::uint32_t, float> before;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.position[i].y < 0.f) before[p.id[i]] = p.position[i].y;
  for (const Command& c : commands) world.submit(c);
  // Gravity is set after the cut, because changing a setting must not heal a cut.
  world.submit(command("world.gravity_y", {-9.81f}));
  for (int f = 0; f < 30; ++f) world.advanceFrame();
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (before.contains(p.id[i])) sum += before[p.id[i]] - p.position[i].y;
  return sum / static_cast<double>(before.size());
}

/// Makes a command that cuts across y = 0.
Command levelCut(float speed) {
  return command("liquid.cut", {-1.f, 0.f, -1.f, -1.f, 0.f, 1.f, 1.f, 0.f, 1.f, 1.f, 0.f, -1.f, speed});
}

TEST(Cut, AGelFallsIntoTwoPieces) {
  EXPECT_LT(meanFallOfLowerHalf({}), 0.03) << "an uncut block keeps its shape";
  // The lower half falls freely for half a second, 1.2 m.
  EXPECT_GT(meanFallOfLowerHalf({levelCut(0.15f)}), 1.0);
}

/// Makes a brick of gel, without a nozzle. Gel is firm enough that even a pool would keep a cut.
WorldSpec firmSpec() {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  spec.materials = {loadMaterial("gel", "clavet")};
  return spec;
}

std::size_t springsAcross(const World& world, float at, const std::map<std::uint32_t, Vec3>& places) {
  std::size_t count = 0;
  world.method().links()->visit([&](std::uint32_t a, std::uint32_t b, float) {
    count += (places.at(a).x < at) != (places.at(b).x < at);
  });
  return count;
}

std::map<std::uint32_t, Vec3> placesOf(const World& world) {
  std::map<std::uint32_t, Vec3> places;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) places[p.id[i]] = p.position[i];
  return places;
}

TEST(Cut, OfAStrokeInPiecesStaysOpenAllAlong) {
  World world(firmSpec(), 1);
  steps(world, 9);
  const auto places = placesOf(world);
  for (int piece = 0; piece < 8; ++piece) {  // from above the brick to below the brick
    const float top = 0.09f - 0.015f * static_cast<float>(piece), bottom = top - 0.015f;
    world.submit(command(
        "liquid.cut", {0.003f, top, -1.f, 0.003f, top, 1.f, 0.003f, bottom, 1.f, 0.003f, bottom, -1.f, 0.f}));
    world.applyCommands();
  }
  const CutSides all = world.method().links()->cutSides();
  ASSERT_GT(all.ids.size(), 100u);
  for (std::size_t k = 0; k < all.ids.size(); ++k)
    EXPECT_EQ(all.sides[k] & 3u, all.sides[k]) << "one cut, not one for each piece";
  steps(world, 180);
  EXPECT_EQ(springsAcross(world, 0.003f, places), 0u);
}

TEST(Cut, OfLiquidThatFlowsClosesAgain) {
  WorldSpec spec = firmSpec();
  spec.materials = {loadMaterial("honey", "clavet")};
  World world(spec, 1);
  steps(world, 9);
  const auto places = placesOf(world);
  world.submit(cutAt(0.003f, 0.f));
  world.applyCommands();
  EXPECT_EQ(springsAcross(world, 0.003f, places), 0u);
  EXPECT_TRUE(world.method().links()->cutSides().ids.empty());
  steps(world, 120);
  EXPECT_GT(springsAcross(world, 0.003f, places), 100u);
}

TEST(Cut, AnUndoneCutLeavesNoTrace) {
  World world(firmSpec(), 1);
  steps(world, 9);
  const auto places = placesOf(world);
  world.submit(cutAt(0.02f, 0.f));
  world.applyCommands();
  const std::size_t before = springsAcross(world, 0.003f, places);
  const CutSides first = world.method().links()->cutSides();
  world.submit(cutAt(0.003f, 0.f));
  world.applyCommands();
  EXPECT_EQ(springsAcross(world, 0.003f, places), 0u);
  EXPECT_GT(world.method().links()->cutSides().ids.size(), first.ids.size());
  world.submit(command("edits.take_back", {2.f}));
  world.applyCommands();
  EXPECT_EQ(springsAcross(world, 0.003f, places), before);
  EXPECT_EQ(world.method().links()->cutSides().ids, first.ids) << "the other cut stays";
  EXPECT_EQ(world.method().links()->cutSides().sides, first.sides);
}

TEST(Cut, AddedSpringsJoinTheHalvesAndUndoCutsThemAgain) {
  World world(firmSpec(), 1);
  steps(world, 9);
  world.submit(cutAt(0.003f, 0.f));
  world.applyCommands();
  const CutSides cut = world.method().links()->cutSides();
  world.submit(command("springs.add"));
  world.applyCommands();
  EXPECT_TRUE(world.method().links()->cutSides().ids.empty());
  world.submit(command("edits.take_back", {2.f}));
  world.applyCommands();
  const CutSides again = world.method().links()->cutSides();
  ASSERT_EQ(again.ids.size(), cut.ids.size());
  const auto count = [](const CutSides& sides, std::uint32_t side) {
    return std::count(sides.sides.begin(), sides.sides.end(), side);
  };
  EXPECT_EQ(count(again, 1u), count(cut, 1u));
  EXPECT_EQ(count(again, 2u), count(cut, 2u));
}

TEST(Cut, SidesReturnWithErasedLiquid) {
  World world(firmSpec(), 1);
  steps(world, 9);
  world.submit(cutAt(0.003f, 0.f));
  world.applyCommands();
  const auto sorted = [&] {
    const CutSides all = world.method().links()->cutSides();
    std::map<std::uint32_t, std::uint32_t> sides;
    for (std::size_t k = 0; k < all.ids.size(); ++k) sides[all.ids[k]] = all.sides[k];
    return sides;
  };
  const auto before = sorted();
  world.submit(command("liquid.erase", {0.003f, 0.04f, 0.f, 0.02f}));
  world.applyCommands();
  ASSERT_LT(sorted().size(), before.size());
  world.submit(command("edits.take_back", {2.f}));
  world.applyCommands();
  EXPECT_EQ(sorted(), before);
}

/// Makes the cut brick at a time step in the middle of a frame.
World cutWorld(int threads) {
  World world(firmSpec(), threads);
  steps(world, 10);
  world.submit(cutAt(0.003f, 0.2f));
  steps(world, 10);
  world.submit(command("liquid.cut", {-1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.f, 0.f}));
  steps(world, 21);
  return world;
}

TEST(Cut, GivesTheSameBitsAtAnyNumberOfThreadsAndAfterARestore) {
  World world = cutWorld(1);
  ByteWriter bytes;
  world.save(bytes);
  steps(world, 60);
  for (const int threads : {2, 7}) {
    World other = cutWorld(threads);
    steps(other, 60);
    EXPECT_EQ(other.hash(), world.hash()) << threads << " threads";
  }
  World restored(firmSpec(), 2);
  ByteReader in(bytes.bytes());
  restored.restore(in);
  EXPECT_FALSE(restored.method().links()->cutSides().ids.empty());
  steps(restored, 60);
  EXPECT_EQ(restored.hash(), world.hash());
}

}  // namespace
}  // namespace ooze::cut_test
