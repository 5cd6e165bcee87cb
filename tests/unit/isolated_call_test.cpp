#include "base/isolated_call.h"

#include "ooze/base/error.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace ooze {
namespace {

using Bytes = std::vector<std::byte>;

constexpr IsolatedLimits kPlenty{.seconds = 10, .memory = 1 << 30};

TEST(IsolatedCall, BringsManyBytesBack) {
  Bytes expected(1'000'003);  // more than a pipe holds
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::byte>(i * 31);
  EXPECT_EQ(callIsolated(kPlenty, [&] { return expected; }), expected);
  EXPECT_TRUE(callIsolated(kPlenty, [] { return Bytes(); }).empty());
}

TEST(IsolatedCall, ChangesNothingHere) {
  int value = 1;
  callIsolated(kPlenty, [&] {
    value = 2;
    return Bytes();
  });
  EXPECT_EQ(value, 1);
}

TEST(IsolatedCall, ReportsACrashOrAnException) {
  EXPECT_THROW(callIsolated(kPlenty, []() -> Bytes { std::abort(); }), RunError);
  EXPECT_THROW(callIsolated(kPlenty, []() -> Bytes { throw std::runtime_error("no"); }), RunError);
}

TEST(IsolatedCall, StopsWhatRunsOn) {
  const IsolatedLimits second{.seconds = 1, .memory = 1 << 30};
  const auto runOn = []() -> Bytes {
    for (std::atomic<int> i{0};;) i.fetch_xor(1);
  };
  EXPECT_THROW(callIsolated(second, runOn), RunError);
}

TEST(IsolatedCall, IsKilledWhenItIsCalledOff) {
  LongWork work;
  std::thread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    work.cancelled = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto runOn = []() -> Bytes {
    for (std::atomic<int> i{0};;) i.fetch_xor(1);
  };
  EXPECT_THROW(callIsolated(kPlenty, runOn, &work), Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << "before its limit of 10 s";
  impatient.join();
  LongWork watched;
  EXPECT_EQ(callIsolated(
                kPlenty, [] { return Bytes(100'000); }, &watched)
                .size(),
            100'000u);
}

#ifdef __linux__
TEST(IsolatedCall, StopsWhatTakesTooMuchMemory) {
  EXPECT_THROW(callIsolated(kPlenty, [] { return Bytes(std::size_t{1} << 31); }), RunError);
}
#endif

}  // namespace
}  // namespace ooze
