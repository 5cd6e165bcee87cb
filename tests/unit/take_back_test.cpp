// Events taken back while the world runs on.
#include "ooze/base/error.h"

#include "unit/body_world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ooze {
namespace {

using namespace test;

/// Dough and nothing else, some 300 particles with their springs.
WorldSpec doughSpec() {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  return spec;
}

using Springs = std::map<std::pair<std::uint32_t, std::uint32_t>, float>;
Springs springsOf(const World& world) {
  Springs springs;
  world.method().visitSprings([&](std::uint32_t a, std::uint32_t b, float rest) { springs[{a, b}] = rest; });
  return springs;
}

std::map<std::uint32_t, Vec3> placesOf(const World& world) {
  std::map<std::uint32_t, Vec3> places;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) places[p.id[i]] = p.position[i];
  return places;
}

std::size_t frozenCount(const World& world) {
  const auto& flags = world.particles().frozen;
  return static_cast<std::size_t>(std::count(flags.begin(), flags.end(), 1));
}

TEST(TakeBack, PutsErasedLiquidBackWhereItWas) {
  World world(doughSpec(), 1);
  steps(world, 12);
  const auto before = placesOf(world);
  const Springs springs = springsOf(world);
  ASSERT_GT(springs.size(), 1000u);
  world.submit({"liquid.erase", {0.f, 0.03f, 0.f, 0.025f}});
  world.applyCommands();
  EXPECT_EQ(world.events(), 1u);
  const auto left = placesOf(world);
  ASSERT_LT(left.size(), before.size());
  steps(world, 3);
  const auto moved = placesOf(world);
  world.submit({"edits.take_back", {1.f}});
  world.applyCommands();
  const auto after = placesOf(world);
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [id, at] : after) EXPECT_EQ(at, left.contains(id) ? moved.at(id) : before.at(id)) << id;
  for (const auto& [ends, rest] : springs) {
    if (left.contains(ends.first) && left.contains(ends.second)) continue;
    ASSERT_TRUE(springsOf(world).contains(ends));
    break;  // one lookup of so many is enough to be slow; the sizes tell the rest
  }
  EXPECT_GE(springsOf(world).size(), springs.size() * 99 / 100);
  steps(world, 20);
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST(TakeBack, TiesWhatWasCut) {
  World world(doughSpec(), 1);
  steps(world, 12);
  const Springs before = springsOf(world);
  world.submit({"liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.f}});
  world.applyCommands();
  const Springs cut = springsOf(world);
  ASSERT_LT(cut.size(), before.size());
  world.submit({"edits.take_back", {1.f}});
  world.applyCommands();
  EXPECT_EQ(springsOf(world), before);
}

TEST(TakeBack, BringsTheSpringSetBack) {
  WorldSpec spec = doughSpec();
  World world(spec, 1);
  steps(world, 12);
  const Springs before = springsOf(world);
  world.submit({"springs.remove", {}});
  world.applyCommands();
  EXPECT_TRUE(springsOf(world).empty());
  world.submit({"springs.add", {}});
  world.applyCommands();
  const Springs added = springsOf(world);
  EXPECT_NE(added, before);
  world.submit({"edits.take_back", {2.f}});
  world.applyCommands();
  EXPECT_TRUE(springsOf(world).empty());
  world.submit({"edits.take_back", {1.f}});
  world.applyCommands();
  EXPECT_EQ(springsOf(world), before);
}

TEST(TakeBack, ThawsWhatWasFrozenAndFreezesWhatWasThawed) {
  World world(doughSpec(), 1);
  steps(world, 12);
  world.submit({"liquid.freeze", {0.02f, 0.03f, 0.f, 0.015f}});
  world.submit({"liquid.freeze", {0.f, 0.03f, 0.f, 0.03f}});
  world.applyCommands();
  const std::size_t both = frozenCount(world);
  world.submit({"edits.take_back", {2.f}});
  world.applyCommands();
  const std::size_t first = frozenCount(world);
  EXPECT_LT(first, both);
  EXPECT_GT(first, 0u) << "what was frozen before stays so";
  world.submit({"liquid.thaw_all", {}});
  world.applyCommands();
  EXPECT_EQ(frozenCount(world), 0u);
  steps(world, 5);
  world.submit({"edits.take_back", {3.f}});
  world.applyCommands();
  EXPECT_EQ(frozenCount(world), first);
}

TEST(TakeBack, TakesWhatWasAddedOutAndLeavesTheNamesOfTheOthers) {
  World world(solidsSpec(), 1);
  world.submit({"bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}});
  world.submit({"bodies.add_collider_box", {0.4f, 1.f, 0.f, 0.03f}});
  world.submit({"bodies.add_box", {0.8f, 1.f, 0.f, 0.03f, 300.f}});
  world.submit({"emitters.add", {0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f}});
  world.submit({"emitters.add", {0.3f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 1.f}});
  world.step();
  EXPECT_EQ(world.events(), 5u);
  world.submit({"edits.take_back", {2.f}});
  world.submit({"edits.take_back", {4.f}});
  world.submit({"body.dropped 3.friction", {0.5f}});
  world.submit({"emitter.poured 2.speed", {0.5f}});
  world.step();
  ASSERT_EQ(world.bodies().list.size(), 5u);
  EXPECT_EQ(bodyOf(world, "dropped 3").friction, 0.5f);
  ASSERT_EQ(world.emitters().size(), 1u);
  EXPECT_EQ(world.emitters()[0].spec().speed, 0.5f);
  EXPECT_THROW(world.submit({"body.placed 2.friction", {0.5f}}), InputError);
  World again(solidsSpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.hash(), world.hash());
  // The last one's number is free again, so that an edit done again has its name again.
  world.submit({"edits.take_back", {3.f}});
  world.submit({"bodies.add_box", {0.8f, 1.f, 0.f, 0.03f, 300.f}});
  world.step();
  EXPECT_EQ(world.bodies().list.back().name, "dropped 2");
}

/// A run of every kind of event, some taken back at once, some later.
void playEvents(World& world, bool saveAndRestore) {
  steps(world, 12);
  world.submit({"liquid.erase", {0.f, 0.04f, 0.f, 0.015f}});
  steps(world, 2);
  world.submit({"liquid.freeze", {0.f, 0.f, 0.f, 0.02f}});
  steps(world, 2);
  world.submit({"liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.2f}});
  steps(world, 3);
  world.submit({"springs.add", {}});
  world.submit({"bodies.add_sphere", {0.f, 0.2f, 0.f, 0.02f, 700.f}});
  steps(world, 4);
  if (saveAndRestore) {
    const auto bytes = saved(world);
    restore(world, bytes);
  }
  for (const float n : {3.f, 1.f}) {
    world.submit({"edits.take_back", {n}});
    steps(world, 5);
  }
  world.submit({"liquid.thaw", {0.f, 0.f, 0.f, 0.02f}});
  world.submit({"edits.take_back", {5.f}});
  world.submit({"edits.take_back", {6.f}});
  world.submit({"edits.take_back", {4.f}});
  steps(world, 5);
}

TEST(TakeBack, OfAMixedSequenceReplaysToTheSameBits) {
  World played(busySpec(), 2);
  playEvents(played, false);
  EXPECT_EQ(played.events(), 6u);
  for (const int threads : {1, 7}) {
    World replayed(busySpec(), threads);
    replayed.replay(played.commandLog());
    steps(replayed, static_cast<int>(played.stepIndex()));
    EXPECT_EQ(replayed.hash(), played.hash()) << threads << " threads";
  }
  World restored(busySpec(), 1);
  playEvents(restored, true);
  EXPECT_EQ(restored.hash(), played.hash()) << "what is kept is part of a save";
}

TEST(TakeBack, RefusesWhatIsNotThereAnyMore) {
  World world(doughSpec(), 1);
  const auto refused = [&](float n) {
    try {
      world.submit({"edits.take_back", {n}});
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(1.f).find("no event 1; the last is 0"), std::string::npos);
  world.submit({"liquid.freeze", {0.f, 0.03f, 0.f, 0.02f}});
  EXPECT_EQ(refused(1.f), "") << "it waits before it";
  world.step();
  EXPECT_NE(refused(1.f).find("taken back already, or is too long ago"), std::string::npos);
  EXPECT_NE(refused(1.5f), "");
  EXPECT_NE(refused(0.f), "");
  for (std::size_t k = 0; k < kMostKeptEvents + 1; ++k)
    world.submit({"liquid.freeze", {5.f, 0.f, 0.f, 0.02f}});
  world.step();
  EXPECT_NE(refused(2.f).find("too long ago"), std::string::npos);
  EXPECT_EQ(refused(3.f), "");
}

}  // namespace
}  // namespace ooze
