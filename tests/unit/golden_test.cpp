// Tests golden runs: equal runs have no difference, and a disturbed run is reported with step, stage and
// particle.
#include "world/history/golden.h"

#include "base/random.h"
#include "fixtures/commands.h"
#include "unit/golden_fixtures.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::golden_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Records a run in which a stage of step 50 goes wrong.
GoldenRun faultyRun(int frames, std::string stage, FaultyStage::Fault fault, int faults = 1) {
  World world(goldenScene().world, 1);
  GoldenRecorder recorder(world);
  const FaultyStage faulty(world, recorder, 50, std::move(stage), fault);
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    recorder.noteFrame();
  }
  EXPECT_EQ(faulty.faults(), faults);
  return recorder.run();
}

std::size_t partAt(const GoldenRun& run, std::string_view part) {
  const auto found = std::find(run.parts.begin(), run.parts.end(), part);
  return static_cast<std::size_t>(found - run.parts.begin());
}

constexpr int kFrames = 20;  // more than 50 steps

const GoldenRun& expected() {
  static const GoldenRun run = record(goldenScene(), kFrames);
  return run;
}

TEST(Golden, FramesHaveTheVelocitiesThatTheNextStepGoesOnWith) {
  World world(goldenScene().world, 1);
  GoldenRecorder recorder(world);
  for (int f = 0; f < 3; ++f) world.advanceFrame();
  recorder.noteFrame();
  const Particles& p = world.particles();
  glm::dvec3 momentum(0.0);
  for (std::size_t i = 0; i < p.size(); ++i)
    momentum += world.materials()[p.material[i]].density * std::pow(world.restSpacing(p.material[i]), 3.0) *
                glm::dvec3(p.velocity[i]);
  EXPECT_LT(glm::distance(glm::dvec3(recorder.run().frames.back().momentum), momentum),
            1e-6 * glm::length(momentum));
  EXPECT_GT(glm::distance(world.statistics().momentum, momentum), 1e-3 * glm::length(momentum));
}

TEST(Golden, NamesTheStepStageAndParticleOfAFault) {
  // The fault is the smallest change of a float.
  const GoldenRun actual = faultyRun(kFrames, "relaxation", [](Particles& p) {
    float& x = p.position.x[indexOf(p, 123)];
    x = std::nextafter(x, 1.f);
  });
  const auto d = compareExactly(expected(), actual);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->step, 50u);
  EXPECT_EQ(d->stage, "relaxation");
  EXPECT_EQ(d->particle, 123u);
  EXPECT_EQ(d->particlesThatDiffer, 1u);
  EXPECT_EQ(describe(*d), "step 50, stage \"relaxation\", particle 123 (of 1 that differ): positions");
}

TEST(Golden, NamesTheLeastOfTheParticlesThatDiffer) {
  const GoldenRun actual = faultyRun(kFrames, "viscosity", [](Particles& p) {
    for (const std::uint32_t id : {44u, 12u, 90u}) p.velocity.z[indexOf(p, id)] += 0.01f;
  });
  const auto d = compareExactly(expected(), actual);
  ASSERT_TRUE(d);
  EXPECT_EQ(describe(*d), "step 50, stage \"viscosity\", particle 12 (of 3 that differ): velocities");
}

TEST(Golden, DistinguishesTheOccurrencesOfAStage) {
  // A step searches neighbours twice. The second search comes after the prediction, and a fault in it must
  // not be attributed to the first search.
  World world(goldenScene().world, 1);
  GoldenRecorder recorder(world);
  static int searches;
  searches = 0;
  const FaultyStage faulty(world, recorder, 50, "neighbours", [](Particles& p) {
    if (++searches == 2) p.position.y[0] += 0.01f;
  });
  for (int f = 0; f < kFrames; ++f) world.advanceFrame();
  ASSERT_EQ(searches, 2);
  const auto d = compareExactly(expected(), recorder.run());
  ASSERT_TRUE(d);
  EXPECT_EQ(d->stage, "neighbours");
  const auto& stages = recorder.run().stages;
  for (std::size_t i = 0; i < stages.size(); ++i)
    if (stages[i].hashes != expected().stages[i].hashes) {
      EXPECT_EQ(recorder.run().stageNames[stages[i - 1].name], "prediction");
      break;
    }
}

TEST(Golden, SeesOneStepAndStageBeyondTheBudgetOfDigests) {
  const GoldenRun few = record(goldenScene(), kFrames, 1, 4096);
  EXPECT_GT(few.digestedStages, 1u);
  EXPECT_LT(few.digestedStages, few.stages.size());
  const GoldenRun actual = faultyRun(kFrames, "collisions", [](Particles& p) { p.velocity.x[7] = 0.5f; });
  const auto d = compareExactly(few, actual);
  ASSERT_TRUE(d);
  EXPECT_EQ(describe(*d), "step 50, stage \"collisions\": velocities");
  std::size_t bytes = 0;
  for (const GoldenStage& s : few.stages) bytes += s.digests.size() * sizeof(std::uint16_t);
  EXPECT_LE(bytes, 4096u);
}

TEST(Golden, SeesSpringsSettingsAndNumbersOfParticles) {
  const auto differs = [](auto change, const char* where) {
    World world(goldenScene().world, 1);
    change(world);
    const auto d = compareExactly(expected(), record(world, kFrames));
    ASSERT_TRUE(d);
    EXPECT_THAT(describe(*d), HasSubstr(where));
  };
  // Plasticity acts on springs only, and only after the command that sets the parameter.
  differs(
      [](World& w) {
        w.replay({{30, command("clavet.plasticity_compress", {5.f})}});
      },
      "step 30, stage \"commands\": settings");
  differs(
      [](World& w) {
        w.replay({{25, command("emitter.spout.enabled", {0.f})}});
      },
      "step 25, stage \"commands\": settings");
  // A stage that did not run in the other run is a difference even if nothing else differs.
  GoldenRun longer = expected();
  longer.stages.push_back(longer.stages.back());
  EXPECT_THAT(compareExactly(expected(), longer)->what, HasSubstr("not expected"));
  GoldenRun lessLink = expected();
  lessLink.stages[200].hashes[partAt(lessLink, "links")] ^= 1;
  EXPECT_EQ(compareExactly(expected(), lessLink)->what, "links");
  GoldenRun lessParticle = expected();
  --lessParticle.stages[200].particles;
  EXPECT_THAT(compareExactly(expected(), lessParticle)->what, HasSubstr("particles instead of"));
}

TEST(Golden, SeesFunctionsOfPairsChange) {
  const auto run = [](float pull) {
    World world(goldenScene("steele_honey", "steele").world, 1);
    GoldenRecorder recorder(world);
    for (int step = 0; step < 6; ++step) {
      if (step == 4) world.submit(command("pair_solids.goo.adhesion", {0.f, pull, 3.f, 0.f}));
      world.step();
    }
    return recorder.run();
  };
  EXPECT_FALSE(compareExactly(run(5.f), run(5.f)));
  const auto d = compareExactly(run(5.f), run(6.f));
  ASSERT_TRUE(d);
  EXPECT_EQ(describe(*d), "step 4, stage \"commands\": settings, substeps or emitters");
}

TEST(Golden, IsTheSameAtAnyNumberOfThreads) {
  for (const int threads : {1, 2, 7}) {
    const auto d = compareExactly(expected(), record(goldenScene(), kFrames, threads));
    EXPECT_FALSE(d) << threads << " threads: " << describe(*d);
  }
}

TEST(Golden, DoesNotDependOnTheOrderOfParticles) {
  World world(goldenScene().world, 1);
  // The test swaps particles behind the method's back. Springs refer to particle slots, so the world has no
  // springs.
  world.submit(command("clavet.spring_stiffness", {0.f}));
  world.advanceFrame();
  ASSERT_EQ(world.method().links()->count(), 0u);
  const GoldenRun before = record(world, 0);
  Particles& p = particlesOf(world.method());
  ASSERT_GT(p.size(), 60u);
  const auto swap = [](auto& array) { std::swap(array[5], array[60]); };
  for (Vec3Array* v : {&p.position, &p.velocity}) swap(v->x), swap(v->y), swap(v->z);
  swap(p.id);
  swap(p.density), swap(p.exposure);
  EXPECT_FALSE(compareExactly(before, record(world, 0)));
  swap(p.id);
  EXPECT_TRUE(compareExactly(before, record(world, 0)));
}

TEST(Golden, RecordingChangesNothing) {
  World plain(goldenScene().world, 1), recorded(goldenScene().world, 1);
  for (int f = 0; f < 5; ++f) plain.advanceFrame();
  (void)record(recorded, 5);
  EXPECT_EQ(plain.hash(), recorded.hash());
}

TEST(Golden, AnObserverOutlivesARestoreOfTheWorld) {
  World world(goldenScene().world, 1);
  ByteWriter saved;
  world.save(saved);
  GoldenRecorder recorder(world);
  ByteReader state(saved.bytes());
  world.restore(state);
  world.step();
  EXPECT_GT(recorder.run().stages.size(), 5u);
}

TEST(Lockstep, StopsAtTheStepAtWhichTwoWorldsPart) {
  World a(goldenScene().world, 1), b(goldenScene().world, 2);
  b.replay({{9, command("world.gravity_x", {1.f})}});
  Lockstep both(a, b);
  EXPECT_FALSE(both.compare());
  for (int s = 0; s < 9; ++s) ASSERT_FALSE(both.step()) << s;
  const auto d = both.step();
  ASSERT_TRUE(d);
  EXPECT_THAT(describe(*d), HasSubstr("step 9, stage \"commands\": settings"));
}

/// Records a run with rounding errors as on another machine. Each step multiplies positions and velocities by
/// 1 plus noise up to `part`.
GoldenRun roundedRun(const Scene& scene, int frames, float part) {
  World world(scene.world, 1);
  GoldenRecorder recorder(world);
  for (int f = 0; f < frames; ++f) {
    do {
      world.step();
      Particles& p = particlesOf(world.method());
      for (std::size_t i = 0; i < p.size(); ++i) {
        const auto noise = [&](std::uint64_t k) {
          return 1.f + part * (2.f * randomUnit(8 * world.stepIndex() + k, p.id[i]) - 1.f);
        };
        p.position.set(i, p.position[i] * Vec3(noise(0), noise(1), noise(2)));
        p.velocity.set(i, p.velocity[i] * Vec3(noise(3), noise(4), noise(5)));
      }
    } while (!world.atFrameBoundary());
    recorder.noteFrame();
  }
  return recorder.run();
}

TEST(GoldenTolerance, RoundingPassesWhereBitsDiffer) {
  const GoldenRun rounded = roundedRun(goldenScene(), 60, 2e-7f);  // two units in the last place
  const GoldenRun run = record(goldenScene(), 60);
  EXPECT_TRUE(compareExactly(run, rounded));
  EXPECT_EQ(compareWithin(run, rounded), "");
}

TEST(GoldenTolerance, AChangedMaterialFails) {
  const GoldenRun run = record(goldenScene(), 60);
  for (const auto& [parameter, factor] :
       std::vector<std::pair<std::string, float>>{{"clavet.near_stiffness", 1.1f},
                                                  {"clavet.volume_stiffness", 1.5f},
                                                  {"clavet.spring_stiffness", 1.1f}}) {
    World world(goldenScene().world, 1);
    world.submit(command(parameter, {factor * world.value(parameter)}));
    EXPECT_THAT(compareWithin(run, record(world, 60)), Not(IsEmpty())) << parameter;
  }
}

TEST(GoldenTolerance, NamesTheParticleOfTheFirstSteps) {
  const GoldenRun run = record(goldenScene(), 3);
  GoldenRun other = run;
  other.firstSteps[2].positions[17].x += 0.06f * run.interactionRadius;
  EXPECT_THAT(compareWithin(run, other), HasSubstr("step 2, particle 17: 0.06 h away"));
}

TEST(GoldenTolerance, NamesTheFrameAndTheNumber) {
  const GoldenRun run = record(goldenScene(), 10);
  const auto refuses = [&](auto change, const char* text) {
    GoldenRun other = run;
    change(other.frames[7]);
    EXPECT_THAT(compareWithin(run, other), HasSubstr(std::string("frame 8: ") + text));
  };
  refuses([](GoldenFrame& f) { f.centroid.y += 0.03f; }, "centroid off by 1");
  refuses([](GoldenFrame& f) { f.kineticEnergy *= 1.6f; }, "kinetic energy");
  refuses([](GoldenFrame& f) { f.meanDensity *= 0.5f; }, "mean density");
  refuses([](GoldenFrame& f) { f.momentum *= -1.f; }, "momentum");
  refuses([](GoldenFrame& f) { f.particles *= 2; }, "particles");
  refuses([](GoldenFrame& f) { f.meanDensity = std::numeric_limits<float>::quiet_NaN(); }, "mean density");
}

}  // namespace
}  // namespace ooze::golden_test
