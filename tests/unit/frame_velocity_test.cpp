// Tests the frame velocity of particles: the mean velocity over the last frame, or since the frame began.
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string_view>
#include <vector>

namespace ooze::frame_velocity_test {
namespace {

using namespace test;

constexpr float kFrame = 1.f / 60.f;  // duration of a frame [s]

/// Rounding error of a velocity from two positions within a metre of the origin, over a frame or less [m/s].
constexpr float kRounding = 4.f * std::numeric_limits<float>::epsilon() / kFrame;

/// Makes a world with materials and the ground, without liquid.
WorldSpec emptySpec(float substeps) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = substeps;
  spec.liquids.clear();
  spec.emitters.clear();
  return spec;
}

WorldSpec weightless(float substeps) {
  WorldSpec spec = emptySpec(substeps);
  spec.settings.gravityY = 0.f;
  spec.bodies.clear();
  return spec;
}

/// Makes a brick of dough high above the ground, thrown sideways.
WorldSpec thrownBrick(float substeps) {
  WorldSpec spec = emptySpec(substeps);
  spec.liquids = {box({0.f, 0.8f, 0.f}, Vec3(0.02f))};
  spec.liquids[0].velocity = {0.3f, -0.5f, 0.1f};
  return spec;
}

/// Makes a nozzle that lets out a single particle, after a third of a frame.
WorldSpec oneParticle(float substeps) {
  WorldSpec spec = weightless(substeps);
  EmitterSpec nozzle;
  nozzle.radius = 0.001f;
  nozzle.speed = 1.2f;
  nozzle.particleLimit = 1;
  spec.emitters = {nozzle};
  return spec;
}

/// Makes a tank with some 400 particles of thick water.
WorldSpec stillPool() {
  WorldSpec spec = emptySpec(8.f);
  clavet::Material thick;
  thick.stiffness = 0.06f, thick.nearStiffness = 0.15f, thick.volumeStiffness = 4.f;
  thick.viscosityLinear = 5.f;
  spec.materials = {material("thick water", thick)};
  spec.liquids = {box({0.f, 0.025f, 0.f}, {0.03f, 0.025f, 0.03f})};
  Body tank =
      makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = {0.03f, 0.1f, 0.03f}}, Motion::Static);
  tank.pose.position = {0.f, 0.1f, 0.f};
  spec.bodies = {tank};
  return spec;
}

/// Returns a value for each particle id, and NaN for ids without a particle.
template <class Of>
std::vector<Vec3> byId(const World& world, const Of& of) {
  const Particles& p = world.particles();
  std::vector<Vec3> values(p.nextId, Vec3(std::numeric_limits<float>::quiet_NaN()));
  for (std::size_t i = 0; i < p.size(); ++i) values[p.id[i]] = of(i);
  return values;
}

std::vector<Vec3> places(const World& world) {
  return byId(world, [&](std::size_t i) { return world.particles().position[i]; });
}

std::vector<Vec3> frameVelocities(const World& world) {
  return byId(world, [&](std::size_t i) { return world.frameVelocity(i); });
}

std::vector<Vec3> particleVelocities(const World& world) {
  return byId(world, [&](std::size_t i) { return world.particles().velocity[i]; });
}

double rms(const std::vector<Vec3>& values) {
  double sum = 0.0;
  for (const Vec3& v : values) sum += glm::dot(v, v);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

void expectNear(const std::vector<Vec3>& a, const std::vector<Vec3>& b, float within, std::string_view what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t id = 0; id < a.size(); ++id)
    ASSERT_LE(glm::distance(a[id], b[id]), within) << what << ", particle " << id;
}

std::vector<Vec3> meanVelocities(const std::vector<Vec3>& from, const std::vector<Vec3>& to, float seconds) {
  std::vector<Vec3> means;
  for (std::size_t id = 0; id < from.size(); ++id) means.push_back((to[id] - from[id]) / seconds);
  return means;
}

TEST(FrameVelocity, OfAFallingBrickIsItsMeanOverTheFrame) {
  for (const float substeps : {1.f, 5.f}) {
    World world(thrownBrick(substeps), 1);
    expectNear(frameVelocities(world), particleVelocities(world), 0.f, "before the first step");
    for (int f = 0; f < 8; ++f) {
      const std::vector<Vec3> before = places(world);
      world.advanceFrame();
      expectNear(frameVelocities(world), meanVelocities(before, places(world), kFrame), kRounding,
                 "at the frame's end");
    }
    // After n steps of dt, free fall has added n dt g to the velocity. Each step moves the particle at its
    // velocity of that step (symplectic Euler).
    const double g = 9.81, dt = kFrame / substeps;
    const double mean = -0.5 - g * 7 * kFrame - g * 0.5 * (kFrame + dt);
    const auto shot = world.snapshot();
    for (std::size_t i = 0; i < shot->velocities.size(); ++i)
      ASSERT_EQ(shot->velocities[i], world.frameVelocity(i));
    const Statistics s = world.statistics();
    EXPECT_NEAR(s.momentum.y / s.mass, mean, 1e-4);
    EXPECT_NEAR(s.momentum.x / s.mass, 0.3, 1e-4);
  }
}

TEST(FrameVelocity, InTheMiddleOfAFrameIsTheMeanSinceItBegan) {
  World world(thrownBrick(5.f), 1);
  world.advanceFrame();
  const std::vector<Vec3> before = places(world);
  for (int s = 1; s <= 5; ++s) {
    world.step();
    const float seconds = kFrame * static_cast<float>(s) / 5.f;
    expectNear(frameVelocities(world), meanVelocities(before, places(world), seconds), 5.f * kRounding,
               "mid-frame");
  }
}

TEST(FrameVelocity, OfAParticleBornInTheMiddleOfAFrameIsTheNozzles) {
  World world(oneParticle(9.f), 1);
  while (world.particles().size() == 0) world.step();
  ASSERT_EQ(world.frameIndex(), 0u);
  ASSERT_GT(world.stepIndex(), 3u);
  for (int s = 0; s < 12; ++s, world.step())
    EXPECT_LE(glm::distance(world.frameVelocity(0), {0.f, -1.2f, 0.f}), 9.f * kRounding) << s;
}

TEST(FrameVelocity, OfAPoolAtRestIsWhatItMovesAndNotWhatItsStepsDo) {
  World world(stillPool(), 1);
  while (world.frameIndex() < 60) world.advanceFrame();
  const std::vector<Vec3> start = places(world);
  std::vector<Vec3> sum(start.size(), Vec3(0.f));
  double steps2 = 0.0, told2 = 0.0;
  int steps = 0;
  constexpr int kFrames = 12;
  for (int f = 0; f < kFrames; ++f) {
    do {
      world.step();
      const double speed = rms(particleVelocities(world));
      steps2 += speed * speed, ++steps;
    } while (!world.atFrameBoundary());
    const std::vector<Vec3> now = frameVelocities(world);
    for (std::size_t id = 0; id < now.size(); ++id) sum[id] += kFrame * now[id];
    told2 += rms(now) * rms(now) / kFrames;
    EXPECT_NEAR(world.statistics().rmsSpeed, rms(now), 1e-6 * rms(now));
  }
  const std::vector<Vec3> end = places(world);
  for (std::size_t id = 0; id < end.size(); ++id)
    ASSERT_LE(glm::distance(start[id] + sum[id], end[id]), kFrames * kFrame * kRounding) << id;
  RecordProperty("rms_of_steps", std::to_string(std::sqrt(steps2 / steps)));
  RecordProperty("rms_told", std::to_string(std::sqrt(told2)));
  // The relaxation sweeps in another direction in each of eight steps, so particles at rest jitter. The frame
  // velocity averages most of this jitter out.
  EXPECT_LT(std::sqrt(told2), 0.006);
  EXPECT_LT(std::sqrt(told2), std::sqrt(steps2 / steps));
}

TEST(FrameVelocity, IsTheSameFromASaveOfAnyMoment) {
  World world(busySpec(), 1);
  for (int f = 0; f < 6; ++f) world.advanceFrame();
  for (int s = 0; s < 4; ++s, world.step()) {
    World other(busySpec(), 1);
    restore(other, saved(world));
    expectNear(frameVelocities(other), frameVelocities(world), 0.f, "restored");
    EXPECT_EQ(other.hash(), world.hash());
    World beside(busySpec(), 1);
    restore(beside, saved(world));
    other.advanceFrame(), beside.advanceFrame();
    expectNear(frameVelocities(other), frameVelocities(beside), 0.f, "gone on");
  }
}

TEST(FrameVelocity, IsTheSameAtAnyNumberOfThreads) {
  World one(stillPool(), 1), three(stillPool(), 3);
  for (int f = 0; f < 6; ++f) one.advanceFrame(), three.advanceFrame();
  expectNear(frameVelocities(one), frameVelocities(three), 0.f, "three threads");
}

TEST(FrameVelocity, StaysTheFramesWhenACommandComesInTheMiddle) {
  WorldSpec spec = thrownBrick(0.f);
  World world(spec, 1);
  world.advanceFrame();
  world.submit(command("world.substeps", {4.f}));
  world.advanceFrame();
  const std::vector<Vec3> before = places(world);
  steps(world, 2);
  ASSERT_FALSE(world.atFrameBoundary());
  world.submit(command("world.substeps", {0.f}));
  world.submit(
      command("clavet.volume_stiffness", {50.f}));  // the stiff volume law needs shorter substeps at once
  world.submit(
      command("liquid.cut", {0.f, 0.7f, -0.1f, 0.f, 0.9f, -0.1f, 0.f, 0.9f, 0.1f, 0.f, 0.7f, 0.1f, 0.2f}));
  const std::vector<Vec3> waiting = frameVelocities(world);
  world.applyCommands();
  expectNear(frameVelocities(world), waiting, 0.f, "as the commands are applied");
  while (!world.atFrameBoundary()) world.step();
  EXPECT_GT(world.substeps(), 4);
  expectNear(frameVelocities(world), meanVelocities(before, places(world), kFrame), kRounding,
             "at the frame's end");
}

TEST(FrameVelocity, StaysThatOfTheRestWhenLiquidIsErased) {
  World world(thrownBrick(4.f), 1);
  world.advanceFrame();
  steps(world, 2);
  const std::vector<Vec3> before = frameVelocities(world);
  world.submit(command("liquid.erase", {0.f, 0.8f, 0.f, 0.018f}));
  world.applyCommands();
  const Particles& p = world.particles();
  ASSERT_GT(p.size(), 20u);
  ASSERT_LT(p.size(), before.size() - 20);
  for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(world.frameVelocity(i), before[p.id[i]]);
}

TEST(FrameVelocity, OfLiquidThatIsPutBackIsItsOwn) {
  World world(thrownBrick(4.f), 1);
  for (int f = 0; f < 3; ++f) world.advanceFrame();
  // 10 steps later is in the middle of a frame, 9 steps later at a frame's end.
  for (const int later : {10, 9}) {
    world.submit(command("liquid.erase", {0.f, 0.8f, 0.f, 0.5f}));
    world.applyCommands();
    ASSERT_EQ(world.particles().size(), 0u);
    steps(world, later);
    world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
    world.applyCommands();
    ASSERT_GT(world.particles().size(), 20u);
    expectNear(frameVelocities(world), particleVelocities(world), 4.f * kRounding, "put back");
    world.step();
    expectNear(frameVelocities(world), particleVelocities(world), 0.05f, "a step later");
  }
}

TEST(FrameVelocity, HasNoPartInHowASolidThatAppearsPutsLiquidOut) {
  // The paper's contact moves liquid out of a solid without changing its velocity.
  WorldSpec spec = oneParticle(4.f);
  Body ball =
      makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(0.03f)}, Motion::Kinematic);
  Pose away, here;
  away.position = {1.f, 0.f, 0.f};
  here.position = {0.02f, -0.1f, 0.f};
  const double time = 5.0 * kFrame;  // the time at which the particle reaches the ball [s]
  ball.keys = {{0.0, away}, {time, away}, {time, here}};
  spec.bodies = {ball};
  World world(spec, 1);
  float farthest = 0.f, fastest = 0.f;
  for (int s = 0; s < 40; ++s) {
    const std::vector<Vec3> before = places(world);
    world.step();
    const std::vector<Vec3> now = places(world);
    if (!before.empty()) farthest = std::max(farthest, glm::distance(before[0], now[0]));
    if (!now.empty()) fastest = std::max(fastest, glm::length(world.frameVelocity(0)));
  }
  EXPECT_GT(farthest, 0.008f) << "it was put out, and did not only move on by the 5 mm of a step";
  EXPECT_LT(fastest, 1.21f);
}

}  // namespace
}  // namespace ooze::frame_velocity_test
