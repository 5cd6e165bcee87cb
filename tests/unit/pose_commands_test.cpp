// Tests of commands that set the pose and the scale of a body, and that add permanent nozzles.
#include "ooze/base/error.h"

#include "bodies/scaled_body.h"
#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::place_commands_test {
namespace {

using namespace test;
using testing::HasSubstr;

const std::vector<float> kPlace{0.1f, 0.4f, 0.2f, std::sqrt(0.5f), 0.f, std::sqrt(0.5f), 0.f};

TEST(PlaceCommand, PutsABodyThereTurnedAndAtRest) {
  World world(solidsSpec(), 1);
  world.submit(command("body.duck.velocity", {1.f, 2.f, 0.f}));
  world.submit(command("body.duck.angular_velocity", {0.f, 3.f, 0.f}));
  steps(world, 4);
  world.submit(command("body.duck.place", kPlace));
  world.step();
  const Body& duck = bodyOf(world, "duck");
  EXPECT_EQ(duck.pose.position, Vec3(0.1f, 0.4f, 0.2f));
  EXPECT_NEAR(glm::degrees(glm::angle(duck.pose.orientation)), 90.f, 1e-3f);
  EXPECT_EQ(duck.velocity, Vec3(0.f));
  EXPECT_EQ(duck.angularVelocity, Vec3(0.f));
}

TEST(PlaceCommand, RefusesWhatFollowsKeysAndWhatIsNoTurn) {
  World world(solidsSpec(), 1);
  EXPECT_THAT(errorMessageOf([&] { world.submit(command("body.foot.place", kPlace)); }),
              HasSubstr("follows its keys"));
  EXPECT_THAT(errorMessageOf([&] {
                world.submit(command("body.duck.place", {0, 0, 0, 0, 0, 0, 0}));
              }),
              HasSubstr("unit quaternion"));
  EXPECT_THAT(errorMessageOf([&] {
                world.submit(command("body.duck.place", {0, 0, 0, 1}));
              }),
              HasSubstr("takes 7 numbers"));
  EXPECT_THAT(errorMessageOf([&] {
                world.submit(command("body.duck.place", {2e4f, 0, 0, 1, 0, 0, 0}));
              }),
              HasSubstr("out of range"));
}

TEST(ScaleCommand, MakesASolidLargerAboutItsOriginAndHeavier) {
  World world(solidsSpec(), 1);
  const double mass = bodyOf(world, "duck").mass();
  world.submit(command("body.duck.scale", {2.f}));
  world.step();
  const Body& duck = bodyOf(world, "duck");
  EXPECT_EQ(world.value("body.duck.scale"), 2.f);
  EXPECT_NEAR(duck.shape->distance({0.1f, 0.f, 0.f}), 0.1f - 0.04f, 1e-6f);
  EXPECT_NEAR(duck.mass(), 8.0 * mass, 1e-6 * mass);
  EXPECT_EQ(duck.solid.size.x, 0.04f);
  world.submit(command("body.duck.scale", {1.f}));
  world.step();
  EXPECT_EQ(bodyOf(world, "duck").mass(), mass) << "from what it was made with, not from what it was";
  EXPECT_THAT(errorMessageOf([&] { world.submit(command("body.ground.scale", {2.f})); }),
              HasSubstr("has no size"));
  EXPECT_THAT(errorMessageOf([&] { world.submit(command("body.duck.scale", {0.01f})); }),
              HasSubstr("out of range"));
}

TEST(ScaledDistance, ScalesDistancesAndFaces) {
  const ShapePtr box = makeBox({0.1f, 0.2f, 0.3f}), large = makeScaledDistance(box, 3.f);
  for (const Vec3& p : {Vec3(0.5f, 0.f, 0.f), Vec3(0.2f, 0.5f, 0.8f), Vec3(0.f, 0.9f, 1.2f)}) {
    EXPECT_NEAR(large->distance(p), makeBox({0.3f, 0.6f, 0.9f})->distance(p), 1e-6f);
    EXPECT_NEAR(large->sample(p).distance, large->distance(p), 1e-6f);
    EXPECT_NEAR(glm::distance(large->sample(p).normal, box->sample(p / 3.f).normal), 0.f, 1e-6f);
  }
  EXPECT_EQ(large->facesWithin({0.31f, 0.f, 0.f}, 0.05f).count, 1u);
  EXPECT_NEAR(large->bounds().upper.z, 0.9f, 1e-6f);
}

TEST(PlacedWorlds, ReplayAndRestoreToTheSameHash) {
  const auto edited = [] {
    World world(solidsSpec(), 1);
    world.submit(command("bodies.add_box", {0.2f, 0.5f, 0.1f, 0.03f, 400.f}));
    world.submit(command("emitters.add", {0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f, 1.f}));
    steps(world, 3);
    world.submit(command("body.duck.place", kPlace));
    world.submit(command("body.dropped 1.scale", {1.5f}));
    world.submit(command("body.duck.scale", {0.5f}));
    world.submit(command("world.gravity_y", {-9.81f}));
    steps(world, 7);
    return world;
  };
  World world = edited(), replayed(solidsSpec(), 2), restored(solidsSpec(), 2);
  replayed.replay(world.commandLog());
  while (replayed.stepIndex() < world.stepIndex()) replayed.step();
  EXPECT_EQ(replayed.hash(), world.hash());
  restore(restored, saved(world));
  EXPECT_EQ(restored.hash(), world.hash());
  EXPECT_EQ(bodyOf(restored, "dropped 1").scale, 1.5f);
  EXPECT_EQ(restored.emitters().back().spec().name, "spout 1");
  for (World* w : {&world, &restored, &replayed}) steps(*w, 9);
  EXPECT_EQ(replayed.hash(), world.hash());
  EXPECT_EQ(restored.hash(), world.hash());

  // A body that undo brings back has its former scale.
  world.submit(command("bodies.remove_added"));
  world.step();
  World without(solidsSpec(), 1);
  restore(without, saved(world));
  for (World* w : {&world, &without}) {
    w->submit(command("edits.take_back", {static_cast<float>(w->events())}));
    w->step();
    EXPECT_EQ(bodyOf(*w, "dropped 1").scale, 1.5f);
  }
  EXPECT_EQ(without.hash(), world.hash());
}

TEST(PlacedNozzles, StayAndShareTheRunningNumberWithThoseOfAHand) {
  World world(solidsSpec(), 1);
  const std::vector<float> nozzle{0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 0.f};
  std::vector<float> stays = nozzle;
  stays.push_back(1.f);
  world.submit(command("emitters.add", nozzle));
  world.submit(command("emitters.add", stays));
  world.submit(command("emitter.spout 2.speed", {0.5f}));
  world.step();
  EXPECT_EQ(world.emitters().at(0).spec().name, "poured 1");
  EXPECT_EQ(world.emitters().at(1).spec().name, "spout 2");
  EXPECT_EQ(world.value("emitter.spout 2.speed"), 0.5f);
  WorldSpec taken = solidsSpec();
  taken.emitters.push_back(world.emitters().at(1).spec());
  EXPECT_THAT(errorMessageOf([&] { World other(taken, 1); }), HasSubstr("is reserved for"));
}

}  // namespace
}  // namespace ooze::place_commands_test
