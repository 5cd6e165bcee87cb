// Filling volumes: density, spacing, determinism and the limit.
#include "ooze/base/error.h"
#include "ooze/geometry/sampling.h"

#include "geometry_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze {
namespace {

constexpr std::size_t kPlenty = 1'000'000;
const Pose kOrigin;

float leastDistance(const std::vector<Vec3>& points) {
  float least = INFINITY;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, glm::distance(points[i], points[j]));
  return least;
}

class Filling : public testing::TestWithParam<Sampling> {};
INSTANTIATE_TEST_SUITE_P(Both, Filling, testing::Values(Sampling::Lattice, Sampling::BlueNoise),
                         [](const auto& set) {
                           return set.param == Sampling::Lattice ? "Lattice" : "BlueNoise";
                         });

TEST_P(Filling, SphereHoldsOnePointPerSpacingCubed) {
  const auto points = fillVolume(*makeSphere(0.1f), kOrigin, 0.01f, GetParam(), 3, 0.f, kPlenty);
  const double expected = 4.0 / 3.0 * std::numbers::pi * 1e3;
  // Lattice points in a ball of radius 10 differ from its volume by less than 2 %; so does an even random
  // set.
  EXPECT_NEAR(static_cast<double>(points.size()), expected, 0.03 * expected);
}

TEST_P(Filling, PointsKeepTheirDistanceAndTheMargin) {
  const ShapePtr box = makeBox({0.079f, 0.049f, 0.059f});
  const auto points = fillVolume(*box, kOrigin, 0.01f, GetParam(), 4, 0.004f, kPlenty);
  const double expected = 15.0 * 9 * 11;  // spacings within the margin
  EXPECT_NEAR(static_cast<double>(points.size()), expected, 0.05 * expected);
  EXPECT_GE(leastDistance(points), 0.8f * 0.01f);
  for (const Vec3& p : points) ASSERT_LT(box->distance(p), -0.004f);
}

TEST_P(Filling, IsTheSameForTheSameSeed) {
  const auto fill = [&](std::uint64_t seed) {
    return fillVolume(*makeSphere(0.05f), kOrigin, 0.01f, GetParam(), seed, 0.f, kPlenty);
  };
  EXPECT_EQ(fill(5), fill(5));
  if (GetParam() == Sampling::BlueNoise) {
    EXPECT_NE(fill(5), fill(6));
  }
}

TEST_P(Filling, FollowsThePose) {
  const Pose pose{{1.f, -2.f, 3.f}, glm::angleAxis(0.7f, glm::normalize(Vec3(1.f, 2.f, 3.f)))};
  const ShapePtr box = makeBox({0.05f, 0.03f, 0.02f});
  const auto here = fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, kPlenty);
  const auto there = fillVolume(*box, pose, 0.01f, GetParam(), 1, 0.f, kPlenty);
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t i = 0; i < here.size(); ++i)
    EXPECT_LT(glm::distance(pose.toWorld(here[i]), there[i]), 1e-6f);
}

TEST_P(Filling, TakesExactlyTheLimitAndRefusesOneMore) {
  const ShapePtr box = makeBox(Vec3(0.05f));
  const std::size_t count = fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, kPlenty).size();
  EXPECT_EQ(fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, count).size(), count);
  EXPECT_THROW(fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, count - 1), InputError);
}

TEST_P(Filling, RefusesAbsurdCountsAtOnce) {
  // 1e27 points: only an estimate can say so in time.
  EXPECT_THROW(fillVolume(*makeSphere(1.f), kOrigin, 1e-9f, GetParam(), 1, 0.f, kPlenty), InputError);
  EXPECT_THROW(fillVolume(*makeSphere(1.f), kOrigin, 0.f, GetParam(), 1, 0.f, kPlenty), InputError);
  EXPECT_THROW(fillVolume(*makeSphere(1.f), kOrigin, NAN, GetParam(), 1, 0.f, kPlenty), InputError);
  EXPECT_THROW(fillVolume(*makePlane({0.f, 1.f, 0.f}), kOrigin, 1.f, GetParam(), 1, 0.f, kPlenty),
               InputError);
}

TEST_P(Filling, LeavesAVolumeThinnerThanItsMarginEmpty) {
  EXPECT_TRUE(fillVolume(*makeSphere(0.01f), kOrigin, 0.005f, GetParam(), 1, 0.02f, kPlenty).empty());
}

TEST(LatticeFilling, FillsABoxOfWholeSpacingsExactly) {
  const auto points =
      fillVolume(*makeBox({0.05f, 0.1f, 0.03f}), kOrigin, 0.01f, Sampling::Lattice, 0, 0.f, kPlenty);
  EXPECT_EQ(points.size(), 10u * 20u * 6u);
}

TEST(BlueNoiseFilling, HasNoAxis) {
  const auto points = fillVolume(*makeBox(Vec3(0.1f)), kOrigin, 0.01f, Sampling::BlueNoise, 7, 0.f, kPlenty);
  // A lattice would answer with 1 to its own wave; points without order with about 1 / sqrt(8000).
  for (int axis = 0; axis < 3; ++axis) {
    double c = 0, s = 0;
    for (const Vec3& p : points) {
      const double phase = 2 * std::numbers::pi * p[axis] / 0.01;
      c += std::cos(phase), s += std::sin(phase);
    }
    EXPECT_LT(std::hypot(c, s) / static_cast<double>(points.size()), 0.2) << axis;
  }
}

}  // namespace
}  // namespace ooze
