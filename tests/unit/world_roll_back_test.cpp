// Tests of roll-backs: an unstable frame is repeated with shorter steps, to the same bits every time, and the
// world reports the roll-back.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"
#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace ooze::world_roll_back_test {
namespace {

using namespace test;

/// Returns the busy world with springs that are too stiff for `substeps` steps a frame.
WorldSpec coarseSpec(float springStiffness, float substeps) {
  WorldSpec spec = busySpec();
  clavet::Material m = dough();
  m.springStiffness = springStiffness;
  m.plasticityStretch = m.plasticityCompress = 3.f;
  spec.materials[0] = material("dough", m);
  spec.settings.substeps = substeps;
  return spec;
}

/// Returns a world that explodes in one step a frame (stiffness times dt^2 is 10) and is stable in two (2.5).
WorldSpec explosiveSpec() { return coarseSpec(40.f, 1.f); }

/// Returns a world for which two steps a frame (stiffness times dt^2 is 50), and often four (12), are too
/// few.
WorldSpec repeatedlyExplosiveSpec() {
  WorldSpec spec = coarseSpec(200.f, 2.f);
  spec.materials[0].referenceRadius = 2.f * kH;
  return spec;
}

/// Returns a world that not even eight steps a frame keep stable.
WorldSpec alwaysUnstableSpec() {
  WorldSpec spec = explosiveSpec();
  spec.materials[0].referenceRadius = 100.f * kH;
  return spec;
}

void advanceFrames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

TEST(WorldRollBack, AFrameThatExplodesIsTakenAgainWithShorterSteps) {
  World world(explosiveSpec(), 1);
  advanceFrames(world, 30);
  ASSERT_FALSE(world.rollBacks().empty());
  for (const RollBack& r : world.rollBacks()) {
    EXPECT_LT(r.frame, 30u);
    EXPECT_EQ(r.substeps, 2);
    EXPECT_TRUE(r.reason.starts_with("liquid at (") || r.reason.ends_with("finite")) << r.reason;
    EXPECT_FALSE(r.reason.empty());
    EXPECT_EQ(r.reason.find('\n'), std::string::npos);
  }
  EXPECT_EQ(world.frameIndex(), 30u);
  // The stability monitor allows h per longest stable step, and half as much before. Unnoticed, the explosion
  // reaches thousands of metres a second.
  const double h = world.spec().methodSettings.interactionRadius;
  EXPECT_LT(fastestParticle(world.particles()), 1.5 * h / world.stableStep().seconds);
  const auto shot = world.snapshot();
  EXPECT_EQ(shot->rollBacks, world.rollBacks().size());
  EXPECT_EQ(shot->lastRollBack.frame, world.rollBacks().back().frame);
}

TEST(WorldRollBack, NothingBeyondTheSpeedLimitPasses) {
  // Springs slightly too stiff for one step a frame fling particles at only a few times the allowed speed. A
  // looser limit than stated would let most of them pass.
  std::size_t caught = 0;
  for (float stiffness = 16.f; stiffness < 40.f; stiffness *= 1.04f) {
    WorldSpec spec = coarseSpec(stiffness, 1.f);
    spec.emitters.clear();
    World world(spec, 1);
    for (int f = 0; f < 6; ++f) {
      const double start = fastestParticle(world.particles());
      const double frame = 1.0 / spec.framesPerSecond;
      world.advanceFrame();
      const double h = spec.methodSettings.interactionRadius;
      const double stable = world.stableStep().seconds;
      // The speed limit has three parts: 1.5 times the initial and falling speed, one h per longest stable
      // step, and a quarter of h per step.
      const double sane =
          1.5 * (start + 9.81 * frame) + h / stable + 0.25 * h * world.snapshot()->substeps / frame;
      EXPECT_LT(fastestParticle(world.particles()), 1.001 * sane) << stiffness << " frame " << f;
    }
    caught += world.rollBacks().size();
  }
  EXPECT_GT(caught, 10u);
}

TEST(WorldRollBack, AnotherHalvingFollowsIfOneDoesNotHelp) {
  World world(coarseSpec(200.f, 1.f), 1);
  advanceFrames(world, 20);
  const auto twice = std::find_if(world.rollBacks().begin(), world.rollBacks().end(),
                                  [](const RollBack& r) { return r.substeps == 4; });
  ASSERT_NE(twice, world.rollBacks().end());
  ASSERT_NE(twice, world.rollBacks().begin());
  EXPECT_EQ((twice - 1)->frame, twice->frame);
  EXPECT_EQ((twice - 1)->substeps, 2);
}

TEST(WorldRollBack, NothingIsEmittedTwice) {
  World world(explosiveSpec(), 1);
  const std::size_t atStart = world.particles().size();
  advanceFrames(world, 20);
  ASSERT_FALSE(world.rollBacks().empty());
  EXPECT_EQ(world.particles().size(), atStart + world.emitters()[0].emitted());
  // Layers leave at the nozzle's speed, whatever the frame went through. Each layer of this nozzle has some
  // 13 particles.
  const double layers = 0.8 * 20.0 / 60.0 / world.restSpacing(1);
  World calm(busySpec(), 1);
  advanceFrames(calm, 20);
  EXPECT_NEAR(static_cast<double>(world.emitters()[0].emitted()) / layers,
              static_cast<double>(calm.emitters()[0].emitted()) / layers, 1e-9);
}

TEST(WorldRollBack, TimeNeverRunsBackwardForTheCaller) {
  World world(repeatedlyExplosiveSpec(), 1);
  double time = 0.0;
  std::size_t seen = 0;
  for (int s = 0; s < 100; ++s) {
    world.step();
    EXPECT_GT(world.time(), time);
    time = world.time();
    seen += world.atFrameBoundary() ? 0 : world.rollBacks().size();
  }
  EXPECT_GT(seen, 0u) << "a roll-back in the middle of a frame";
}

TEST(WorldRollBack, HashIsTheSameAtAnyNumberOfThreads) {
  World one(repeatedlyExplosiveSpec(), 1), seven(repeatedlyExplosiveSpec(), 7);
  for (int f = 0; f < 20; ++f) {
    one.advanceFrame();
    seven.advanceFrame();
    ASSERT_EQ(one.hash(), seven.hash()) << "frame " << f;
  }
  EXPECT_EQ(one.rollBacks().size(), seven.rollBacks().size());
  EXPECT_FALSE(one.rollBacks().empty());
}

TEST(WorldRollBack, ASaveFromAnyStepContinuesToTheSameBits) {
  World world(repeatedlyExplosiveSpec(), 2);
  std::vector<std::vector<std::byte>> saves;
  while (world.frameIndex() < 6) {
    saves.push_back(saved(world));
    world.step();
  }
  advanceFrames(world, 4);
  ASSERT_GE(world.rollBacks().size(), 2u);
  for (std::size_t s = 0; s < saves.size(); ++s) {
    World other(repeatedlyExplosiveSpec(), 1);
    other.step();
    restore(other, saves[s]);
    EXPECT_EQ(saved(other), saves[s]) << "save " << s;
    while (other.frameIndex() < 10) other.step();
    EXPECT_EQ(other.hash(), world.hash()) << "save " << s;
  }
}

/// Drags sliders all the time, in the middle of frames too.
void dragSliders(World& world, std::uint64_t untilFrame) {
  for (int s = 0; world.frameIndex() < untilFrame || !world.atFrameBoundary(); ++s) {
    if (s % 3 == 1) world.submit(command("material.dough.spring_stiffness", {s % 2 == 0 ? 200.f : 20.f}));
    if (s % 7 == 2) world.submit(command("clavet.viscosity_quadratic", {0.01f * static_cast<float>(s % 50)}));
    if (s % 5 == 3)
      world.submit(command("emitter.nozzle.speed", {0.5f + 0.01f * static_cast<float>(s % 40)}));
    world.step();
  }
}

TEST(WorldRollBack, ReplayOfTheLogReachesTheSameBits) {
  WorldSpec spec = repeatedlyExplosiveSpec();
  spec.timeline = {{0.13, command("material.oil.viscosity_linear", {0.7f})}};
  World played(spec, 1);
  dragSliders(played, 30);
  ASSERT_GE(played.rollBacks().size(), 3u);
  const auto& log = played.commandLog();
  EXPECT_TRUE(std::is_sorted(log.begin(), log.end(),
                             [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; }));
  World replayed(spec, 2);
  replayed.replay(log);
  advanceFrames(replayed, 30);
  EXPECT_EQ(replayed.hash(), played.hash());
  EXPECT_EQ(replayed.stepIndex(), played.stepIndex());
  EXPECT_EQ(replayed.commandLog().size(), log.size());
}

TEST(WorldRollBack, ACommandOfTheMiddleOfAFrameMovesToItsStartAndIsNotLost) {
  WorldSpec spec = coarseSpec(0.3f, 2.f);
  World world(spec, 1);
  advanceFrames(world, 3);
  world.step();
  ASSERT_FALSE(world.atFrameBoundary());
  const std::uint64_t start = world.stepIndex() - 1;
  world.submit(command("material.dough.plasticity_stretch", {2.5f}));
  world.submit(command("material.dough.spring_stiffness", {200.f}));
  world.submit(command("world.substeps", {1.f}));
  advanceFrames(world, 3);
  ASSERT_FALSE(world.rollBacks().empty());
  EXPECT_EQ(world.value("material.dough.plasticity_stretch"), 2.5f);
  EXPECT_EQ(world.value("material.dough.spring_stiffness"), 200.f);
  ASSERT_EQ(world.commandLog().size(), 3u);
  EXPECT_GE(world.commandLog()[0].step, start);
}

TEST(WorldRollBack, AnUnrecoverableFrameStopsAtTheLastGoodState) {
  World world(alwaysUnstableSpec(), 1);
  const std::uint64_t good = world.hash();
  try {
    world.advanceFrame();
    FAIL() << "not stopped";
  } catch (const RunError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("frame 0 is unstable even with 8 steps"), std::string::npos) << message;
    EXPECT_NE(message.find("some liquid is no longer finite"), std::string::npos) << message;
    EXPECT_NE(message.find("try softer materials"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  EXPECT_EQ(world.rollBacks().size(), 3u);
  EXPECT_EQ(world.hash(), good);
  EXPECT_TRUE(world.atFrameBoundary());
  World other(alwaysUnstableSpec(), 1);
  restore(other, saved(world));
  EXPECT_EQ(other.hash(), good);
  EXPECT_THROW(other.advanceFrame(), RunError) << "it does not get better by itself";
}

TEST(WorldRollBack, AStoppedWorldContinuesOnceItsMaterialIsSoft) {
  WorldSpec hopeless = alwaysUnstableSpec();
  hopeless.materials[0].values[4] = 0.f;  // sets the spring stiffness to 0
  World world(hopeless, 1);
  world.submit(command("material.dough.plasticity_compress", {2.5f}));
  world.submit(command("material.dough.spring_stiffness", {100.f}));
  EXPECT_THROW(advanceFrames(world, 3), RunError);
  EXPECT_TRUE(world.commandLog().empty()) << "they wait";
  world.submit(command("material.dough.spring_stiffness", {0.f}));
  advanceFrames(world, 3);
  EXPECT_EQ(world.commandLog().size(), 3u);
  EXPECT_EQ(world.value("material.dough.plasticity_compress"), 2.5f);
}

/// Returns a world with fast but stable jets, which the monitor must not take for an explosion.
WorldSpec jetSpec(float speed, float substeps) {
  WorldSpec spec = busySpec();
  spec.settings.substeps = substeps;
  spec.liquids.clear();
  EmitterSpec& down = spec.emitters[0];
  down.speed = speed;
  EmitterSpec up = down;  // meets the other jet head on
  up.name = "fountain";
  up.position = {0.f, 0.05f, 0.f};
  up.direction = {0.f, 1.f, 0.f};
  up.material = 0;
  spec.emitters.push_back(up);
  return spec;
}

TEST(WorldRollBack, FastJetsAreNotTakenForARunaway) {
  for (const float substeps : {0.f, 4.f})
    for (const float speed : {5.f, 20.f}) {
      World world(jetSpec(speed, substeps), 2);
      advanceFrames(world, 4);
      EXPECT_TRUE(world.rollBacks().empty())
          << speed << " m/s, " << substeps << " substeps: " << world.rollBacks().back().reason;
      EXPECT_GT(world.particles().size(), 20u);
    }
}

TEST(WorldRollBack, AFallFromFortyMetresIsNotTakenForARunaway) {
  for (const float substeps : {0.f, 2.f}) {
    WorldSpec spec = busySpec();
    spec.settings.substeps = substeps;
    spec.emitters.clear();
    spec.liquids[0].pose.position.y = 5.f;
    spec.liquids[0].velocity.y = -26.f;  // the speed after a fall of 35 m
    World world(spec, 2);
    double fastest = 0.0;
    for (int f = 0; f < 30; ++f) {
      world.advanceFrame();
      fastest = std::max<double>(fastest, fastestParticle(world.particles()));
    }
    EXPECT_TRUE(world.rollBacks().empty()) << substeps << " substeps: " << world.rollBacks().back().reason;
    EXPECT_GT(fastest, 26.5);
    EXPECT_LT(world.statistics().lower.y, 0.1) << "it has landed";
  }
}

TEST(WorldRollBack, ABrickThatIsStruckIsNotTakenForARunaway) {
  // A plate at rest suddenly sweeps a brick away at 6 m/s.
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  spec.emitters.clear();
  Body plate;
  plate.name = "plate";
  plate.shape = makeBox({0.02f, 0.1f, 0.1f});
  plate.motion = Motion::Kinematic;
  Pose from, to;
  from.position = {-0.15f, 0.05f, 0.f};
  to.position = {1.05f, 0.05f, 0.f};
  plate.keys = {{0.1, from}, {0.3, to}};
  plate.pose = plate.previousPose = from;
  spec.bodies.push_back(plate);
  World world(spec, 2);
  advanceFrames(world, 24);
  EXPECT_TRUE(world.rollBacks().empty()) << world.rollBacks().back().reason;
  EXPECT_GT(world.statistics().centroid.x, 0.5) << "it was struck";
}

}  // namespace
}  // namespace ooze::world_roll_back_test
