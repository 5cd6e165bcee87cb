// Tests of the longest stable time step that pair functions allow.
#include "unit/steele_fixtures.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace ooze::steele_tests {
namespace steele_stable_step_test {
namespace {

using Curve = std::vector<CurvePoint>;

float longestWith(const PairTable& pairs) {
  MethodSettings settings;
  settings.interactionRadius = kH;
  settings.pairs = pairs;
  return findMethod("steele").stableStep(settings, std::vector{definition({})}, Vec3(0.f)).seconds;
}

PairEntry ofLiquid(const Curve& curve) { return {"adhesion", 0, std::uint16_t{0}, "", curve}; }
PairEntry ofSolid(const std::string& name, const Curve& curve) {
  return {"adhesion", 0, std::nullopt, name, curve};
}

const Curve kRepels{{0.f, -1000.f}, {2.f, -1000.f}, {4.f, 0.f}};

TEST(SteeleStableStep, AFunctionOfSolidsShortensItAsOneOfLiquids) {
  const float within = longestWith({ofLiquid(kRepels)});
  EXPECT_LT(within, longestWith({}));
  EXPECT_EQ(longestWith({ofSolid("", kRepels)}), within);
  EXPECT_EQ(longestWith({ofSolid("fan", kRepels)}), within);
}

TEST(SteeleStableStep, APushThatStaysTheSameShortensItAsOneThatEndsInTwoRadii) {
  EXPECT_EQ(longestWith({ofLiquid({{0.f, -1000.f}, {4.f, -1000.f}})}), longestWith({ofLiquid(kRepels)}));
}

// A function with 1.5 times the reach moves more than three times as many neighbours together.
TEST(SteeleStableStep, AFunctionThatReachesFartherShortensIt) {
  const auto upTo = [](float reach) { return longestWith({ofLiquid({{0.f, -1000.f}, {reach, -1000.f}})}); };
  EXPECT_EQ(upTo(3.f), upTo(4.f));
  EXPECT_LT(upTo(6.f), 0.7f * upTo(4.f));
}

}  // namespace
}  // namespace steele_stable_step_test
}  // namespace ooze::steele_tests
