// Tests of the balance of liquid: what is added, removed on purpose and lost is counted, and losses are said.
#include "ooze/base/cancellation_token.h"
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::liquid_balance_test {
namespace {

using namespace test;
using testing::HasSubstr;

void expectBalanced(const World& world) {
  const LiquidBalance& b = world.balance();
  EXPECT_EQ(b.added - b.removed - b.lost(), world.particles().size());
}

/// Returns a world of the method with its default material, and a box of liquid that falls for ever.
WorldSpec fallingSpec(const MethodRow& row) {
  WorldSpec spec;
  spec.method = row.key;
  spec.methodSettings.interactionRadius = kH;
  MaterialDefinition liquid;
  liquid.name = "liquid";
  for (const ParameterInfo& p : row.parameters()) liquid.values.push_back(p.defaultValue);
  liquid.referenceRadius = kH;
  spec.materials = {liquid};
  spec.liquids = {box({0.f, 0.f, 0.f}, {0.03f, 0.03f, 0.03f})};
  return spec;
}

class BalanceOfMethod : public testing::TestWithParam<const MethodRow*> {};

TEST_P(BalanceOfMethod, CountsAndSaysWhatLeavesTheDomain) {
  WorldSpec spec = fallingSpec(*GetParam());
  spec.domain = Aabb{Vec3(-0.05f), Vec3(0.05f)};
  World world(std::move(spec), 1);
  const std::size_t first = world.particles().size();
  EXPECT_EQ(world.balance(), (LiquidBalance{.added = first}));
  EXPECT_EQ(world.balance().warning(), "");
  for (int f = 0; f < 9; ++f) world.advanceFrame();
  expectBalanced(world);
  EXPECT_GT(world.balance().left, first / 10);
  EXPECT_EQ(world.balance().vanished, 0u);
  EXPECT_THAT(world.balance().warning(), HasSubstr("left the domain"));
  EXPECT_EQ(world.snapshot()->balance, world.balance());
}

TEST_P(BalanceOfMethod, CountsLiquidThatFallsBelowTheFallLimit) {
  WorldSpec spec = fallingSpec(*GetParam());
  Body plate = makeBody("plate", {SolidShape::SolidKind::Box, {0.1f, 0.01f, 0.1f}}, Motion::Static);
  plate.pose.position = {0.f, 0.5f, 0.f};
  spec.bodies = {plate};
  spec.framesPerSecond = 30.0;
  World world(std::move(spec), 1);
  const std::size_t first = world.particles().size();
  // The liquid starts at y = 0 below the plate, and falls 300 h = 6 m in 1.106 s.
  while (world.time() < 1.0) world.advanceFrame();
  EXPECT_EQ(world.particles().size(), first);
  while (world.time() < 1.3) world.advanceFrame();
  EXPECT_EQ(world.particles().size(), 0u);
  EXPECT_EQ(world.balance().left, first);
  expectBalanced(world);
}

TEST_P(BalanceOfMethod, KeepsFallingLiquidWithoutABody) {
  WorldSpec spec = fallingSpec(*GetParam());
  spec.framesPerSecond = 30.0;
  World world(std::move(spec), 1);
  const std::size_t first = world.particles().size();
  while (world.time() < 1.3) world.advanceFrame();
  EXPECT_EQ(world.particles().size(), first);
}

TEST_P(BalanceOfMethod, SaysThatThereIsNoLiquidAtTheStart) {
  WorldSpec spec = fallingSpec(*GetParam());
  spec.bodies = {makeBody("block", {SolidShape::SolidKind::Box, {0.1f, 0.1f, 0.1f}}, Motion::Static)};
  const World world(std::move(spec), 1);
  EXPECT_EQ(world.particles().size(), 0u);
  EXPECT_THAT(world.balance().warning(), HasSubstr("the scene asks for liquid, but there is none"));
}

/// A stop is imitated by a cancelled step: both return to the start of the frame, with waiting commands.
TEST_P(BalanceOfMethod, AStoppedWorldIsSavedAndReplayedToTheSameBits) {
  for (const int frames : {0, 2}) {
    World world(fallingSpec(*GetParam()), 1);
    for (int f = 0; f < frames; ++f) world.advanceFrame();
    const std::uint64_t start = world.hash();
    world.submit(command("world.gravity_y", {-3.f}));
    CancellationToken stop;
    stop.cancelled = true;
    world.setCancellationToken(&stop);
    EXPECT_THROW(world.step(), Cancelled);
    world.setCancellationToken(nullptr);
    EXPECT_EQ(world.hash(), start);
    EXPECT_EQ(world.frameIndex(), static_cast<std::uint64_t>(frames));
    World restored(fallingSpec(*GetParam()), 1);
    restore(restored, saved(world));
    EXPECT_EQ(restored.hash(), start);
    EXPECT_EQ(saved(restored), saved(world));
    World replayed(fallingSpec(*GetParam()), 1);
    replayed.replay(world.commandLog());
    for (int f = 0; f < frames; ++f) replayed.advanceFrame();
    EXPECT_EQ(replayed.hash(), start);
    EXPECT_EQ(replayed.balance(), world.balance());
  }
}

std::vector<const MethodRow*> allMethods() {
  std::vector<const MethodRow*> rows;
  for (const MethodRow& row : methodRegistry()) rows.push_back(&row);
  return rows;
}
INSTANTIATE_TEST_SUITE_P(All, BalanceOfMethod, testing::ValuesIn(allMethods()),
                         [](const auto& at) { return std::string(at.param->key); });

TEST(LiquidBalance, CountsNozzlesAndEditsAndTakesBackUndoneOnes) {
  World world(busySpec(), 1);
  steps(world, 30);
  const std::uint64_t poured = world.balance().added;
  EXPECT_EQ(poured, world.particles().size());
  world.submit(command("emitter.nozzle.enabled", {0.f}));
  world.submit(command("liquid.erase", {0.f, 0.05f, 0.f, 0.02f}));
  world.applyCommands();
  const std::uint64_t erased = world.balance().removed;
  EXPECT_GT(erased, 10u);
  expectBalanced(world);
  world.submit(command("edits.take_back", {1.f}));
  world.applyCommands();
  EXPECT_EQ(world.balance(), (LiquidBalance{.added = poured}));
  EXPECT_EQ(world.balance().warning(), "");
}

TEST(LiquidBalance, IsSavedAlsoInTheMiddleOfAFrame) {
  WorldSpec spec = busySpec();
  spec.domain = Aabb{Vec3(-0.02f), Vec3(0.3f)};
  World world(spec, 1);
  steps(world, 31);
  ASSERT_FALSE(world.atFrameBoundary());
  ASSERT_GT(world.balance().left, 0u);
  World restored(spec, 1);
  restore(restored, saved(world));
  EXPECT_EQ(restored.balance(), world.balance());
  EXPECT_EQ(saved(restored), saved(world));
}

TEST(LiquidBalance, SavesOfOlderVersionsHaveNoneAndForgedOnesAreRefused) {
  World world(busySpec(), 1);
  steps(world, 30);
  ASSERT_TRUE(world.atFrameBoundary());
  ByteWriter own;
  world.balance().save(own);
  std::vector<std::byte> bytes = saved(world);
  World other(busySpec(), 1);
  restore(other, std::span(bytes).first(bytes.size() - own.bytes().size()));
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_EQ(other.balance(), (LiquidBalance{.added = world.particles().size()}));
  bytes[bytes.size() - own.bytes().size()] ^= std::byte{1};
  EXPECT_THROW(restore(other, bytes), InputError);
}

TEST(LiquidBalance, WarnsAboveFivePercent) {
  LiquidBalance balance{.added = 1000, .removed = 400, .left = 30, .vanished = 20};
  EXPECT_EQ(balance.warning(), "");
  EXPECT_FALSE(balance.isMissingLiquid());
  balance.vanished = 21;
  EXPECT_TRUE(balance.isMissingLiquid());
  EXPECT_EQ(balance.warning(),
            "5 % of the liquid was lost: of 1000 particles, 30 left the domain or fell away and 21 vanished");
  balance = {.added = 90, .blocked = 10, .emptyVolumes = 1};
  EXPECT_THAT(balance.warning(), HasSubstr("1 volume of the scene held no liquid at the start"));
  EXPECT_THAT(balance.warning(), HasSubstr("nozzles held back 10 particles"));
  EXPECT_TRUE(balance.isMissingLiquid());
  balance.emptyVolumes = 0;
  EXPECT_FALSE(balance.isMissingLiquid()) << "a nozzle that waits loses nothing";
}

}  // namespace
}  // namespace ooze::liquid_balance_test
