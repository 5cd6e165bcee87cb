// Tests of saves: the same bits at any number of threads and after a restore, and validation of damaged
// saves.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <span>
#include <vector>

namespace ooze::world_save_test {
namespace {

using namespace test;

TEST(WorldHash, IsTheSameAtAnyNumberOfThreadsAfterEveryFrame) {
  World one(busySpec(), 1), two(busySpec(), 2), seven(busySpec(), 7);
  std::set<std::uint64_t> seen;
  for (int f = 0; f < 25; ++f) {
    one.advanceFrame();
    two.advanceFrame();
    seven.advanceFrame();
    ASSERT_EQ(two.hash(), one.hash()) << "frame " << f;
    ASSERT_EQ(seven.hash(), one.hash()) << "frame " << f;
    seen.insert(one.hash());
  }
  EXPECT_EQ(seen.size(), 25u);
}

TEST(WorldHash, DoesNotDependOnAnotherWorldBesideIt) {
  WorldSpec otherSpec = busySpec();
  otherSpec.settings.gravityX = 3.f;
  otherSpec.seed = 99;
  World alone(busySpec(), 1);
  World a(busySpec(), 2), b(otherSpec, 2);
  for (int s = 0; s < 20; ++s) {
    alone.step();
    a.step();
    b.step();
    b.step();
    if (s == 10) b.submit(command("clavet.stiffness", {0.1f}));
  }
  EXPECT_EQ(a.hash(), alone.hash());
  EXPECT_NE(b.hash(), alone.hash());
}

TEST(WorldHash, SeesEverythingThatALaterStepDependsOn) {
  const std::uint64_t plain = World(busySpec(), 1).hash();
  EXPECT_EQ(World(busySpec(), 2).hash(), plain);
  for (const auto& change : std::vector<std::function<void(WorldSpec&)>>{
           [](WorldSpec& s) { s.settings.gravityX = 1.f; }, [](WorldSpec& s) { s.settings.substeps = 4.f; },
           [](WorldSpec& s) { s.settings.sleep = 0.f; }, [](WorldSpec& s) { s.seed = 2; },
           [](WorldSpec& s) { s.materials[1].values[0] += 1.f; },
           [](WorldSpec& s) { s.emitters[0].speed *= 1.001f; },
           [](WorldSpec& s) { s.bodies[0].pose.position.y += 1e-4f; },
           [](WorldSpec& s) { s.liquids[0].velocity.x = 1e-4f; }}) {
    WorldSpec spec = busySpec();
    change(spec);
    EXPECT_NE(World(spec, 1).hash(), plain);
  }
}

TEST(WorldSave, ContinuesToTheSameBitsFromTheMiddleOfAFrame) {
  WorldSpec spec = busySpec();
  spec.timeline = {{0.08, command("clavet.viscosity_quadratic", {0.7f})}};
  World world(spec, 2);
  world.replay({{20, command("emitter.nozzle.speed", {1.1f})}});
  steps(world, 10);
  ASSERT_FALSE(world.atFrameBoundary());
  world.submit(
      command("clavet.viscosity_linear", {0.9f}));  // queued for the next step, and saved in the queue
  const auto bytes = saved(world);
  steps(world, 30);

  World other(spec, 1);
  steps(other, 3);  // the other world has a different history
  other.submit(command("world.gravity_x", {4.f}));
  restore(other, bytes);
  EXPECT_EQ(other.stepIndex(), 10u);
  EXPECT_EQ(saved(other), bytes);
  steps(other, 30);
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_EQ(other.commandLog().size(), world.commandLog().size());
  EXPECT_EQ(other.value("emitter.nozzle.speed"), 1.1f);
}

// Threads write many rows of springs at once. Erased particles leave gaps in the rows.
TEST(WorldSave, HasTheSameBytesFromAnyNumberOfThreads) {
  WorldSpec spec = busySpec();
  spec.liquids = {box({0.f, 0.09f, 0.f}, Vec3(0.08f))};  // some thousands of particles
  World one(spec, 1), four(spec, 4);
  for (World* world : {&one, &four}) {
    for (int s = 0; s < 4; ++s) world->step();
    world->submit(command("liquid.erase", {0.f, 0.09f, 0.f, 0.05f}));
    world->applyCommands();
  }
  ASSERT_GT(one.particles().size(), 3000u);
  const std::vector<std::byte> bytes = saved(one);
  EXPECT_TRUE(saved(four) == bytes);
  World back(spec, 3);
  restore(back, bytes);
  EXPECT_EQ(back.method().links()->count(), one.method().links()->count());
  for (World* world : {&one, &four, &back}) world->advanceFrame();
  EXPECT_EQ(four.hash(), one.hash());
  EXPECT_EQ(back.hash(), one.hash());
}

TEST(WorldSave, ADamagedOneIsRefusedAndTheWorldStays) {
  World world(busySpec(), 1);
  steps(world, 8);
  const auto bytes = saved(world);
  World target(busySpec(), 1);
  steps(target, 5);
  const std::uint64_t before = target.hash();
  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97)
    EXPECT_THROW(restore(target, std::span(bytes).first(length)), InputError)
        << length << " of " << bytes.size();
  EXPECT_EQ(target.hash(), before);

  WorldSpec otherSpec = busySpec();
  otherSpec.methodSettings.interactionRadius = 0.5f * kH;
  World other(otherSpec, 1);
  EXPECT_THROW(restore(other, bytes), InputError) << "a save of another resolution";
  otherSpec = busySpec();
  otherSpec.materials.pop_back();
  otherSpec.emitters.clear();
  World fewer(otherSpec, 1);
  EXPECT_THROW(restore(fewer, bytes), InputError) << "a save with another material";
}

TEST(WorldSave, InvalidWaitingCommandsAreRefused) {
  World world(busySpec(), 1);
  world.step();
  world.replay({{20, command("emitter.nozzle.speed", {1.25f})}});
  auto bytes = saved(world);
  const float value = 1.25f, nan = std::numeric_limits<float>::quiet_NaN();
  const auto valueBytes = std::as_bytes(std::span(&value, 1));
  const auto at = std::search(bytes.rbegin(), bytes.rend(), valueBytes.rbegin(), valueBytes.rend());
  ASSERT_NE(at, bytes.rend());
  std::memcpy(&*(at.base() - sizeof(float)), &nan, sizeof(float));
  World target(busySpec(), 1);
  const std::uint64_t before = target.hash();
  EXPECT_THROW(restore(target, bytes), InputError);
  EXPECT_EQ(target.hash(), before);
}

TEST(WorldSave, OfAWorldWithoutLiquidIsRestored) {
  WorldSpec spec = busySpec();
  spec.liquids.clear();
  World world(spec, 1), restored(spec, 1);
  world.submit(command("emitter.nozzle.enabled", {0.f}));
  world.submit(command("emitter.nozzle.stop", {5.f}));
  for (int f = 0; f < 3; ++f) world.advanceFrame();
  ASSERT_EQ(world.particles().size(), 0u);
  restore(restored, saved(world));
  EXPECT_EQ(restored.hash(), world.hash());
}

TEST(WorldSave, ANozzleThatNoCommandCouldHaveSetIsRefused) {
  WorldSpec spec = busySpec();
  spec.emitters[0].speed = 0.8125f;
  spec.emitters[0].radius = 0.015625f;
  World world(spec, 1);
  world.step();
  const auto sound = saved(world);
  // A save holds each nozzle's position, direction, a byte, radius, speed, a byte, and travelled distance.
  const std::array<float, 2> known{spec.emitters[0].radius, spec.emitters[0].speed};
  const auto pattern = std::as_bytes(std::span(known));
  const auto found = std::search(sound.begin(), sound.end(), pattern.begin(), pattern.end());
  ASSERT_NE(found, sound.end());
  const auto radius = found - sound.begin();
  const auto position = radius - 25, direction = radius - 13, speed = radius + 4, travelled = radius + 9;

  World target(spec, 1);
  ASSERT_NO_THROW(restore(target, sound));
  const std::uint64_t before = target.hash();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const auto at : {position, direction, radius, speed, travelled})
    for (const float bad : {kNan, kInfinity, -1e30f, 1e30f}) {
      auto bytes = sound;
      std::memcpy(bytes.data() + at, &bad, sizeof bad);
      EXPECT_THROW(restore(target, bytes), InputError) << bad << " at " << at - radius << " from the radius";
    }
  EXPECT_EQ(target.hash(), before);
}

}  // namespace
}  // namespace ooze::world_save_test
