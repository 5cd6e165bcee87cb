// Tests of the due times and rates of frames, with given times instead of real waits.
#include "app/window/frame_counter.h"
#include "session/frame_pacing.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

using Clock = FrameClock::Clock;

Clock::time_point at(double seconds) {
  return Clock::time_point(
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(100.0 + seconds)));
}

double secondsUntil(Clock::time_point time) { return std::chrono::duration<double>(time - at(0.0)).count(); }

/// Returns the timing of a frame of 1/50 s in 4 substeps.
FrameClock::FrameWork frame(double begin, double end) { return {at(begin), at(end), 0.02, 4}; }

constexpr double kTick = 1e-8;  // time above the rounding of the clock's nanoseconds [s]

TEST(FrameClock, FramesComeAtTheSpeedThatIsAllowed) {
  FrameClock clock;
  SessionStatus status;
  clock.note(frame(0.0, 0.005), status);
  EXPECT_NEAR(secondsUntil(clock.nextFrame()), 0.02, kTick);
  // A frame that starts late by less than a frame interval is caught up: the next frame is due at its
  // original time.
  status.speed = 0.5f;
  clock.note(frame(0.02, 0.025), status);
  EXPECT_NEAR(secondsUntil(clock.nextFrame()), 0.06, kTick);
}

TEST(FrameClock, AFrameThatTakesTooLongMakesTheNextOnesLateToo) {
  FrameClock clock;
  SessionStatus status;
  clock.note(frame(0.0, 0.5), status);
  EXPECT_NEAR(secondsUntil(clock.nextFrame()), 0.5, kTick);
  clock.note(frame(0.5, 0.51), status);
  EXPECT_NEAR(secondsUntil(clock.nextFrame()), 0.52, kTick);
}

TEST(FrameClock, RatesAreThoseOfHalfASecond) {
  FrameClock clock;
  SessionStatus status;
  status.playing = true;
  for (int i = 0; i < 5; ++i) clock.note(frame(0.1 * i, 0.1 * i + 0.04), status);
  EXPECT_NEAR(status.millisecondsPerStep, 10.0, 1e-4);
  EXPECT_EQ(status.simulatedOverWall, 0.0);  // 0: the rate is still unknown
  clock.note(frame(0.5, 0.6), status);
  EXPECT_NEAR(status.simulatedOverWall, 6 * 0.02 / 0.6, 1e-6);
  EXPECT_NEAR(status.stepsPerSecond, 6 * 4 / 0.6, 1e-4);
}

TEST(FrameClock, ARestIsNoPartOfARate) {
  FrameClock clock;
  SessionStatus status;
  status.playing = true;
  clock.note(frame(0.0, 0.1), status);
  clock.pause();
  clock.note(frame(10.0, 10.5), status);
  EXPECT_NEAR(status.simulatedOverWall, 0.02 / 0.5, 1e-6);
}

TEST(FrameCounter, ReportsTheMedianAndTheSlowestAfterTheFirstFrames) {
  FrameCounter counter;
  for (int i = 0; i < 10; ++i) counter.count(i, i + 0.9);  // slow first frames, which load fonts and shaders
  for (int i = 0; i < 4; ++i) counter.count(20.0 + i, 20.0 + i + 0.01);
  counter.count(30.0, 30.03);
  WindowNumbers numbers;
  counter.report(numbers);
  EXPECT_EQ(numbers.framesDrawn, 15u);
  EXPECT_NEAR(numbers.medianMilliseconds, 10.0, 1e-6);
  EXPECT_NEAR(numbers.slowestMilliseconds, 30.0, 1e-6);
}

TEST(FrameCounter, CountsFramesOverHalfASecond) {
  FrameCounter counter;
  counter.count(0.0, 1000.0);
  for (int i = 1; i <= 10; ++i) counter.count(1000.0, 1000.0 + 0.05 * i);
  EXPECT_NEAR(counter.framesPerSecond(), 20.0, 1e-6);
}

}  // namespace
}  // namespace ooze
