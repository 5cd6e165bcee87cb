// Tests of StageTimer: slices of time, and the stages of a step in order.
#include "ooze/base/stage_timer.h"

#include "unit/world_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::stage_timer_test {
namespace {

TEST(StageTimer, KeepsSlicesOnlyWhenAsked) {
  StageTimer timer;
  { const StageTimer::Scope scope(timer, "a"); }
  EXPECT_TRUE(timer.slices().empty());
  timer.keepSlices(true);
  {
    const StageTimer::Span span(timer, "outer");
    const StageTimer::Scope scope(timer, "a");
  }
  ASSERT_EQ(timer.slices().size(), 2u);
  EXPECT_EQ(timer.slices()[0].name, "a");
  EXPECT_EQ(timer.slices()[1].name, "outer");
  EXPECT_EQ(timer.stages().size(), 1u) << "a span is no stage";
  timer.clear();
  EXPECT_TRUE(timer.slices().empty());
}

TEST(StageTimer, TheStagesOfAStepLieWithinItOneAfterAnother) {
  World world(test::busySpec(), 2);
  test::steps(world, 3);
  world.timer().clear();
  world.timer().keepSlices(true);
  test::steps(world, 5);
  StageSlice::Clock::time_point last{};
  int steps = 0, inside = 0;
  double sum = 0.0;
  for (const StageSlice& slice : world.timer().slices()) {
    EXPECT_LE(slice.begin, slice.end);
    const double ms = std::chrono::duration<double, std::milli>(slice.end - slice.begin).count();
    if (slice.name != kStepSlice) {
      EXPECT_GE(slice.begin, last);
      last = slice.end;
      if (slice.name != "keep") sum += ms, ++inside;
      continue;
    }
    ++steps;
    EXPECT_LE(sum, ms) << "stages take longer than their step";
    EXPECT_GE(inside, 12);
    sum = 0.0, inside = 0;
  }
  EXPECT_EQ(steps, 5);
  const auto shot = world.snapshot();
  EXPECT_EQ(shot->slices.size(), world.timer().slices().size());
}

}  // namespace
}  // namespace ooze::stage_timer_test
