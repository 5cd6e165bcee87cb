#include "base/isolated_call.h"

#include "ooze/base/error.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <stdexcept>

namespace ooze {
namespace {

using Bytes = std::vector<std::byte>;

TEST(IsolatedCall, BringsManyBytesBack) {
  Bytes expected(1'000'003);  // more than a pipe holds
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<std::byte>(i * 31);
  EXPECT_EQ(callIsolated([&] { return expected; }), expected);
  EXPECT_TRUE(callIsolated([] { return Bytes(); }).empty());
}

TEST(IsolatedCall, ChangesNothingHere) {
  int value = 1;
  callIsolated([&] {
    value = 2;
    return Bytes();
  });
  EXPECT_EQ(value, 1);
}

TEST(IsolatedCall, ReportsACrashOrAnException) {
  EXPECT_THROW(callIsolated([]() -> Bytes { std::abort(); }), RunError);
  EXPECT_THROW(callIsolated([]() -> Bytes { throw std::runtime_error("no"); }), RunError);
}

}  // namespace
}  // namespace ooze
