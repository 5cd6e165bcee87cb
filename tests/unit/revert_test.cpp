// Tests of undoing events in the past while the world keeps running.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ooze::take_back_test {
namespace {

using namespace test;

/// Returns a world of dough only, some 300 particles with their springs.
WorldSpec doughSpec() {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  return spec;
}

using Springs = std::map<std::pair<std::uint32_t, std::uint32_t>, float>;
Springs springsOf(const World& world) {
  Springs springs;
  world.method().links()->visit([&](std::uint32_t a, std::uint32_t b, float rest) {
    springs[{a, b}] = rest;
  });
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
  world.submit(command("liquid.erase", {0.f, 0.03f, 0.f, 0.025f}));
  world.applyCommands();
  EXPECT_EQ(world.events(), 1u);
  const auto left = placesOf(world);
  ASSERT_LT(left.size(), before.size());
  steps(world, 3);
  const auto moved = placesOf(world);
  world.submit(command("edits.take_back", {1.f}));
  world.applyCommands();
  const auto after = placesOf(world);
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [id, at] : after) EXPECT_EQ(at, left.contains(id) ? moved.at(id) : before.at(id)) << id;
  for (const auto& [ends, rest] : springs) {
    if (left.contains(ends.first) && left.contains(ends.second)) continue;
    ASSERT_TRUE(springsOf(world).contains(ends));
    break;  // one lookup is slow enough; the sizes below cover the rest
  }
  EXPECT_GE(springsOf(world).size(), springs.size() * 99 / 100);
  steps(world, 20);
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST(TakeBack, TiesWhatWasCut) {
  World world(doughSpec(), 1);
  steps(world, 12);
  const Springs before = springsOf(world);
  world.submit(command("liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.f}));
  world.applyCommands();
  const Springs cut = springsOf(world);
  ASSERT_LT(cut.size(), before.size());
  world.submit(command("edits.take_back", {1.f}));
  world.applyCommands();
  EXPECT_EQ(springsOf(world), before);
}

TEST(TakeBack, BringsTheSpringSetBack) {
  WorldSpec spec = doughSpec();
  World world(spec, 1);
  steps(world, 12);
  const Springs before = springsOf(world);
  world.submit(command("springs.remove"));
  world.applyCommands();
  EXPECT_TRUE(springsOf(world).empty());
  world.submit(command("springs.add"));
  world.applyCommands();
  const Springs added = springsOf(world);
  EXPECT_NE(added, before);
  world.submit(command("edits.take_back", {2.f}));
  world.applyCommands();
  EXPECT_TRUE(springsOf(world).empty());
  world.submit(command("edits.take_back", {1.f}));
  world.applyCommands();
  EXPECT_EQ(springsOf(world), before);
}

TEST(TakeBack, ThawsWhatWasFrozenAndFreezesWhatWasThawed) {
  World world(doughSpec(), 1);
  steps(world, 12);
  world.submit(command("liquid.freeze", {0.02f, 0.03f, 0.f, 0.015f}));
  world.submit(command("liquid.freeze", {0.f, 0.03f, 0.f, 0.03f}));
  world.applyCommands();
  const std::size_t both = frozenCount(world);
  world.submit(command("edits.take_back", {2.f}));
  world.applyCommands();
  const std::size_t first = frozenCount(world);
  EXPECT_LT(first, both);
  EXPECT_GT(first, 0u) << "particles that were frozen before stay frozen";
  world.submit(command("liquid.thaw_all"));
  world.applyCommands();
  EXPECT_EQ(frozenCount(world), 0u);
  steps(world, 5);
  world.submit(command("edits.take_back", {3.f}));
  world.applyCommands();
  EXPECT_EQ(frozenCount(world), first);
}

TEST(TakeBack, TakesWhatWasAddedOutAndLeavesTheNamesOfTheOthers) {
  World world(solidsSpec(), 1);
  world.submit(command("bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("bodies.add_collider_box", {0.4f, 1.f, 0.f, 0.03f}));
  world.submit(command("bodies.add_box", {0.8f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("emitters.add", {0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f}));
  world.submit(command("emitters.add", {0.3f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 1.f}));
  world.step();
  EXPECT_EQ(world.events(), 5u);
  world.submit(command("edits.take_back", {2.f}));
  world.submit(command("edits.take_back", {4.f}));
  world.submit(command("body.dropped 3.friction", {0.5f}));
  world.submit(command("emitter.poured 2.speed", {0.5f}));
  world.step();
  ASSERT_EQ(world.bodies().list.size(), 5u);
  EXPECT_EQ(bodyOf(world, "dropped 3").friction, 0.5f);
  ASSERT_EQ(world.emitters().size(), 1u);
  EXPECT_EQ(world.emitters()[0].spec().speed, 0.5f);
  EXPECT_THROW(world.submit(command("body.placed 2.friction", {0.5f})), InputError);
  World again(solidsSpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.hash(), world.hash());
  // The number of the last body is free again, so that a redone edit gets its former name.
  world.submit(command("edits.take_back", {3.f}));
  world.submit(command("bodies.add_box", {0.8f, 1.f, 0.f, 0.03f, 300.f}));
  world.step();
  EXPECT_EQ(world.bodies().list.back().name, "dropped 2");
}

TEST(TakeBack, BringsBackTheBodiesThatWereClearedAsTheyWere) {
  World world(solidsSpec(), 1);
  world.submit(command("bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("bodies.add_collider_box", {0.4f, 1.f, 0.f, 0.03f}));
  world.submit(command("bodies.add_box", {0.8f, 1.f, 0.f, 0.03f, 300.f}));
  world.step();
  world.submit(command("edits.take_back", {1.f}));
  world.submit(command("body.dropped 3.stickiness", {7.f}));
  world.submit(command("body.dropped 3.velocity", {0.f, 0.f, 1.5f}));
  steps(world, 3);
  const std::uint64_t before = world.hash();
  const Body box = bodyOf(world, "dropped 3");
  const std::size_t count = world.bodies().list.size();
  world.submit(command("bodies.remove_added"));
  world.applyCommands();
  ASSERT_EQ(world.bodies().list.size(), count - 2);
  EXPECT_EQ(world.events(), 4u);
  World restored(solidsSpec(), 1);
  restore(restored, saved(world));
  for (World* w : {&world, &restored}) {
    steps(*w, 2);
    w->submit(command("edits.take_back", {4.f}));
    w->applyCommands();
    ASSERT_EQ(w->bodies().list.size(), count);
    EXPECT_EQ(w->bodies().list[count - 2].name, "placed 2");
    const Body& back = bodyOf(*w, "dropped 3");
    EXPECT_EQ(back.pose.position, box.pose.position);
    EXPECT_EQ(back.velocity, box.velocity);
    EXPECT_EQ(back.stickiness, 7.f);
    EXPECT_NE(w->hash(), before) << "time went on";
    steps(*w, 2);
    EXPECT_GT(bodyOf(*w, "dropped 3").pose.position.z, box.pose.position.z) << "it flies on";
  }
  EXPECT_EQ(restored.hash(), world.hash());
}

TEST(TakeBack, OfClearedBodiesLeavesThoseThatHaveTakenTheirNames) {
  World world(solidsSpec(), 1);
  world.submit(command("bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("bodies.add_sphere", {0.4f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("bodies.remove_added"));
  world.submit(command("bodies.add_box", {0.f, 2.f, 0.f, 0.03f, 300.f}));
  world.submit(command("edits.take_back", {3.f}));
  world.step();
  const std::vector<Body>& all = world.bodies().list;
  ASSERT_EQ(all.size(), 5u) << "three of the scene, the box and the second ball";
  EXPECT_EQ(all[all.size() - 2].name, "dropped 1");
  EXPECT_GT(all[all.size() - 2].pose.position.y, 1.5f) << "the box";
  EXPECT_EQ(all.back().name, "dropped 2");
}

/// Plays events of every kind, some undone soon, some later.
void playEvents(World& world, bool saveAndRestore) {
  steps(world, 12);
  world.submit(command("liquid.erase", {0.f, 0.04f, 0.f, 0.015f}));
  steps(world, 2);
  world.submit(command("liquid.freeze", {0.f, 0.f, 0.f, 0.02f}));
  steps(world, 2);
  world.submit(command("liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.2f}));
  steps(world, 3);
  world.submit(command("springs.add"));
  world.submit(command("bodies.add_sphere", {0.f, 0.2f, 0.f, 0.02f, 700.f}));
  steps(world, 4);
  if (saveAndRestore) {
    const auto bytes = saved(world);
    restore(world, bytes);
  }
  for (const float n : {3.f, 1.f}) {
    world.submit(command("edits.take_back", {n}));
    steps(world, 5);
  }
  world.submit(command("liquid.thaw", {0.f, 0.f, 0.f, 0.02f}));
  world.submit(command("edits.take_back", {5.f}));
  world.submit(command("edits.take_back", {6.f}));
  world.submit(command("edits.take_back", {4.f}));
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
  EXPECT_EQ(restored.hash(), played.hash()) << "undo records are part of a save";
}

TEST(TakeBack, RefusesWhatIsNotThereAnyMore) {
  World world(doughSpec(), 1);
  const auto refused = [&](float n) {
    try {
      world.submit(command("edits.take_back", {n}));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(1.f).find("no event 1; the last is 0"), std::string::npos);
  world.submit(command("liquid.freeze", {0.f, 0.03f, 0.f, 0.02f}));
  EXPECT_EQ(refused(1.f), "") << "it waits before it";
  world.step();
  EXPECT_NE(refused(1.f).find("undone already, or is too old to undo"), std::string::npos);
  EXPECT_NE(refused(0.f), "");
  for (int k = 0; k < 2; ++k) world.submit(command("liquid.freeze", {5.f, 0.f, 0.f, 0.02f}));
  world.step();
  EXPECT_NE(refused(2.5f), "") << "there are 2 and 3";
  for (std::size_t k = 0; k < kMaxUndoRecords + 1; ++k)
    world.submit(command("liquid.freeze", {5.f, 0.f, 0.f, 0.02f}));
  world.step();
  EXPECT_NE(refused(4.f).find("too old to undo"), std::string::npos);
  EXPECT_EQ(refused(5.f), "");
  world.step();
  // The event exists when its undo is submitted, but no longer when the undo is due.
  for (std::size_t k = 0; k < kMaxUndoRecords; ++k)
    world.submit(command("liquid.freeze", {5.f, 0.f, 0.f, 0.02f}));
  EXPECT_EQ(refused(6.f), "");
  world.step();
  EXPECT_EQ(world.events(), 3u + kMaxUndoRecords + 1u + kMaxUndoRecords);
}

TEST(TakeBack, RestoresNoMoreLiquidThanTheParticleLimit) {
  WorldSpec spec = doughSpec();
  World counted(spec, 1);
  spec.particleLimit = counted.particles().size();
  World world(spec, 1);
  world.submit(command("liquid.erase", {0.f, 0.03f, 0.f, 0.025f}));
  world.applyCommands();
  const std::size_t left = world.particles().size();
  ASSERT_LT(left + 10, spec.particleLimit);
  world.submit(command("emitters.add", {0.3f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f}));
  for (int n = 0; n < 200 && world.particles().size() < left + 10; ++n) world.step();
  ASSERT_GE(world.particles().size(), left + 10);
  world.submit(command("edits.take_back", {1.f}));
  world.applyCommands();
  EXPECT_EQ(world.particles().size(), spec.particleLimit);
  steps(world, 3);
}

TEST(TakeBack, OfACutOrAFreezeSparesWhatWasErasedSince) {
  World world(doughSpec(), 1);
  steps(world, 12);
  world.submit(command("liquid.freeze", {0.f, 0.03f, 0.f, 0.03f}));
  world.submit(command("liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 0.f}));
  world.submit(command("liquid.erase", {0.f, 0.03f, 0.f, 0.02f}));
  world.applyCommands();
  const std::size_t left = world.particles().size();
  ASSERT_GT(frozenCount(world), 0u);
  steps(world, 3);
  world.submit(command("edits.take_back", {2.f}));
  world.submit(command("edits.take_back", {1.f}));
  world.applyCommands();
  EXPECT_EQ(world.particles().size(), left);
  EXPECT_EQ(frozenCount(world), 0u);
  const auto places = placesOf(world);
  for (const auto& [ends, rest] : springsOf(world))
    EXPECT_TRUE(places.contains(ends.first) && places.contains(ends.second));
  // Erased liquid comes back in its former state: frozen.
  world.submit(command("edits.take_back", {3.f}));
  world.applyCommands();
  EXPECT_GT(world.particles().size(), left);
  steps(world, 20);
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST(TakeBack, AnUndoRecordThatWasChangedInASaveIsRefused) {
  World world(doughSpec(), 1);
  const auto before = placesOf(world);
  world.submit(command("liquid.erase", {0.f, 0.03f, 0.f, 0.025f}));
  world.applyCommands();
  const auto left = placesOf(world);
  const auto gone =
      std::find_if(before.begin(), before.end(), [&](const auto& p) { return !left.contains(p.first); });
  ASSERT_NE(gone, before.end());
  std::vector<std::byte> bytes = saved(world);
  const auto pattern = std::as_bytes(std::span(&gone->second, 1));
  const auto at = std::search(bytes.begin(), bytes.end(), pattern.begin(), pattern.end());
  ASSERT_NE(at, bytes.end());
  World again(doughSpec(), 1);
  EXPECT_NO_THROW(restore(again, bytes));
  *at ^= std::byte{1};
  EXPECT_THROW(restore(again, bytes), InputError);
}

}  // namespace
}  // namespace ooze::take_back_test
