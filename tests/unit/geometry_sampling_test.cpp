// Tests the filling of volumes with particles (lattice, blue noise, settled): density, spacing, determinism
// and the limit.
#include "ooze/base/error.h"
#include "ooze/geometry/sampling.h"

#include "geometry_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::geometry_sampling_test {
namespace {

constexpr std::size_t kLargeLimit = 1'000'000;
const Pose kOrigin;

float minDistance(const std::vector<Vec3>& points) {
  float least = INFINITY;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, glm::distance(points[i], points[j]));
  return least;
}

class Filling : public testing::TestWithParam<Sampling> {};
INSTANTIATE_TEST_SUITE_P(All, Filling,
                         testing::Values(Sampling::Lattice, Sampling::BlueNoise, Sampling::Settled),
                         [](const auto& set) {
                           return set.param == Sampling::Lattice     ? "Lattice"
                                  : set.param == Sampling::BlueNoise ? "BlueNoise"
                                                                     : "Settled";
                         });

TEST_P(Filling, SphereHoldsOnePointPerSpacingCubed) {
  const auto points = fillVolume(*makeSphere(0.1f), kOrigin, 0.01f, GetParam(), 3, 0.f, kLargeLimit);
  const double expected = 4.0 / 3.0 * std::numbers::pi * 1e3;
  // Lattice points in a ball of radius 10 differ from the ball's volume by less than 2 %. The same holds for
  // blue noise. Settled points are a few more, because gaps at the wall are filled.
  const double most = GetParam() == Sampling::Settled ? 0.05 : 0.03;
  EXPECT_NEAR(static_cast<double>(points.size()), expected, most * expected);
}

TEST_P(Filling, PointsKeepTheirDistanceAndTheMargin) {
  const ShapePtr box = makeBox({0.079f, 0.049f, 0.059f});
  const auto points = fillVolume(*box, kOrigin, 0.01f, GetParam(), 4, 0.004f, kLargeLimit);
  const double expected = 15.0 * 9 * 11;  // edges of the box inside the margin [spacings]
  EXPECT_NEAR(static_cast<double>(points.size()), expected, 0.05 * expected);
  EXPECT_GE(minDistance(points), 0.8f * 0.01f);
  for (const Vec3& p : points) ASSERT_LT(box->distance(p), -0.004f);
}

TEST_P(Filling, IsTheSameForTheSameSeed) {
  const auto fill = [&](std::uint64_t seed) {
    return fillVolume(*makeSphere(0.05f), kOrigin, 0.01f, GetParam(), seed, 0.f, kLargeLimit);
  };
  EXPECT_EQ(fill(5), fill(5));
  if (GetParam() != Sampling::Lattice) {
    EXPECT_NE(fill(5), fill(6));
  }
}

TEST_P(Filling, FollowsThePose) {
  const Pose pose{{1.f, -2.f, 3.f}, glm::angleAxis(0.7f, glm::normalize(Vec3(1.f, 2.f, 3.f)))};
  const ShapePtr box = makeBox({0.05f, 0.03f, 0.02f});
  const auto here = fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, kLargeLimit);
  const auto there = fillVolume(*box, pose, 0.01f, GetParam(), 1, 0.f, kLargeLimit);
  ASSERT_EQ(here.size(), there.size());
  for (std::size_t i = 0; i < here.size(); ++i)
    EXPECT_LT(glm::distance(pose.toWorld(here[i]), there[i]), 1e-6f);
}

TEST_P(Filling, TakesExactlyTheLimitAndRefusesOneMore) {
  const ShapePtr box = makeBox(Vec3(0.05f));
  const std::size_t count = fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, kLargeLimit).size();
  EXPECT_EQ(fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, count).size(), count);
  EXPECT_THROW(fillVolume(*box, kOrigin, 0.01f, GetParam(), 1, 0.f, count - 1), InputError);
}

TEST_P(Filling, RefusesAbsurdCountsAtOnce) {
  // The volume would take 1e27 points, so only an estimate can refuse in time.
  EXPECT_THROW(fillVolume(*makeSphere(1.f), kOrigin, 1e-9f, GetParam(), 1, 0.f, kLargeLimit), InputError);
  EXPECT_THROW(fillVolume(*makeSphere(1.f), kOrigin, 0.f, GetParam(), 1, 0.f, kLargeLimit), InputError);
  EXPECT_THROW(fillVolume(*makeSphere(1.f), kOrigin, NAN, GetParam(), 1, 0.f, kLargeLimit), InputError);
  EXPECT_THROW(fillVolume(*makePlane({0.f, 1.f, 0.f}), kOrigin, 1.f, GetParam(), 1, 0.f, kLargeLimit),
               InputError);
}

TEST_P(Filling, LeavesAVolumeThinnerThanItsMarginEmpty) {
  EXPECT_TRUE(fillVolume(*makeSphere(0.01f), kOrigin, 0.005f, GetParam(), 1, 0.02f, kLargeLimit).empty());
}

TEST(LatticeFilling, FillsABoxOfWholeSpacingsExactly) {
  const auto points =
      fillVolume(*makeBox({0.05f, 0.1f, 0.03f}), kOrigin, 0.01f, Sampling::Lattice, 0, 0.f, kLargeLimit);
  EXPECT_EQ(points.size(), 10u * 20u * 6u);
}

TEST(BlueNoiseFilling, HasNoAxis) {
  const auto points =
      fillVolume(*makeBox(Vec3(0.1f)), kOrigin, 0.01f, Sampling::BlueNoise, 7, 0.f, kLargeLimit);
  // The Fourier coefficient at the lattice's wave number is 1 for a lattice. Random points have about 1 /
  // sqrt(8000).
  for (int axis = 0; axis < 3; ++axis) {
    double c = 0, s = 0;
    for (const Vec3& p : points) {
      const double phase = 2 * std::numbers::pi * p[axis] / 0.01;
      c += std::cos(phase), s += std::sin(phase);
    }
    EXPECT_LT(std::hypot(c, s) / static_cast<double>(points.size()), 0.2) << axis;
  }
}

/// Returns the largest distance from a place in the shape to the nearest point, in spacings.
float largestGap(const SignedDistance& shape, float spacing, const std::vector<Vec3>& points) {
  const Aabb box = shape.bounds();
  const float step = 0.3f * spacing;
  const glm::ivec3 n = glm::ivec3(glm::ceil(box.size() / step));
  float largest = 0.f;
  for (int z = 0; z <= n.z; ++z)
    for (int y = 0; y <= n.y; ++y)
      for (int x = 0; x <= n.x; ++x) {
        const Vec3 place = box.lower + step * Vec3(x, y, z);
        if (shape.distance(place) >= 0.f) continue;
        float nearest = INFINITY;
        for (const Vec3& p : points) nearest = std::min(nearest, glm::distance(p, place));
        largest = std::max(largest, nearest / spacing);
      }
  return largest;
}

// Tests a rod half a spacing thick. A lattice may miss the rod, and random sampling leaves pieces of the rod
// empty.
TEST(SettledFilling, ReachesIntoThinEnds) {
  const ShapePtr rod = makeCapsule(0.0025f, 0.06f);
  const auto fill = [&](Sampling sampling) {
    return fillVolume(*rod, kOrigin, 0.01f, sampling, 1, 0.f, kLargeLimit);
  };
  EXPECT_GT(largestGap(*rod, 0.01f, fill(Sampling::BlueNoise)), 1.5f) << "else this tests nothing";
  EXPECT_LT(largestGap(*rod, 0.01f, fill(Sampling::Settled)), 1.2f);
}

TEST(SettledFilling, LiesEvenlyAlongTheWalls) {
  const ShapePtr ball = makeSphere(0.06f);
  const auto depths = [&](Sampling sampling) {
    double sum = 0, squares = 0;
    int outer = 0;
    for (const Vec3& p : fillVolume(*ball, kOrigin, 0.01f, sampling, 1, 0.f, kLargeLimit)) {
      const double depth = -ball->distance(p) / 0.01;
      if (depth > 0.75) continue;  // skips points below the outermost layer
      sum += depth, squares += depth * depth, ++outer;
    }
    return std::sqrt(squares / outer - sum / outer * sum / outer);
  };
  // Uniform depths in the layer would give 0.75 / sqrt(12) = 0.22.
  EXPECT_GT(depths(Sampling::BlueNoise), 0.18);
  EXPECT_LT(depths(Sampling::Settled), 0.1);
}

}  // namespace
}  // namespace ooze::geometry_sampling_test
