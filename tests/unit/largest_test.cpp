// Tests parallel loops over many numbers, and their parallel maximum, at any number of threads.
#include "base/reductions.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <utility>
#include <vector>

namespace ooze::largest_test {
namespace {

TEST(Largest, IsFoundWhereverItIsByAnyNumberOfThreads) {
  std::vector<float> values(30'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(0.1f * static_cast<float>(i));
  for (const int count : {1, 2, 5}) {
    const Threads threads(count);
    for (const std::size_t at : {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, values.size() - 1}) {
      const float before = std::exchange(values[at], 2.f);
      EXPECT_EQ(largest(threads, values.size(), [&](std::size_t i) { return values[i]; }), 2.f) << at;
      values[at] = before;
    }
  }
}

TEST(Largest, PassesOverWhatIsNoNumberAndIsNeverBelowZero) {
  const Threads threads(2);
  const std::vector<float> values{-3.f, std::numeric_limits<float>::quiet_NaN(), 1.f, -1.f};
  const auto of = [&](std::size_t i) { return values[i]; };
  EXPECT_EQ(largest(threads, 4, of), 1.f);
  EXPECT_EQ(largest(threads, 2, of), 0.f);
  EXPECT_EQ(largest(threads, 0, of), 0.f);
}

TEST(ParallelLoop, CallsEachIndexOnce) {
  for (const int count : {1, 3}) {
    std::vector<int> calls(1001, 0);
    Threads(count).forEachIndex(calls.size(), 64, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(1001, 1)) << count;
  }
}

}  // namespace
}  // namespace ooze::largest_test
