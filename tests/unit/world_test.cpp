// Tests of World as its users see it: steps, time, emission, domain, materials.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "liquid/nozzle_times.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace ooze::world_test {
namespace {

using namespace test;

TEST(WorldStep, AnExplosionEndsInOneLineOrStaysFinite) {
  // The springs are far too stiff for their step and fling particles about.
  WorldSpec spec = busySpec();
  clavet::Material m = dough();
  m.springStiffness = 200.f;
  spec.materials[0] = material("dough", m);
  spec.settings.substeps = 1.f;
  World world(spec, 1);
  try {
    for (int f = 0; f < 30; ++f) world.advanceFrame();
  } catch (const RunError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
  for (std::size_t i = 0; i < world.particles().size() && world.frameIndex() == 30; ++i)
    EXPECT_TRUE(isFinite(world.particles().position[i]));
}

TEST(WorldBodies, AnAbsentOneMeetsNothing) {
  const auto lowest = [](bool present) {
    WorldSpec spec = busySpec();
    spec.emitters.clear();
    spec.bodies[0].present = present;
    World world(spec, 1);
    for (int f = 0; f < 30; ++f) world.advanceFrame();
    const Vec3Array& x = world.particles().position;
    return *std::min_element(x.y.begin(), x.y.end());
  };
  EXPECT_GT(lowest(true), 0.f);
  EXPECT_LT(lowest(false), -0.5f);  // half a second of fall from 0.025 m: 1.2 m
}

TEST(WorldBodies, ADynamicOneStartsWhereItWasPutWithTheVelocityGiven) {
  WorldSpec spec = busySpec();
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.02f)}, Motion::Dynamic);
  ball.pose.position = {0.f, 1.f, 0.f};
  ball.velocity = {1.f, 2.f, 3.f};
  ball.angularVelocity = {0.f, 4.f, 0.f};
  spec.bodies.push_back(ball);
  const World world(spec, 1);
  const Body& start = world.bodies().list[1];
  EXPECT_EQ(start.pose.position, ball.pose.position);
  EXPECT_EQ(start.previousPose.position, ball.pose.position);
  EXPECT_EQ(start.velocity, ball.velocity);
  EXPECT_EQ(start.angularVelocity, ball.angularVelocity);
}

TEST(WorldTime, StepIsTheFrameOverTheSetNumberOfSubsteps) {
  WorldSpec spec = busySpec();
  spec.framesPerSecond = 50.0;
  spec.settings.substeps = 4.f;
  World world(spec, 1);
  EXPECT_TRUE(world.atFrameBoundary());
  for (int s = 1; s <= 9; ++s) {
    world.step();
    EXPECT_EQ(world.substeps(), 4);
    EXPECT_NEAR(world.time(), s / 200.0, 1e-12);
    EXPECT_EQ(world.atFrameBoundary(), s % 4 == 0);
    EXPECT_EQ(world.frameIndex(), static_cast<std::uint64_t>(s / 4));
    EXPECT_EQ(world.stepIndex(), static_cast<std::uint64_t>(s));
  }
  world.advanceFrame();
  EXPECT_TRUE(world.atFrameBoundary());
  EXPECT_EQ(world.frameIndex(), 3u);
}

TEST(WorldTime, AParticleInFreeFallFollowsGravityForAnySubsteps) {
  for (const float substeps : {1.f, 4.f, 16.f}) {
    WorldSpec spec = busySpec();
    spec.settings.substeps = substeps;
    spec.liquids.clear();
    spec.emitters[0].start = 1e6;
    spec.bodies.clear();
    spec.liquids = {box({0.f, 0.f, 0.f}, Vec3(0.001f + 0.5f * 0.372f * kH))};
    World world(spec, 1);
    const double before = world.statistics().centroid.y;
    ASSERT_GT(world.statistics().particles, 0u);
    for (int f = 0; f < 30; ++f) world.advanceFrame();
    // In n steps of symplectic Euler up to the time t, a fall is g t^2 / 2 (1 + 1/n). Inner motion does not
    // move the centroid. A velocity is a difference of float positions of about 1 m, over a step of 1/960 s
    // at the finest. Each step rounds the velocity by some 1e-4 m/s, a random walk of 480 steps over a few
    // particles.
    const double n = 30.0 * static_cast<double>(substeps);
    EXPECT_NEAR(before - world.statistics().centroid.y, 0.5 * 9.81 * 0.25 * (1.0 + 1.0 / n), 2e-3);
    const std::vector<float>& down = world.particles().velocity.y;
    const double mean = std::accumulate(down.begin(), down.end(), 0.0) / static_cast<double>(down.size());
    EXPECT_NEAR(mean, -9.81 * 0.5, 5e-3);
  }
}

TEST(WorldTime, AutomaticSubstepsKeepEveryStepStable) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  World world(spec, 1);
  int most = 0;
  for (int f = 0; f < 20; ++f) {
    const float bound = world.stableStep().seconds;
    world.advanceFrame();
    EXPECT_LE(1.0 / (60.0 * world.substeps()), bound * 1.0001) << "frame " << f;
    most = std::max(most, world.substeps());
  }
  EXPECT_LT(most, 100);
}

TEST(WorldTime, AStifferMaterialIsSteppedFinerFromTheVeryNextFrame) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  spec.materials[0].values[3] = 0.f;  // sets the volume stiffness to 0
  spec.materials[1].values[3] = 0.f;
  World world(spec, 1);
  world.advanceFrame();
  const int before = world.substeps();
  world.submit(command("clavet.stiffness", {1.f}));
  world.advanceFrame();
  EXPECT_GT(world.substeps(), before);
  EXPECT_LE(1.0 / (60.0 * world.substeps()), world.stableStep().seconds * 1.0001);
  world.submit(command("world.substeps", {7.f}));
  world.advanceFrame();
  EXPECT_EQ(world.substeps(), 7);
}

TEST(WorldEmission, GivesParticlesTheMaterialAndCountsOfTheirNozzle) {
  WorldSpec spec = busySpec();
  spec.particleLimit = 400;
  World world(spec, 1);
  const std::size_t atStart = world.particles().size();
  for (int f = 0; f < 12; ++f) {
    world.advanceFrame();
    EXPECT_EQ(world.particles().size(), atStart + world.emitters()[0].emitted());
  }
  std::size_t oil = 0;
  for (const std::uint16_t m : world.particles().material) oil += m == 1 ? 1 : 0;
  EXPECT_EQ(oil, world.emitters()[0].emitted());
  EXPECT_GT(oil, 20u);
  for (int f = 0; f < 60; ++f) world.advanceFrame();
  EXPECT_EQ(world.particles().size(), 400u);
}

TEST(WorldEmission, ANozzleThatHasPouredItsMeasurePoursAsMuchAgainWhenACommandOpensIt) {
  WorldSpec spec = busySpec();
  spec.emitters[0].particleLimit = 30;
  World world(spec, 1);
  for (int f = 0; f < 15; ++f) world.advanceFrame();
  EXPECT_EQ(world.emitters()[0].emitted(), 30u);
  EXPECT_FALSE(world.emitters()[0].spec().enabled);
  world.submit(command("emitter.nozzle.enabled", {1.f}));
  for (int f = 0; f < 15; ++f) world.advanceFrame();
  EXPECT_EQ(world.emitters()[0].emitted(), 60u);
}

TEST(WorldEmission, ANozzleWhoseTimeHasPassedPoursOnWhenCommandsSaySoAlsoAfterARestore) {
  WorldSpec spec = busySpec();
  spec.emitters[0].stop = 0.1;
  World world(spec, 1);
  while (world.time() < 0.2) world.advanceFrame();
  const std::uint64_t poured = world.emitters()[0].emitted();
  world.submit(command("emitter.nozzle.enabled", {1.f}));
  world.advanceFrame();
  ASSERT_EQ(world.emitters()[0].emitted(), poured) << "it was open all the time";
  world.submit(command("emitter.nozzle.stop", {static_cast<float>(kNeverStops)}));
  world.advanceFrame();
  World copy(spec, 1);
  restore(copy, saved(world));
  for (World* w : {&world, &copy}) {
    for (int f = 0; f < 15; ++f) w->advanceFrame();
    EXPECT_GT(w->emitters()[0].emitted(), poured + 5);
  }
  EXPECT_EQ(copy.hash(), world.hash());
  EXPECT_EQ(EmitterSpec{}.stop, kNeverStops);
}

TEST(WorldDomain, RemovesWhatLeavesItAndTheSpringsOfIt) {
  WorldSpec spec = busySpec();
  spec.bodies.clear();
  spec.emitters.clear();
  // The domain ends at y = 0, so half of the brick falls out before the other half.
  spec.domain = Aabb{{-1.f, 0.f, -1.f}, {1.f, 1.f, 1.f}};
  World world(spec, 2);
  const std::size_t atStart = world.particles().size();
  std::set<std::uint32_t> alive(world.particles().id.begin(), world.particles().id.end());
  bool partly = false;
  for (int f = 0; f < 40; ++f) {
    world.advanceFrame();
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_TRUE(spec.domain->contains(p.position[i]));
      EXPECT_TRUE(alive.contains(p.id[i])) << "an id came back";
    }
    alive = {p.id.begin(), p.id.end()};
    EXPECT_EQ(alive.size(), p.size());
    partly |= p.size() > 0 && p.size() < atStart;
  }
  EXPECT_TRUE(partly);
  EXPECT_EQ(world.particles().size(), 0u);
  EXPECT_EQ(world.method().links()->count(), 0u);
}

TEST(WorldDomain, AParticleThatEntersLaterGetsAFreshId) {
  WorldSpec spec = busySpec();
  spec.domain = Aabb{{-1.f, 0.1f, -1.f}, {1.f, 1.f, 1.f}};
  spec.liquids.clear();
  World world(spec, 1);
  std::set<std::uint32_t> ever;
  std::uint32_t newest = 0;
  for (int f = 0; f < 20; ++f) {
    world.advanceFrame();
    ever.insert(world.particles().id.begin(), world.particles().id.end());
    if (!ever.empty()) newest = *ever.rbegin();
  }
  EXPECT_EQ(newest + 1, world.emitters()[0].emitted());
  EXPECT_LT(world.particles().size(), world.emitters()[0].emitted());
}

TEST(WorldMaterials, EachParticleObeysItsOwn) {
  // Two equal bricks are thrown sideways along the ground. The brick with friction is left behind.
  clavet::Material slippery, rough;
  slippery.friction = 0.f;
  rough.friction = 1.f;
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  spec.materials = {material("ice", slippery), material("sand", rough)};
  spec.liquids = {box({0.f, 0.02f, 0.f}, Vec3(0.018f), 0), box({0.f, 0.02f, 1.f}, Vec3(0.018f), 1)};
  for (LiquidVolume& v : spec.liquids) v.velocity = {0.5f, 0.f, 0.f};
  World world(spec, 2);
  for (int f = 0; f < 15; ++f) world.advanceFrame();
  double x[2] = {0, 0}, n[2] = {0, 0};
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const auto m = world.particles().material[i];
    x[m] += world.particles().position[i].x;
    n[m] += 1;
    EXPECT_EQ(m, world.particles().position[i].z > 0.5f ? 1 : 0);
  }
  EXPECT_GT(x[0] / n[0], x[1] / n[1] + 0.02);
}

TEST(WorldSpecification, UnsoundOnesAreRefused) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto& spoil : std::vector<std::function<void(WorldSpec&)>>{
           [](WorldSpec& s) { s.method = "clavett"; }, [](WorldSpec& s) { s.materials.clear(); },
           [](WorldSpec& s) { s.materials[0].values.pop_back(); },
           [](WorldSpec& s) { s.liquids[0].material = 2; }, [](WorldSpec& s) { s.emitters[0].material = 2; },
           [](WorldSpec& s) { s.methodSettings.interactionRadius = 0.f; },
           [nan](WorldSpec& s) { s.methodSettings.interactionRadius = nan; },
           [](WorldSpec& s) { s.framesPerSecond = 0.0; }, [nan](WorldSpec& s) { s.framesPerSecond = nan; },
           [](WorldSpec& s) { s.particleLimit = kParticleLimit + 1; },
           [](WorldSpec& s) { s.liquids[0].shape = makeBox(Vec3(100.f)); },  // would need 1e11 particles
           [](WorldSpec& s) { s.particleLimit = 10; }}) {
    WorldSpec spec = busySpec();
    spoil(spec);
    EXPECT_THROW(World(spec, 1), InputError);
  }
}

}  // namespace
}  // namespace ooze::world_test
