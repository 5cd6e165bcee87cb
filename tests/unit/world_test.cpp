// A world as its users rely on it: steps, commands, emission, saves, and the same bits every time.
#include "ooze/world/world.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "methods/clavet/material.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <set>
#include <span>

namespace ooze {
namespace {

constexpr float kH = 0.02f;  // [m]

MaterialDefinition material(const std::string& name, const clavet::Material& m = {}, float density = 1000.f) {
  MaterialDefinition definition;
  definition.name = name;
  definition.values = toValues<clavet::Material>(clavet::kParameters, m);
  definition.referenceRadius = kH;
  definition.density = density;
  return definition;
}

clavet::Material dough() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.viscosityLinear = 0.5f;
  return m;
}

LiquidVolume box(const Vec3& centre, const Vec3& halfExtents, std::uint16_t of = 0) {
  LiquidVolume volume;
  volume.shape = makeBox(halfExtents);
  volume.pose.position = centre;
  volume.material = of;
  return volume;
}

Body ground() {
  Body body;
  body.name = "ground";
  body.shape = makePlane({0.f, 1.f, 0.f});
  return body;
}

/// A brick of dough that falls on the ground while a nozzle pours another liquid on it. Some 300 particles.
WorldSpec busySpec() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {material("dough", dough()), material("oil", {}, 900.f)};
  spec.settings.substeps = 3.f;
  spec.liquids = {box({0.f, 0.05f, 0.f}, {0.025f, 0.025f, 0.025f})};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.15f, 0.f};
  nozzle.radius = 0.015f;
  nozzle.speed = 0.8f;
  nozzle.material = 1;
  spec.emitters = {nozzle};
  spec.bodies = {ground()};
  return spec;
}

void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step();
}

std::vector<std::byte> saved(const World& world) {
  ByteWriter out;
  world.save(out);
  return out.bytes();
}

void restore(World& world, std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  world.restore(in);
}

TEST(WorldStep, AnExplosionEndsInOneLineOrStaysFinite) {
  // Springs far too stiff for their step fling particles about.
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

TEST(WorldTime, AParticleInFreeFallFollowsGravityWhateverTheSubsteps) {
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
    // Symplectic Euler falls g t^2 / 2 (1 + 1/n) after n steps; inner motion leaves the centroid alone.
    // A velocity is a difference of float positions of about 1 m over a step of 1/960 s at the finest: each
    // step rounds it by some 1e-4 m/s, a random walk of 480 steps over a few particles.
    const double n = 30.0 * static_cast<double>(substeps);
    EXPECT_NEAR(before - world.statistics().centroid.y, 0.5 * 9.81 * 0.25 * (1.0 + 1.0 / n), 2e-3);
    EXPECT_NEAR(world.statistics().momentum.y / world.statistics().mass, -9.81 * 0.5, 5e-3);
  }
}

TEST(WorldTime, AutomaticSubstepsKeepEveryStepStable) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  World world(spec, 1);
  int most = 0;
  for (int f = 0; f < 20; ++f) {
    const float bound = world.method().stableStep().seconds;
    world.advanceFrame();
    EXPECT_LE(1.0 / (60.0 * world.substeps()), bound * 1.0001) << "frame " << f;
    most = std::max(most, world.substeps());
  }
  EXPECT_LT(most, 100);
}

TEST(WorldTime, AStifferMaterialIsSteppedFinerFromTheVeryNextFrame) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  spec.materials[0].values[3] = 0.f;  // volume stiffness
  spec.materials[1].values[3] = 0.f;
  World world(spec, 1);
  world.advanceFrame();
  const int before = world.substeps();
  world.submit({"clavet.stiffness", {1.f}});
  world.advanceFrame();
  EXPECT_GT(world.substeps(), before);
  EXPECT_LE(1.0 / (60.0 * world.substeps()), world.method().stableStep().seconds * 1.0001);
  world.submit({"world.substeps", {7.f}});
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
  world.submit({"emitter.nozzle.enabled", {1.f}});
  for (int f = 0; f < 15; ++f) world.advanceFrame();
  EXPECT_EQ(world.emitters()[0].emitted(), 60u);
}

TEST(WorldCommands, AreAppliedAndLoggedAtTheNextStepBoundary) {
  World world(busySpec(), 1);
  steps(world, 2);
  world.submit({"material.oil.viscosity_linear", {2.f}});
  EXPECT_EQ(world.value("material.oil.viscosity_linear"), 0.f);
  EXPECT_TRUE(world.commandLog().empty());
  world.step();
  EXPECT_EQ(world.value("material.oil.viscosity_linear"), 2.f);
  EXPECT_EQ(world.value("material.dough.viscosity_linear"), 0.5f);
  ASSERT_EQ(world.commandLog().size(), 1u);
  EXPECT_EQ(world.commandLog()[0].step, 2u);

  world.submit({"clavet.viscosity_linear", {3.f}});
  world.submit({"emitter.nozzle.position", {0.1f, 0.2f, 0.3f}});
  world.submit({"world.gravity_y", {-1.f}});
  world.step();
  EXPECT_EQ(world.value("material.dough.viscosity_linear"), 3.f);
  EXPECT_EQ(world.value("material.oil.viscosity_linear"), 3.f);
  EXPECT_EQ(world.emitters()[0].spec().position, Vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(world.settings().gravityY, -1.f);
  EXPECT_EQ(world.commandLog().size(), 4u);
}

/// A session in which somebody plays with everything.
void play(World& world) {
  steps(world, 4);
  world.submit({"clavet.viscosity_linear", {1.5f}});
  steps(world, 3);
  world.submit({"emitter.nozzle.position", {0.01f, 0.14f, 0.f}});
  world.submit({"emitter.nozzle.speed", {1.2f}});
  world.submit({"world.substeps", {5.f}});
  steps(world, 9);
  world.submit({"emitter.nozzle.enabled", {0.f}});
  world.submit({"world.gravity_x", {2.f}});
  world.submit({"material.dough.spring_stiffness", {0.9f}});
  steps(world, 12);
}

TEST(WorldCommands, ReplayOfTheLogReachesTheSameBits) {
  WorldSpec spec = busySpec();
  spec.timeline = {{0.05, {"clavet.viscosity_quadratic", {0.7f}}}};
  World played(spec, 2);
  play(played);
  World replayed(spec, 1);
  replayed.replay(played.commandLog());
  steps(replayed, static_cast<int>(played.stepIndex()));
  EXPECT_EQ(replayed.hash(), played.hash());
  EXPECT_EQ(replayed.commandLog().size(), played.commandLog().size());
  World idle(spec, 1);
  steps(idle, static_cast<int>(played.stepIndex()));
  EXPECT_NE(idle.hash(), played.hash());
}

TEST(WorldCommands, TheTimelineActsAtItsTime) {
  WorldSpec spec = busySpec();
  spec.timeline = {{0.1, {"world.gravity_y", {-2.f}}}, {0.2, {"world.gravity_y", {-3.f}}}};
  World world(spec, 1);
  for (int s = 0; s < 45; ++s) {
    const double before = world.time();
    world.step();
    const float expected = before < 0.1 - 1e-6 ? -9.81f : before < 0.2 - 1e-6 ? -2.f : -3.f;
    EXPECT_EQ(world.settings().gravityY, expected) << "step from " << before;
  }
}

TEST(WorldCommands, BadOnesAreRefusedAndChangeNothing) {
  World world(busySpec(), 1), untouched(busySpec(), 1);
  steps(world, 3);
  steps(untouched, 3);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Command& bad : std::vector<Command>{{"", {1.f}},
                                                 {"clavet", {1.f}},
                                                 {"clavet.", {1.f}},
                                                 {"clavet.visosity_linear", {1.f}},
                                                 {"steele.viscosity_linear", {1.f}},
                                                 {"material.honey.viscosity_linear", {1.f}},
                                                 {"material.oil", {1.f}},
                                                 {"world.gravity", {1.f}},
                                                 {"emitter.hose.speed", {1.f}},
                                                 {"emitter.nozzle.colour", {1.f}},
                                                 {"clavet.viscosity_linear", {}},
                                                 {"clavet.viscosity_linear", {1.f, 2.f}},
                                                 {"clavet.viscosity_linear", {-1.f}},
                                                 {"clavet.viscosity_linear", {1e9f}},
                                                 {"clavet.viscosity_linear", {nan}},
                                                 {"world.gravity_y", {infinity}},
                                                 {"world.substeps", {-1.f}},
                                                 {"emitter.nozzle.position", {1.f}},
                                                 {"emitter.nozzle.position", {1.f, nan, 0.f}},
                                                 {"emitter.nozzle.direction", {0.f, 0.f, 0.f}},
                                                 {"emitter.nozzle.speed", {-2.f}},
                                                 {"emitter.nozzle.radius", {0.f}}}) {
    EXPECT_THROW(world.submit(bad), InputError) << bad.target;
    EXPECT_THROW(world.replay({{5, {"clavet.viscosity_linear", {1.f}}}, {6, bad}}), InputError) << bad.target;
  }
  EXPECT_THROW(world.replay({{2, {"clavet.viscosity_linear", {1.f}}}}), InputError)
      << "a step that has passed";
  steps(world, 6);
  steps(untouched, 6);
  EXPECT_EQ(world.hash(), untouched.hash());
  EXPECT_TRUE(world.commandLog().empty());
}

TEST(WorldCommands, RefusalSuggestsTheNearestKey) {
  World world(busySpec(), 1);
  try {
    world.submit({"clavet.visosity_linear", {1.f}});
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("viscosity_linear\"?"), std::string::npos) << error.what();
  }
}

TEST(Assignments, AreParsedOrRefused) {
  EXPECT_EQ(parseAssignment("stiffness=0.5", "clavet").target, "clavet.stiffness");
  EXPECT_EQ(parseAssignment("stiffness=0.5", "clavet").values, std::vector<float>{0.5f});
  EXPECT_EQ(parseAssignment("emitter.a.position=1,-2,3e-1", "clavet").values,
            (std::vector<float>{1.f, -2.f, 0.3f}));
  EXPECT_EQ(parseAssignment("world.substeps=auto", "clavet").values, std::vector<float>{0.f});
  for (const char* bad : {"", "=", "stiffness", "=1", "stiffness=", "stiffness=x", "stiffness=1,",
                          "stiffness=1 2", "stiffness=1;2", "stiffness=auto"})
    EXPECT_THROW(parseAssignment(bad, "clavet"), InputError) << bad;
}

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
    if (s == 10) b.submit({"clavet.stiffness", {0.1f}});
  }
  EXPECT_EQ(a.hash(), alone.hash());
  EXPECT_NE(b.hash(), alone.hash());
}

TEST(WorldHash, SeesEverythingThatALaterStepDependsOn) {
  const std::uint64_t plain = World(busySpec(), 1).hash();
  EXPECT_EQ(World(busySpec(), 2).hash(), plain);
  for (const auto& change : std::vector<std::function<void(WorldSpec&)>>{
           [](WorldSpec& s) { s.settings.gravityX = 1.f; }, [](WorldSpec& s) { s.settings.substeps = 4.f; },
           [](WorldSpec& s) { s.seed = 2; }, [](WorldSpec& s) { s.materials[1].values[0] += 1.f; },
           [](WorldSpec& s) { s.emitters[0].speed *= 1.001f; },
           [](WorldSpec& s) { s.bodies[0].pose.position.y += 1e-4f; },
           [](WorldSpec& s) { s.liquids[0].velocity.x = 1e-4f; }}) {
    WorldSpec spec = busySpec();
    change(spec);
    EXPECT_NE(World(spec, 1).hash(), plain);
  }
}

TEST(WorldSave, GoesOnToTheSameBitsFromTheMiddleOfAFrame) {
  WorldSpec spec = busySpec();
  spec.timeline = {{0.08, {"clavet.viscosity_quadratic", {0.7f}}}};
  World world(spec, 2);
  world.replay({{20, {"emitter.nozzle.speed", {1.1f}}}});
  steps(world, 10);
  ASSERT_FALSE(world.atFrameBoundary());
  world.submit({"clavet.viscosity_linear", {0.9f}});  // waits for the next step, in the save as well
  const auto bytes = saved(world);
  steps(world, 30);

  World other(spec, 1);
  steps(other, 3);  // has gone another way
  other.submit({"world.gravity_x", {4.f}});
  restore(other, bytes);
  EXPECT_EQ(other.stepIndex(), 10u);
  EXPECT_EQ(saved(other), bytes);
  steps(other, 30);
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_EQ(other.commandLog().size(), world.commandLog().size());
  EXPECT_EQ(other.value("emitter.nozzle.speed"), 1.1f);
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

TEST(WorldSave, OneWhoseWaitingCommandsMakeNoSenseIsRefused) {
  World world(busySpec(), 1);
  world.step();
  world.replay({{20, {"emitter.nozzle.speed", {1.25f}}}});
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

TEST(WorldSave, OneWhoseNozzleNoCommandCouldHaveSetIsRefused) {
  WorldSpec spec = busySpec();
  spec.emitters[0].speed = 0.8125f;
  spec.emitters[0].radius = 0.015625f;
  World world(spec, 1);
  world.step();
  const auto sound = saved(world);
  // In a save: position, direction, a byte, radius, speed, a byte, travelled.
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

TEST(WorldStatistics, AreTheSumsOfTheirParticles) {
  World world(busySpec(), 2);
  for (int f = 0; f < 10; ++f) world.advanceFrame();
  const Statistics s = world.statistics();
  const Particles& p = world.particles();
  double mass = 0, energy = 0, squares = 0, fastest = 0, density = 0;
  glm::dvec3 centroid(0.0), momentum(0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double spacing = world.method().restSpacing(p.material[i]);
    const double m = (p.material[i] == 0 ? 1000.0 : 900.0) * spacing * spacing * spacing;
    const glm::dvec3 v(p.velocity[i]);
    mass += m;
    centroid += m * glm::dvec3(p.position[i]);
    momentum += m * v;
    energy += 0.5 * m * glm::dot(v, v);
    squares += glm::dot(v, v);
    fastest = std::max(fastest, glm::length(v));
    density += p.density[i];
    EXPECT_GE(p.position[i].y, s.lower.y);
    EXPECT_LE(p.position[i].y, s.upper.y);
  }
  const double n = static_cast<double>(p.size());
  EXPECT_EQ(s.particles, p.size());
  EXPECT_EQ(s.springs, world.method().springCount());
  EXPECT_GT(s.springs, 0u);
  EXPECT_NEAR(s.mass, mass, 1e-9 * mass);
  EXPECT_LT(glm::distance(s.centroid, centroid / mass), 1e-9);
  EXPECT_LT(glm::distance(s.momentum, momentum), 1e-9 * mass);
  EXPECT_NEAR(s.kineticEnergy, energy, 1e-9 * energy);
  EXPECT_NEAR(s.maxSpeed, fastest, 1e-9 * fastest);
  EXPECT_NEAR(s.rmsSpeed, std::sqrt(squares / n), 1e-9 * fastest);
  EXPECT_NEAR(s.meanDensity, density / n, 1e-9 * density / n);
}

TEST(WorldStatistics, MassOfALiquidIsItsVolumeTimesItsDensity) {
  WorldSpec spec = busySpec();
  spec.liquids = {box({0.f, 0.2f, 0.f}, Vec3(0.04f), 1)};
  const double mass = World(spec, 1).statistics().mass;
  EXPECT_NEAR(mass / (900.0 * std::pow(0.08, 3.0)), 1.0, 0.05);  // blue noise of about 1300 points
}

TEST(WorldStatistics, OfAnEmptyWorldAreZero) {
  WorldSpec spec = busySpec();
  spec.liquids.clear();
  spec.emitters.clear();
  World world(spec, 1);
  world.advanceFrame();
  const Statistics s = world.statistics();
  EXPECT_EQ(s.particles, 0u);
  EXPECT_EQ(s.mass, 0.0);
  EXPECT_EQ(s.centroid, glm::dvec3(0.0));
  EXPECT_EQ(s.rmsSpeed, 0.0);
}

TEST(WorldSnapshot, ShowsTheWorldAsItIsAndStays) {
  World world(busySpec(), 1);
  steps(world, 7);
  const auto shot = world.snapshot();
  const auto positions = shot->positions;
  ASSERT_EQ(positions.size(), world.particles().size());
  EXPECT_EQ(positions[5], world.particles().position[5]);
  EXPECT_EQ(shot->step, 7u);
  EXPECT_EQ(shot->springs, world.method().springCount());
  ASSERT_EQ(shot->worldValues.size(), worldParameters().size());
  EXPECT_EQ(shot->worldValues[1], -9.81f);
  steps(world, 5);
  EXPECT_EQ(shot->positions, positions);
}

TEST(WorldDomain, RemovesWhatLeavesItAndTheSpringsOfIt) {
  WorldSpec spec = busySpec();
  spec.bodies.clear();
  spec.emitters.clear();
  // Nothing below y = 0: half of the brick falls out before the other half.
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
  EXPECT_EQ(world.method().springCount(), 0u);
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
  // Two like bricks apart, thrown sideways along the ground: the one with friction is left behind.
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
           [](WorldSpec& s) { s.liquids[0].shape = makeBox(Vec3(100.f)); },  // 1e11 particles
           [](WorldSpec& s) { s.particleLimit = 10; }}) {
    WorldSpec spec = busySpec();
    spoil(spec);
    EXPECT_THROW(World(spec, 1), InputError);
  }
}

}  // namespace
}  // namespace ooze
