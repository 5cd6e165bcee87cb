// Tests the kneading of cut liquid: plastic strain that welds a cut. The strain is accumulated once and is
// part of the state.
#include "ooze/scene/scene.h"

#include "fixtures/commands.h"
#include "methods/clavet/cuts.h"
#include "unit/kneading_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace ooze::kneading_test {
namespace {

using namespace test;

TEST(SpringFlow, IsTheMeanStretchOfAllSprings) {
  clavet::SpringFlow flow;
  EXPECT_EQ(flow.mean(), 0.f);
  flow.add(clavet::SpringFlow::encodeSpring(0.5f, 0.6f));
  flow.add(clavet::SpringFlow::encodeSpring(0.5f, 0.5f));
  EXPECT_NEAR(flow.mean(), 0.1f, 1e-6f);  // the stretch is stored in units of 2^-24
  flow.add(clavet::SpringFlow::encodeSpring(0.5f, 0.4f));
  flow.add(clavet::SpringFlow::encodeSpring(0.f, 0.f));
  EXPECT_NEAR(flow.mean(), 0.05f, 1e-6f) << "squeezed ones are springs that did not stretch";
}

TEST(SpringFlow, TakesMoreSpringsThanAParticleCanHave) {
  clavet::SpringFlow flow;
  for (int k = 0; k < 20000; ++k) flow.add(clavet::SpringFlow::encodeSpring(1e-6f, 1.f));
  EXPECT_NEAR(flow.mean(), 16.f, 1e-4f) << "no more than that each";
}

/// Makes a block of clay between plates that squeeze it along two axes in turn.
WorldSpec claySpec() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {loadMaterial("clay", "clavet")};
  const Vec3 half(0.04f, 0.03f, 0.03f);
  spec.liquids = {box(Vec3(0.f), half)};
  spec.bodies = plates(squeezes(half, 0.55f, {0, 2}, 0.05, 0.2), 0.f);
  spec.settings.substeps = 0.f;
  spec.settings.gravityY = 0.f;
  return spec;
}

void frames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

World kneadedWorld(int threads) {
  World world(claySpec(), threads);
  world.submit(command("springs.add"));
  world.advanceFrame();
  world.submit(command("liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.f}));
  frames(world, 13);
  return world;
}

std::map<std::uint32_t, float> kneadedIn(const World& world) {
  const CutSides all = world.method().links()->cutSides();
  std::map<std::uint32_t, float> kneaded;
  for (std::size_t k = 0; k < all.ids.size(); ++k) kneaded[all.ids[k]] = all.kneaded[k];
  return kneaded;
}

std::size_t countOfKneaded(const World& world) {
  const auto kneaded = kneadedIn(world);
  return static_cast<std::size_t>(
      std::count_if(kneaded.begin(), kneaded.end(), [](const auto& each) { return each.second > 0.f; }));
}

TEST(Kneaded, LiquidForgetsItsCutTheSameAtAnyNumberOfThreadsAndAfterARestore) {
  World world = kneadedWorld(1);
  const std::vector<std::byte> bytes = saved(world);
  const std::size_t marked = world.method().links()->cutSides().ids.size();
  ASSERT_GT(countOfKneaded(world), 20u);
  World restored(claySpec(), 2);
  restore(restored, bytes);
  EXPECT_EQ(restored.hash(), world.hash());
  frames(world, 15);
  EXPECT_LT(world.method().links()->cutSides().ids.size(), marked) << "some of it is welded";
  frames(restored, 15);
  EXPECT_EQ(restored.hash(), world.hash());
  World other = kneadedWorld(7);
  frames(other, 15);
  EXPECT_EQ(other.hash(), world.hash());
}

TEST(Kneaded, LiquidIsAsFarOnceItsCutComesBack) {
  World world = kneadedWorld(2);
  const auto before = kneadedIn(world);
  world.submit(command("springs.add"));
  world.applyCommands();
  EXPECT_TRUE(kneadedIn(world).empty());
  world.submit(command("edits.take_back", {3.f}));
  world.applyCommands();
  EXPECT_EQ(kneadedIn(world), before);
}

TEST(Kneaded, LiquidIsAsFarOnceItIsPutBack) {
  World world = kneadedWorld(2);
  const auto before = kneadedIn(world);
  world.submit(command("liquid.erase", {0.f, 0.f, 0.f, 0.02f}));
  world.applyCommands();
  EXPECT_LT(kneadedIn(world).size(), before.size());
  world.submit(command("edits.take_back", {3.f}));
  world.applyCommands();
  EXPECT_EQ(kneadedIn(world), before);
}

TEST(Kneaded, LiquidThatIsCutAnewStartsAnew) {
  World world = kneadedWorld(2);
  ASSERT_GT(countOfKneaded(world), 20u);
  world.submit(command("liquid.cut", {-1.f, 0.f, -1.f, -1.f, 0.f, 1.f, 1.f, 0.f, 1.f, 1.f, 0.f, -1.f, 0.f}));
  world.applyCommands();
  const Particles& p = world.particles();
  const auto kneaded = kneadedIn(world);
  for (std::size_t i = 0; i < p.size(); ++i)
    if (std::abs(p.position[i].y) < kH && kneaded.contains(p.id[i])) {
      EXPECT_EQ(kneaded.at(p.id[i]), clavet::kNotSeparated);
    }
}

}  // namespace
}  // namespace ooze::kneading_test
