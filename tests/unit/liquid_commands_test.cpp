// Tests commands that act on liquid: push, freeze and thaw, erase. Tests also that commands queued at a step
// boundary can be applied without a step.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::liquid_commands_test {
namespace {

using namespace test;

/// Makes a block of plain liquid with some 1,000 particles, without gravity.
WorldSpec floatingBlock() {
  WorldSpec spec = busySpec();
  spec.materials = {material("water")};
  spec.liquids = {box({0.f, 0.f, 0.f}, {0.04f, 0.04f, 0.04f})};
  spec.emitters.clear();
  spec.bodies.clear();
  spec.settings.gravityY = 0.f;
  spec.settings.substeps = 0.f;
  return spec;
}

/// Makes a tank of 8 x 8 cm with a pool of the given height.
WorldSpec poolSpec(float height) {
  WorldSpec spec = floatingBlock();
  spec.settings.gravityY = -9.81f;
  SolidShape tank{.kind = SolidShape::SolidKind::Tank};
  tank.size = {0.04f, 0.2f, 0.04f};
  Body body = makeBody("tank", tank, Motion::Static);
  body.pose.position = body.previousPose.position = {0.f, 0.2f, 0.f};
  spec.bodies = {body};
  spec.liquids = {box({0.f, 0.5f * height, 0.f}, {0.04f, 0.5f * height, 0.04f})};
  spec.domain = Aabb{{-1.f, -1.f, -1.f}, {1.f, 2.f, 1.f}};
  return spec;
}

std::size_t frozenCount(const World& world) {
  const auto& flags = world.particles().frozen;
  return static_cast<std::size_t>(std::count(flags.begin(), flags.end(), 1));
}

void frames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

std::vector<Vec3> placesOfFrozen(const World& world) {
  const Particles& p = world.particles();
  std::vector<Vec3> places(p.nextId, Vec3(1e9f));
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.isFrozen(i)) places[p.id[i]] = p.position[i];
  return places;
}

TEST(Push, DrivesLiquidAwayAndDrawsItBack) {
  const auto spread = [](float acceleration) {
    World world(floatingBlock(), 2);
    frames(world, 20);
    world.submit(command("liquid.push", {0.f, 0.f, 0.f, 0.08f, acceleration}));
    frames(world, 10);
    const Particles& p = world.particles();
    double outward = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (const float r = glm::length(p.position[i]); r > 0.01f)
        outward += glm::dot(p.velocity[i], p.position[i] / r);
    return outward / static_cast<double>(p.size());
  };
  EXPECT_GT(spread(20.f), 0.1);
  EXPECT_LT(std::abs(spread(0.f)), 0.05);
  World world(floatingBlock(), 2);
  world.submit(command("liquid.push", {0.02f, 0.f, 0.f, 0.2f, -20.f}));
  frames(world, 30);
  EXPECT_GT(world.statistics().centroid.x, 0.01) << "drawn to the place";
}

TEST(Push, EndsWhenItsAccelerationIsSetToNothing) {
  World world(floatingBlock(), 2);
  world.submit(command("liquid.push", {0.f, 0.f, 0.f, 0.08f, 10.f}));
  frames(world, 5);
  world.submit(command("liquid.push", {0.f, 0.f, 0.f, 0.08f, 0.f}));
  world.advanceFrame();
  const double before = world.statistics().kineticEnergy;
  frames(world, 5);
  EXPECT_LE(world.statistics().kineticEnergy, before);
}

TEST(Push, MovesDynamicBodiesToo) {
  WorldSpec spec = solidsSpec();
  World world(spec, 1);
  world.submit(command("liquid.push", {-0.05f, 0.5f, 0.f, 0.1f, 5.f}));
  steps(world, 3);
  EXPECT_GT(bodyOf(world, "duck").velocity.x, 0.01f);
  EXPECT_EQ(bodyOf(world, "ground").velocity, Vec3(0.f));
}

TEST(Push, AtItsStrongestBlowsNothingUp) {
  for (const float acceleration : {1000.f, -1000.f})
    for (const float radius : {0.01f, 0.1f, 10.f}) {
      World world(poolSpec(0.06f), 2);
      world.submit(command("liquid.push", {0.01f, 0.03f, 0.f, radius, acceleration}));
      frames(world, 10);
      EXPECT_TRUE(world.rollBacks().empty()) << acceleration << " m/s^2 over " << radius << " m";
    }
}

TEST(Erase, TakesTheLiquidInTheBallAndNoOther) {
  World world(floatingBlock(), 1);
  const std::size_t before = world.particles().size();
  std::size_t inside = 0;
  for (std::size_t i = 0; i < before; ++i)
    if (glm::distance(world.particles().position[i], Vec3(0.02f, 0.f, 0.f)) <= 0.015f) ++inside;
  ASSERT_GT(inside, 20u);
  world.submit(command("liquid.erase", {0.02f, 0.f, 0.f, 0.015f}));
  world.applyCommands();
  EXPECT_EQ(world.particles().size(), before - inside);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    ASSERT_GT(glm::distance(world.particles().position[i], Vec3(0.02f, 0.f, 0.f)), 0.015f);
}

TEST(Freeze, StandsToTheBitAndMovesAgainWhenThawed) {
  World world(poolSpec(0.06f), 2);
  frames(world, 20);
  world.submit(command("liquid.freeze", {0.f, 0.f, 0.f, 0.03f}));
  world.step();
  const std::size_t count = frozenCount(world);
  ASSERT_GT(count, 50u);
  const std::vector<Vec3> before = placesOfFrozen(world);
  frames(world, 60);
  EXPECT_EQ(frozenCount(world), count);
  EXPECT_EQ(placesOfFrozen(world), before);
  EXPECT_EQ(world.snapshot()->frozen.size(), world.particles().size());

  world.submit(command("liquid.thaw", {0.f, 0.f, 0.f, 0.015f}));
  world.applyCommands();
  EXPECT_LT(frozenCount(world), count);
  EXPECT_GT(frozenCount(world), 0u);
  world.submit(command("liquid.thaw_all"));
  world.applyCommands();
  EXPECT_TRUE(world.particles().frozen.empty());
  EXPECT_TRUE(world.snapshot()->frozen.empty());
}

TEST(Freeze, AFrozenBlockCarriesAPoolWithoutALeak) {
  // The lower half of the pool is frozen. Viscosity is set to zero, and no particle may leak through the
  // frozen layer.
  World world(poolSpec(0.08f), 2);
  frames(world, 30);
  world.submit(command("liquid.freeze", {0.f, -0.96f, 0.f, 1.f}));
  world.submit(command("material.water.viscosity_linear", {0.f}));
  world.step();
  const std::size_t count = frozenCount(world);
  ASSERT_GT(count, 300u);
  float top = 0.f;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.isFrozen(i)) top = std::max(top, p.position[i].y);
  frames(world, 60);
  std::size_t through = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!p.isFrozen(i) && p.position[i].y < top - 0.5f * kH) ++through;
  EXPECT_EQ(through, 0u);
}

TEST(Freeze, ASheetOfFewLayersHoldsAPool) {
  WorldSpec spec = poolSpec(0.06f);
  SolidShape tank{.kind = SolidShape::SolidKind::Tank};
  tank.size = {0.04f, 1.f, 0.04f};
  spec.bodies = {makeBody("walls", tank, Motion::Static), ground()};
  World world(spec, 2);
  frames(world, 60);
  // Some two layers are frozen, then the ground below is removed.
  world.submit(command("liquid.freeze", {0.f, -0.988f, 0.f, 1.f}));
  world.submit(command("body.ground.present", {0.f}));
  world.applyCommands();
  const std::size_t count = frozenCount(world);
  ASSERT_GT(count, 80u);
  ASSERT_LT(count, 300u);
  frames(world, 120);
  std::size_t fallen = 0;
  for (const float y : world.particles().position.y) fallen += y < -0.01f;
  EXPECT_GT(world.statistics().lower.y, -0.01) << fallen << " have fallen through";
}

TEST(Freeze, ABodyRestsOnFrozenLiquid) {
  WorldSpec spec = poolSpec(0.06f);
  Body ball = dynamicBall("ball", {0.f, 0.11f, 0.f}, 0.02f);
  ball.density = 3000.f;
  spec.bodies.push_back(ball);
  World world(spec, 2);
  world.submit(command("liquid.freeze", {0.f, 0.f, 0.f, 1.f}));
  frames(world, 60);
  const Vec3 at = bodyOf(world, "ball").centre();
  EXPECT_GT(at.y, 0.07f);
  frames(world, 120);
  EXPECT_LT(glm::distance(bodyOf(world, "ball").centre(), at), 0.002f) << "it stays where it came to rest";
}

TEST(ApplyCommands, ShowsAnEditAtOnceAndReplaysToTheSameBits) {
  WorldSpec spec = busySpec();
  // The number of substeps is adaptive, so a stiffer material subdivides the remaining steps.
  spec.settings.substeps = 0.f;
  const auto play = [](World& world) {
    frames(world, 5);
    world.submit(command("liquid.erase", {0.f, 0.03f, 0.f, 0.02f}));
    world.applyCommands();
    world.submit(command("liquid.freeze", {0.f, 0.01f, 0.f, 0.02f}));
    world.applyCommands();
    steps(world, 1);
    // Two settings change in the middle of a frame and one changes back before the next step. Only the final
    // values count.
    world.submit(command("clavet.stiffness", {0.05f}));
    world.submit(command("clavet.volume_stiffness", {1.f}));
    world.applyCommands();
    world.submit(command("clavet.stiffness", {0.01f}));
    world.applyCommands();
    frames(world, 4);
    world.submit(command("liquid.push", {0.f, 0.f, 0.f, 0.05f, 30.f}));
    world.applyCommands();
    frames(world, 4);
  };
  World played(spec, 2);
  play(played);
  ASSERT_EQ(played.commandLog().size(), 6u);
  EXPECT_EQ(played.events(), 2u);
  for (const int threads : {1, 2, 7}) {
    World replayed(spec, threads);
    replayed.replay(played.commandLog());
    while (replayed.stepIndex() < played.stepIndex()) replayed.step();
    EXPECT_EQ(replayed.hash(), played.hash()) << threads << " threads";
  }
  World idle(spec, 1);
  while (idle.stepIndex() < played.stepIndex()) idle.step();
  EXPECT_NE(idle.hash(), played.hash());
}

TEST(ApplyCommands, InTheMiddleOfAFrameStillSplitsTheStepsThatAreLeft) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  World played(spec, 2);
  frames(played, 5);
  played.step();
  ASSERT_FALSE(played.atFrameBoundary());
  const int before = played.substeps();
  played.submit(command("liquid.cut", {0.f, -1.f, -1.f, 0.f, -1.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f, -1.f, 5.f}));
  played.applyCommands();
  played.step();
  EXPECT_GT(played.substeps(), before) << "faster liquid needs more substeps";
  frames(played, 2);
  World replayed(spec, 1);
  replayed.replay(played.commandLog());
  while (replayed.stepIndex() < played.stepIndex()) replayed.step();
  EXPECT_EQ(replayed.hash(), played.hash());
}

TEST(ApplyCommands, OfASaveBetweenApplyingAndSteppingGoOnToTheSameBits) {
  World world(busySpec(), 2);
  steps(world, 4);  // in the middle of a frame
  world.submit(command("liquid.freeze", {0.f, 0.03f, 0.f, 0.02f}));
  world.submit(command("world.substeps", {0.f}));
  world.submit(command("clavet.stiffness", {0.05f}));
  world.applyCommands();
  World again(busySpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.hash(), world.hash());
  steps(world, 20);
  steps(again, 20);
  EXPECT_EQ(again.hash(), world.hash());
  EXPECT_EQ(frozenCount(again), frozenCount(world));
  EXPECT_GT(frozenCount(again), 0u);
}

TEST(LiquidCommands, BadOnesAreRefused) {
  World world(floatingBlock(), 1);
  for (const CommandText& bad : std::vector<CommandText>{{"liquid.push", {0.f, 0.f, 0.f, 0.f, 1.f}},
                                                         {"liquid.push", {0.f, 0.f, 0.f, 0.1f, 1e6f}},
                                                         {"liquid.push", {0.f, 0.f, 0.f, 0.1f}},
                                                         {"liquid.freeze", {0.f, 0.f, NAN, 0.1f}},
                                                         {"liquid.thaw", {0.f, 0.f, 0.f, -0.1f}},
                                                         {"liquid.thaw_all", {1.f}},
                                                         {"liquid.erase", {0.f, 0.f, 0.f, 0.1f}, "text"},
                                                         {"liquid.erase"}})
    EXPECT_THROW(world.submit(parseCommand(bad)), InputError) << bad.target;
  world.applyCommands();
  EXPECT_TRUE(world.commandLog().empty());
}

}  // namespace
}  // namespace ooze::liquid_commands_test
