// Tests of parallel numbering and of concurrent union-find: both must give the same result as serial loops.
#include "base/numbering.h"

#include "base/disjoint_sets.h"
#include "base/random.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ooze::numbering_test {
namespace {

using Numbers = std::vector<std::uint32_t>;

class NumberingTest : public testing::TestWithParam<int> {};

TEST_P(NumberingTest, NumbersAscendOverAllChunks) {
  const Threads threads(GetParam());
  Numbering numbering;
  const auto isChosen = [](std::size_t i) { return i % 3 == 1 || i % 7 == 0; };
  for (const std::size_t n : {std::size_t{0}, std::size_t{5}, 3 * Numbering::kGrain + 17}) {
    Numbers expected{42};
    for (std::size_t i = 0; i < n; ++i)
      if (isChosen(i)) expected.push_back(static_cast<std::uint32_t>(i));
    Numbers chosen{42}, number(n, 7);
    numbering.append(n, chosen, threads, isChosen,
                     [&](std::size_t i, std::uint32_t its) { number[i] = its; });
    EXPECT_EQ(chosen, expected);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(number[i] != Numbering::kNone, isChosen(i)) << i;
      if (isChosen(i)) {
        ASSERT_EQ(chosen[number[i]], i);
      }
    }
  }
}

TEST_P(NumberingTest, SetsAreThoseOfSerialJoins) {
  constexpr std::size_t kElements = 20'000;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joins;
  const auto element = [](std::uint64_t k) {
    return static_cast<std::uint32_t>(randomBits(5, k) % kElements);
  };
  for (std::uint64_t k = 0; k < kElements / 2; ++k) joins.emplace_back(element(2 * k), element(2 * k + 1));
  DisjointSets serial(kElements), parallel(kElements);
  for (const auto& [a, b] : joins) serial.join(a, b);
  const Threads threads(GetParam());
  threads.forEachIndex(joins.size(), 16,
                       [&](std::size_t k) { parallel.joinConcurrently(joins[k].first, joins[k].second); });
  for (std::uint32_t e = 0; e < kElements; ++e) ASSERT_EQ(parallel.root(e), serial.root(e)) << e;
}

INSTANTIATE_TEST_SUITE_P(Threads, NumberingTest, testing::Values(1, 2, 8));

}  // namespace
}  // namespace ooze::numbering_test
