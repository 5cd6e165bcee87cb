// Tests of sleeping: resting liquid falls asleep, and every disturbance wakes it.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"

#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::sleep_test {
namespace {

using namespace test;

constexpr float kRadius = 0.01f;        // interaction radius h [m]
constexpr int kMaxFramesToSleep = 240;  // frames until a puddle of mud surely lies still

/// Returns a puddle of mud on the ground, two layers high.
WorldSpec puddle() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = kRadius;
  spec.materials = {loadMaterial("mud", "clavet")};
  const Vec3 half = Vec3(1.2f, 0.5f, 1.2f) * kRadius;
  spec.liquids = {box({0.f, half.y + 0.2f * kRadius, 0.f}, half)};
  spec.bodies = {ground()};
  return spec;
}

/// Advances a world until it sleeps.
/// @return whether the world sleeps after at most so many frames
bool fallsAsleep(World& world, int frames = kMaxFramesToSleep) {
  for (int f = 0; f < frames && !world.asleep(); ++f) world.advanceFrame();
  return world.asleep();
}

std::vector<Vec3> placesOf(const World& world) {
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < world.particles().size(); ++i) places.push_back(world.particles().position[i]);
  return places;
}

bool sameBits(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

void advanceFrames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

PoseKey key(double time, float height) { return {time, {{0.f, height, 0.f}, {1.f, 0.f, 0.f, 0.f}}}; }

/// Makes a kinematic ball that follows keys.
Body makeKeyedBall(std::vector<PoseKey> keys) {
  Body body = makeBody("ball", ball(kRadius), Motion::Kinematic);
  body.pose = body.previousPose = keys.front().pose;
  body.keys = std::move(keys);
  return body;
}

/// Returns the height of the highest particle [m].
double height(const World& world) { return world.statistics().upper.y; }

TEST(SleepingPuddle, KeepsItsPlaceToTheBitAndTakesNoStages) {
  World world(puddle(), 2);
  ASSERT_TRUE(fallsAsleep(world));
  EXPECT_EQ(world.statistics().asleep, world.particles().size());
  const std::vector<Vec3> places = placesOf(world);
  const double time = world.time();
  world.timer().clear();
  advanceFrames(world, 30);
  EXPECT_TRUE(world.asleep());
  EXPECT_NEAR(world.time() - time, 0.5, 1e-9);
  EXPECT_TRUE(sameBits(placesOf(world), places));
  EXPECT_EQ(world.statistics().maxSpeed, 0.0);
  for (std::size_t i = 0; i < places.size(); ++i) ASSERT_EQ(world.particles().velocity[i], Vec3(0.f));
  for (const auto& [stage, ms] : world.timer().stages())
    EXPECT_TRUE(stage != "relaxation" && stage != "neighbours" && stage != "collisions") << stage;
}

TEST(SleepingPuddle, NeverSleepsWhereNothingMay) {
  WorldSpec spec = puddle();
  spec.settings.sleep = 0.f;
  World world(spec, 2);
  EXPECT_FALSE(fallsAsleep(world));
  EXPECT_EQ(world.statistics().asleep, 0u);
}

TEST(SleepingPuddle, IsWokenByTheSettingAndSleepsAgain) {
  World world(puddle(), 2);
  ASSERT_TRUE(fallsAsleep(world));
  world.submit(command("world.sleep", {0.f}));
  advanceFrames(world, 1);
  EXPECT_FALSE(fallsAsleep(world, 60));
  world.submit(command("world.sleep", {1.f}));
  advanceFrames(world, 1);
  EXPECT_TRUE(fallsAsleep(world, 65));
}

TEST(SleepingPuddle, WakesWhenABodyHitsIt) {
  WorldSpec spec = puddle();
  spec.bodies.push_back(makeKeyedBall({key(0.0, 0.1f), key(4.0, 0.1f), key(4.25, 0.012f)}));
  World world(spec, 2);
  ASSERT_TRUE(fallsAsleep(world, 238));
  const std::vector<Vec3> places = placesOf(world);
  while (world.time() < 4.0 - 1e-9) world.advanceFrame();
  EXPECT_TRUE(world.asleep());
  EXPECT_TRUE(sameBits(placesOf(world), places));
  advanceFrames(world, 1);
  EXPECT_FALSE(world.asleep());
  advanceFrames(world, 15);
  // The ball now stands in the middle of the former puddle.
  for (std::size_t i = 0; i < places.size(); ++i)
    ASSERT_GT(glm::distance(world.particles().position[i], Vec3(0.f, 0.012f, 0.f)), 0.9f * kRadius);
}

TEST(SleepingPuddle, WakesWhenABodyJumpsIntoIt) {
  WorldSpec spec = puddle();
  spec.bodies.push_back(makeKeyedBall({key(0.0, 0.1f), key(4.0, 0.1f), key(4.0, 0.02f)}));
  World world(spec, 2);
  ASSERT_TRUE(fallsAsleep(world, 238));
  while (world.time() < 4.05) world.advanceFrame();
  EXPECT_FALSE(world.asleep());
}

TEST(SleepingPuddle, WakesWhenItIsPouredOn) {
  WorldSpec spec = puddle();
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.05f, 0.f};
  nozzle.radius = 0.8f * kRadius;
  nozzle.speed = 0.5f;
  nozzle.start = 4.0;
  nozzle.stop = 4.1;
  spec.emitters = {nozzle};
  World world(spec, 2);
  ASSERT_TRUE(fallsAsleep(world, 238));
  const double before = height(world);
  while (world.time() < 4.05) world.advanceFrame();
  EXPECT_FALSE(world.asleep());
  advanceFrames(world, 30);
  EXPECT_GT(height(world), before + 0.3 * kRadius);
  EXPECT_TRUE(fallsAsleep(world, 600)) << "and sleeps again when that lies still";
}

TEST(SleepingPuddle, WakesWhenItsWorldIsTilted) {
  WorldSpec spec = puddle();
  spec.timeline = {{4.0, command("world.gravity_x", {9.81f})}};
  World world(spec, 2);
  ASSERT_TRUE(fallsAsleep(world, 238));
  const double before = world.statistics().centroid.x;
  while (world.time() < 4.2) world.advanceFrame();
  EXPECT_FALSE(world.asleep());
  EXPECT_GT(world.statistics().centroid.x, before + 0.05 * kRadius);
}

/// Runs once for a command of each kind.
class WakingCommand : public testing::TestWithParam<Command> {};

TEST_P(WakingCommand, ASleepingPuddle) {
  WorldSpec spec = puddle();
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.05f, 0.f};
  nozzle.enabled = false;
  spec.emitters = {nozzle};
  const SolidShape wall{.kind = SolidShape::SolidKind::Box, .size = {0.005f, 0.03f, 0.03f}};
  spec.bodies.push_back(makeBody("wall", wall, Motion::Static));
  spec.bodies.back().pose.position = {0.04f, 0.03f, 0.f};
  World world(spec, 2);
  advanceFrames(world, 60);
  world.submit(
      command("liquid.freeze", {0.012f, 0.004f, 0.f, 0.004f}));  // liquid to be thawed and restored by undo
  ASSERT_TRUE(fallsAsleep(world));
  world.submit(GetParam());
  world.applyCommands();
  EXPECT_FALSE(world.asleep());
  World other(spec, 1);
  ASSERT_NO_THROW(restore(other, saved(world)));
  world.step(), other.step();
  EXPECT_FALSE(world.asleep());
  EXPECT_EQ(other.hash(), world.hash());
}

INSTANTIATE_TEST_SUITE_P(
    Every, WakingCommand,
    testing::Values(command("clavet.viscosity_linear", {5.f}), command("material.mud.stiffness", {0.5f}),
                    command("world.gravity_y", {-5.f}), command("world.substeps", {20.f}),
                    command("emitter.nozzle.enabled", {1.f}), command("body.wall.friction", {0.9f}),
                    command("body.wall.stickiness", {100.f}),
                    command("body.wall.place", {0.012f, 0.03f, 0.f, 1.f, 0.f, 0.f, 0.f}),
                    command("body.wall.scale", {2.f}),
                    command("bodies.add_sphere", {0.f, 0.1f, 0.f, 0.01f, 2000.f}), command("springs.add"),
                    command("springs.remove"), command("liquid.thaw_all"),
                    command("liquid.freeze", {0.f, 0.f, 0.f, 0.005f}),
                    command("liquid.erase", {0.f, 0.f, 0.f, 0.005f}),
                    command("liquid.cut", {-0.03f, 0.03f, 0.f, -0.03f, -0.01f, 0.f, 0.03f, -0.01f, 0.f, 0.03f,
                                           0.03f, 0.f, 0.1f}),
                    command("liquid.push", {0.f, 0.01f, 0.f, 0.02f, 20.f}),
                    command("liquid.grab", {0.f, 0.01f, 0.f, 0.01f}), command("edits.take_back", {1.f})),
    [](const auto& run) {
      std::string name = targetOf(run.param);
      for (char& c : name)
        if (c == '.') c = '_';
      return name;
    });

TEST(SleepingPuddle, IsAwakeWhileGrabbedOrBlown) {
  for (const Command& held : {command("liquid.grab", {0.f, 0.01f, 0.f, 0.01f}),
                              command("liquid.push", {0.f, 0.01f, 0.f, 0.02f, 1e-3f})}) {
    World world(puddle(), 2);
    ASSERT_TRUE(fallsAsleep(world));
    world.submit(held);
    for (int f = 0; f < 90; ++f) {
      world.advanceFrame();
      ASSERT_FALSE(world.asleep()) << targetOf(held) << ", frame " << f;
    }
  }
}

TEST(SleepingPuddle, SleepsAndWakesTogetherWithABodyThatLiesInIt) {
  World world(puddle(), 2);
  world.submit(command("bodies.add_box", {0.f, 0.03f, 0.f, 0.012f, 2500.f}));
  ASSERT_TRUE(fallsAsleep(world, 900));
  const Body& box = world.bodies().list.back();
  ASSERT_EQ(box.motion, Motion::Dynamic);
  ASSERT_LT(box.pose.position.y, 0.025f);
  const Pose pose = box.pose;
  const std::vector<Vec3> places = placesOf(world);
  advanceFrames(world, 10);
  EXPECT_EQ(std::memcmp(&world.bodies().list.back().pose, &pose, sizeof pose), 0);
  EXPECT_EQ(world.bodies().list.back().velocity, Vec3(0.f));
  EXPECT_TRUE(sameBits(placesOf(world), places));
  world.submit(command("world.gravity_y", {9.81f}));  // liquid and bodies fall up
  advanceFrames(world, 20);
  EXPECT_FALSE(world.asleep());
  EXPECT_GT(world.bodies().list.back().pose.position.y, pose.position.y + 0.05f);
}

TEST(SleepingPuddle, HasTheSameBitsAtAnyNumberOfThreads) {
  World one(puddle(), 1), seven(puddle(), 7);
  while (!one.asleep() && one.frameIndex() < kMaxFramesToSleep) {
    one.advanceFrame();
    seven.advanceFrame();
    ASSERT_EQ(one.hash(), seven.hash()) << "frame " << one.frameIndex();
  }
  EXPECT_TRUE(one.asleep() && seven.asleep());
}

/// A save of any moment, asleep or awake, continues to the same bits. Scrubbing restores such saves from any
/// other moment.
TEST(SleepingPuddle, ContinuesToTheSameBitsFromASaveOfAnyMoment) {
  WorldSpec spec = puddle();
  spec.timeline = {{4.0, command("world.gravity_x", {3.f})}};
  World world(spec, 2);
  ASSERT_TRUE(fallsAsleep(world));
  const std::uint64_t asleepAt = world.frameIndex();
  const std::uint64_t end = 4 * 60 + 10;
  while (world.frameIndex() < end) world.advanceFrame();
  const std::uint64_t hash = world.hash();

  World source(spec, 1);
  ASSERT_GT(asleepAt, 40u);
  for (const std::uint64_t frame : {asleepAt - 40, asleepAt - 7, asleepAt - 1, asleepAt, asleepAt + 9}) {
    while (source.frameIndex() < frame) source.advanceFrame();
    source.step();  // in the middle of a frame
    const auto bytes = saved(source);
    World other(spec, 3);
    advanceFrames(other, frame % 2 ? 5 : 200);  // the other world is awake or asleep
    restore(other, bytes);
    EXPECT_EQ(saved(other), bytes);
    EXPECT_EQ(other.asleep(), frame >= asleepAt);
    while (!other.asleep() && other.frameIndex() < asleepAt) other.advanceFrame();
    EXPECT_EQ(other.frameIndex(), std::max(asleepAt, frame)) << "from frame " << frame;
    while (other.frameIndex() < end) other.advanceFrame();
    EXPECT_FALSE(other.asleep());
    EXPECT_EQ(other.hash(), hash) << "from frame " << frame;
  }
}

TEST(SleepingPuddle, NeedsNothingNewOfASaveWhileItMoves) {
  const auto versionOf = [](const World& world) {
    const auto bytes = saved(world);
    return ByteReader(bytes).value<std::uint32_t>();
  };
  World world(puddle(), 2);
  world.advanceFrame();
  EXPECT_EQ(versionOf(world), 5u);
  ASSERT_TRUE(fallsAsleep(world));
  EXPECT_EQ(versionOf(world), 8u);
  WorldSpec awake = puddle();
  awake.settings.sleep = 0.f;
  World other(awake, 2);
  EXPECT_EQ(versionOf(other), 8u);
  const auto bytes = saved(other);
  World restored(puddle(), 1);
  restore(restored, bytes);
  EXPECT_EQ(restored.settings().sleep, 0.f);
}

TEST(SleepingPuddle, OfTheSecondMethodSleepsUnlessItsColoursMix) {
  for (const float mixing : {0.f, 1.f}) {
    WorldSpec spec = puddle();
    spec.method = "steele";
    spec.materials = {loadMaterial("steele_honey", "steele")};
    const auto& rows = findMethod("steele").parameters();
    spec.materials[0].values[findParameter(rows, "mixing")] = mixing;
    World world(spec, 2);
    EXPECT_EQ(fallsAsleep(world, 900), mixing == 0.f);
  }
}

}  // namespace
}  // namespace ooze::sleep_test
