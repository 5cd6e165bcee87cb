// Tests of the automatic number of substeps per frame.
#include "world/substeps.h"

#include "ooze/base/error.h"

#include "base/random.h"
#include "fixtures/commands.h"
#include "unit/world_fixtures.h"
#include "world/world_clock.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze::substeps_test {
namespace {

using namespace test;

TEST(SubstepPlan, FollowsARiseAtOnceAndAFallAfterItsPatience) {
  SubstepPlan plan;
  EXPECT_EQ(plan.next({8, "gravity"}), 8);
  EXPECT_EQ(plan.next({12, "speed"}), 12);
  EXPECT_EQ(plan.limit(), "speed");
  for (int f = 1; f < SubstepPlan::kPatience; ++f) EXPECT_EQ(plan.next({f == 3 ? 9 : 5, "gravity"}), 12) << f;
  EXPECT_EQ(plan.next({5, "gravity"}), 9) << "the most of the calm frames";
  EXPECT_EQ(plan.limit(), "gravity");
}

TEST(SubstepPlan, StaysForALittleLess) {
  SubstepPlan plan;
  EXPECT_EQ(plan.next({20, "speed"}), 20);
  for (int f = 0; f < 100; ++f) EXPECT_EQ(plan.next({18 + f % 2, "speed"}), 20);
}

TEST(SubstepPlan, NeverAlternates) {
  // Needs that jump by a factor of two reverse the plan at most once in every kPatience frames.
  SubstepPlan plan;
  int before = plan.next({10, ""}), direction = 0, sinceRise = 1000;
  for (int f = 0; f < 5000; ++f) {
    const int need = 10 + static_cast<int>((static_cast<unsigned>(f) * 2654435761u >> 16) % 11u);
    const int now = plan.next({need, ""});
    EXPECT_GE(now, need);
    ++sinceRise;
    if (now < before) {
      EXPECT_GE(sinceRise, SubstepPlan::kPatience) << "frame " << f;
      direction = -1;
    } else if (now > before) {
      sinceRise = 0;
      direction = 1;
    }
    before = now;
  }
  EXPECT_NE(direction, 0);
}

/// The speed of a steady jet varies a little about the greatest speed of six substeps.
TEST(SubstepPlan, KeepsItsNumberWhileTheNeedVariesAboutAWholeNumber) {
  SubstepPlan plan;
  const auto next = [&](double exact) {
    return plan.next({static_cast<int>(std::ceil(exact)), "speed", exact});
  };
  EXPECT_EQ(next(6.1), 7);
  for (int f = 0; f < 40; ++f) EXPECT_EQ(next(5.95), 7) << "frame " << f << ": too near to six";
  EXPECT_EQ(next(6.02), 7);
  for (int f = 1; f < SubstepPlan::kPatience; ++f) EXPECT_EQ(next(5.6), 7);
  EXPECT_EQ(next(5.6), 6) << "six hold with a margin";
  EXPECT_EQ(next(5.95), 6);
}

TEST(SubstepPlan, TakesWhatWentWrongForANeed) {
  SubstepPlan plan;
  plan.next({4, "gravity"});
  plan.raise(8, "roll-back");
  for (int f = 1; f < SubstepPlan::kPatience; ++f) EXPECT_EQ(plan.next({4, "gravity"}), 8);
  EXPECT_EQ(plan.limit(), "roll-back");
  EXPECT_EQ(plan.next({4, "gravity"}), 4);
  plan.raise(3, "roll-back");
  EXPECT_EQ(plan.next({4, "gravity"}), 4);
}

TEST(SubstepPlan, ContinuesAfterASave) {
  SubstepPlan plan;
  plan.next({12, "speed"});
  for (int f = 0; f < 9; ++f) plan.next({f, "gravity"});
  ByteWriter out;
  plan.save(out);
  SubstepPlan other;
  ByteReader in(out.bytes());
  other.restore(in);
  for (int f = 0; f < 30; ++f) {
    EXPECT_EQ(other.next({3, "cohesion"}), plan.next({3, "cohesion"}));
    EXPECT_EQ(other.limit(), plan.limit());
  }
}

/// Counts how the number of substeps rises and falls over 200 frames.
struct SubstepChanges {
  int turns = 0;           ///< number of changes from rising to falling or back
  int shortestStay = 200;  ///< shortest time between two opposite changes [frames]
  int most = 0;
};

SubstepChanges countSubstepChanges(const WorldSpec& spec) {
  World world(spec, 2);
  SubstepChanges changes;
  int before = 0, direction = 0, since = 0;
  for (int f = 0; f < 200; ++f) {
    world.advanceFrame();
    EXPECT_TRUE(world.rollBacks().empty());
    EXPECT_FALSE(world.substepLimit().empty());
    const int now = world.substeps();
    changes.most = std::max(changes.most, now);
    ++since;
    if (f > 0 && now != before) {
      const int turned = now > before ? 1 : -1;
      if (direction != 0 && turned != direction) {
        ++changes.turns;
        changes.shortestStay = std::min(changes.shortestStay, since);
      }
      direction = turned;
      since = 0;
    }
    before = now;
  }
  return changes;
}

WorldSpec autoSpec() {
  WorldSpec spec = busySpec();
  spec.settings.substeps = 0.f;
  return spec;
}

TEST(AutomaticSubsteps, OfASettlingPoolTurnAtMostThreeTimes) {
  WorldSpec spec = autoSpec();
  spec.emitters.clear();
  spec.materials[0] = material("water");
  spec.liquids = {box({0.f, 0.2f, 0.f}, {0.03f, 0.06f, 0.03f})};
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank({0.035f, 0.2f, 0.035f}, true);
  tank.pose.position = {0.f, 0.2f, 0.f};
  spec.bodies = {tank};
  const SubstepChanges changes = countSubstepChanges(spec);
  EXPECT_LE(changes.turns, 3) << "up as it falls, down as it comes to rest; a wide one sloshes once more";
  EXPECT_GE(changes.shortestStay, SubstepPlan::kPatience);
  EXPECT_LT(changes.most, 30);
}

TEST(AutomaticSubsteps, OfAPourTurnAtMostThreeTimes) {
  WorldSpec spec = autoSpec();
  spec.liquids.clear();
  spec.emitters[0].position.y = 0.4f;
  spec.emitters[0].radius = 0.01f;
  spec.emitters[0].speed = 1.5f;
  spec.emitters[0].stop = 1.5;
  const SubstepChanges changes = countSubstepChanges(spec);
  EXPECT_LE(changes.turns, 3) << "up as the jet falls, and down when the nozzle has closed";
  EXPECT_GE(changes.shortestStay, SubstepPlan::kPatience);
}

TEST(AutomaticSubsteps, SayWhatSetsThem) {
  World world(autoSpec(), 1);
  world.advanceFrame();
  EXPECT_EQ(world.substepLimit(), "gravity");
  EXPECT_EQ(world.snapshot()->substepLimit, "gravity");
  world.submit(command("material.oil.viscosity_linear", {40.f}));
  world.advanceFrame();
  EXPECT_EQ(world.substepLimit(), "viscosity");
  world.submit(command("emitter.nozzle.speed", {20.f}));
  world.advanceFrame();
  EXPECT_EQ(world.substepLimit(), "nozzle");
  world.submit(command("world.substeps", {9.f}));
  world.advanceFrame();
  EXPECT_EQ(world.substepLimit(), "set");
  EXPECT_EQ(world.substeps(), 9);
}

TEST(AutomaticSubsteps, ACommandInTheMiddleOfAFrameShortensItsRemainingSteps) {
  World world(autoSpec(), 1);
  world.advanceFrame();
  world.step();
  ASSERT_FALSE(world.atFrameBoundary());
  const int before = world.substeps();
  const double time = world.time();
  world.submit(
      command("material.oil.viscosity_linear", {40.f}));  // rate 1200 / s, at most 1.3 per step: 16 steps
  world.step();
  EXPECT_EQ(world.substeps() % before, 0);
  EXPECT_GE(world.substeps(), 16);
  EXPECT_NEAR(world.time() - time, 1.0 / 60.0 / world.substeps(), 1e-9);
  world.advanceFrame();
  EXPECT_NEAR(world.time(), 2.0 / 60.0, 1e-12);
  world.advanceFrame();
  EXPECT_EQ(world.substeps(), 16) << "from the next frame on as few as are needed";

  World replayed(autoSpec(), 2);
  replayed.replay(world.commandLog());
  for (int f = 0; f < 3; ++f) replayed.advanceFrame();
  EXPECT_EQ(replayed.hash(), world.hash());
}

/// However often commands shorten the steps of a frame that is taken again and again.
TEST(FrameSteps, AreNeverMoreThanTheirLimit) {
  for (std::uint64_t round = 0; round < 2000; ++round) {
    const auto need = [&](std::uint64_t i) {
      return SubstepNeed{1 + static_cast<int>(randomBits(round, i) % kMaxSubsteps), "speed"};
    };
    WorldClock clock(60.0);
    clock.halve(static_cast<int>(round % (kMaxHalvings + 1)));
    clock.beginFrame(need(0));
    int steps = 0;
    do {
      if (randomBits(round, 2 * steps + 1) % 8 == 0)
        clock.refine(need(static_cast<std::uint64_t>(2 * steps + 2)));
      ++steps;
    } while (!clock.finishStep(true));
    ASSERT_LE(steps, kMaxStepsPerFrame) << round;
  }
  EXPECT_EQ(kMaxStepsPerFrame, 6400);
}

}  // namespace
}  // namespace ooze::substeps_test
