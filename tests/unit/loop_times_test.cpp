// Tests of the times in parallel loops, from which reports derive the serial share of a step.
#include "ooze/base/threads.h"

#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace ooze::loop_times_test {
namespace {

using Clock = std::chrono::steady_clock;

void spin(double seconds) {
  const auto begin = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds) {
  }
}

TEST(LoopTimes, CountLoopsOnceAndNotTheWorkBetweenThem) {
  const Threads threads(1);
  const auto begin = Clock::now();
  threads.forEach(4, [&](std::size_t) { threads.forEach(2, [](std::size_t) { spin(0.001); }); });
  const double took = std::chrono::duration<double>(Clock::now() - begin).count();
  const double counted = threads.loopTimes().seconds;
  EXPECT_GE(counted, 0.008);
  EXPECT_LE(counted, took);
  spin(0.002);
  EXPECT_EQ(threads.loopTimes().seconds, counted);
}

TEST(LoopTimes, MoreCoresShareTheTasksOfALoop) {
  const Threads threads(1);
  threads.forEach(24, [](std::size_t) { spin(0.0002); });
  const LoopTimes times = threads.loopTimes();
  EXPECT_NEAR(times.on8Cores, times.seconds * 3 / 24, 1e-12);
  EXPECT_NEAR(times.on16Cores, times.seconds * 2 / 24, 1e-12);
}

TEST(LoopTimes, ASingleTaskIsSerialWork) {
  const Threads threads(1);
  threads.forEach(1, [](std::size_t) { spin(0.0002); });
  threads.forChunks(100, 100, [](std::size_t, std::size_t, std::size_t) { spin(0.0002); });
  EXPECT_EQ(threads.loopTimes().seconds, 0.0);
}

TEST(LoopTimes, CountGraphs) {
  const Threads threads(1);
  threads.forGraph(
      3, [](std::size_t k) { return k; }, [](std::size_t, FunctionRef<void(std::size_t)>) {},
      [](std::size_t) { spin(0.0002); });
  EXPECT_GE(threads.loopTimes().seconds, 0.0006);
}

TEST(LoopTimes, ALoopThatThrowsDoesNotHideTheNextLoop) {
  const Threads threads(1);
  EXPECT_THROW(threads.forEach(2, [](std::size_t) { throw std::runtime_error("task"); }), std::runtime_error);
  threads.forEach(2, [](std::size_t) { spin(0.0002); });
  EXPECT_GE(threads.loopTimes().seconds, 0.0004);
}

TEST(LoopTimes, OnlyTheThreadThatMadeThePoolIsMeasured) {
  const Threads threads(1);
  std::thread([&] { threads.forEach(2, [](std::size_t) { spin(0.0002); }); }).join();
  EXPECT_EQ(threads.loopTimes().seconds, 0.0);
}

TEST(LoopTimes, SeveralThreadsAreNotMeasured) {
  const Threads threads(2);
  threads.forEach(4, [](std::size_t) { spin(0.0002); });
  EXPECT_EQ(threads.loopTimes().seconds, 0.0);
}

}  // namespace
}  // namespace ooze::loop_times_test
