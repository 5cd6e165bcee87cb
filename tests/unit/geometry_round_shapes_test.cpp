// Tests shapes of revolution and the ellipsoid against the nearest of many points on their surfaces.
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::geometry_round_shapes_test {
namespace {

using testing_support::randomIn;

constexpr double kTurn = 2 * std::numbers::pi;

/// Returns the distance from `at` to the segment from a to b.
double toSegment(const glm::dvec2& at, const glm::dvec2& a, const glm::dvec2& b) {
  const glm::dvec2 along = b - a;
  const double t = std::clamp(glm::dot(at - a, along) / glm::dot(along, along), 0.0, 1.0);
  return glm::length(at - a - t * along);
}

/// Returns the unsigned distance to a surface of revolution about y. Corners are (distance from the axis,
/// height).
double distanceToRevolved(const std::vector<glm::dvec2>& corners, const Vec3& p) {
  const glm::dvec2 at(std::hypot(p.x, p.z), p.y);
  double best = 1e30;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i)
    best = std::min(best, toSegment(at, corners[i], corners[i + 1]));
  return best;
}

constexpr Aabb kAround{{-1.2f, -1.2f, -1.2f}, {1.2f, 1.2f, 1.2f}};

TEST(Cylinder, DistanceIsThatToItsSweptOutline) {
  const ShapePtr cylinder = makeCylinder(0.4f, 0.6f);
  const std::vector<glm::dvec2> outline{{0, -0.6}, {0.4, -0.6}, {0.4, 0.6}, {0, 0.6}};
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Vec3 p = randomIn(kAround, 3, i);
    const bool inside = std::hypot(p.x, p.z) < 0.4f && std::abs(p.y) < 0.6f;
    EXPECT_NEAR(cylinder->distance(p), (inside ? -1 : 1) * distanceToRevolved(outline, p), 1e-6);
  }
}

TEST(Cup, DistanceIsThatToItsSweptOutline) {
  const ShapePtr cup = makeCup(0.5f, 0.6f, 0.1f);
  const std::vector<glm::dvec2> outline{{0, -0.6},  {0.5, -0.6}, {0.5, 0.6},
                                        {0.4, 0.6}, {0.4, -0.5}, {0, -0.5}};
  int solid = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Vec3 p = randomIn(kAround, 4, i);
    const float r = std::hypot(p.x, p.z);
    const bool inside = r < 0.5f && std::abs(p.y) < 0.6f && (r > 0.4f || p.y < -0.5f);
    solid += inside;
    EXPECT_NEAR(cup->distance(p), (inside ? -1 : 1) * distanceToRevolved(outline, p), 1e-6);
  }
  EXPECT_GT(solid, 100);
}

TEST(Cup, HoldsLiquidWithItsFloorAndItsWall) {
  const ShapePtr cup = makeCup(0.5f, 0.6f, 0.1f);
  const auto corner = cup->facesWithin({0.3f, -0.45f, 0.f}, 0.2f);
  ASSERT_EQ(corner.count, 2u);
  EXPECT_NEAR(corner.list[0].distance, 0.05f, 1e-6f);
  EXPECT_EQ(corner.list[0].normal, Vec3(0.f, 1.f, 0.f));
  EXPECT_NEAR(corner.list[1].distance, 0.1f, 1e-6f);
  EXPECT_EQ(corner.list[1].normal, Vec3(-1.f, 0.f, 0.f));
  EXPECT_EQ(cup->facesWithin({0.f, 0.2f, 0.f}, 0.2f).count, 0u);
  // Outside the cup, the nearest point is the only face.
  const auto below = cup->facesWithin({0.6f, -0.65f, 0.f}, 0.2f);
  ASSERT_EQ(below.count, 1u);
  EXPECT_GT(below.list[0].normal.x, 0.f);
  EXPECT_LT(below.list[0].normal.y, 0.f);
}

TEST(Capsule, DistanceIsThatToItsAxis) {
  const ShapePtr capsule = makeCapsule(0.2f, 0.5f);
  EXPECT_FLOAT_EQ(capsule->distance({0.f, 0.f, 0.f}), -0.2f);
  EXPECT_FLOAT_EQ(capsule->distance({0.f, 1.f, 0.f}), 0.3f);
  EXPECT_FLOAT_EQ(capsule->distance({0.3f, 0.9f, 0.f}), 0.3f);  // 0.5 from the end of the axis
  EXPECT_FLOAT_EQ(capsule->distance({0.f, -0.4f, 0.5f}), 0.3f);
}

class EllipsoidOf : public testing::TestWithParam<Vec3> {};

INSTANTIATE_TEST_SUITE_P(Axes, EllipsoidOf,
                         testing::Values(Vec3(0.3f, 0.5f, 0.9f), Vec3(0.9f, 0.1f, 0.9f),
                                         Vec3(0.2f, 0.8f, 0.2f), Vec3(0.5f, 0.5f, 0.5f)));

TEST_P(EllipsoidOf, DistanceIsThatToTheNearestOfManySurfacePoints) {
  const glm::dvec3 e(GetParam());
  const ShapePtr shape = makeEllipsoid(GetParam());
  constexpr int kRings = 500;
  std::vector<glm::dvec3> surface;  // a single octant; the others are mirror images
  for (int i = 0; i <= kRings; ++i)
    for (int j = 0; j <= kRings; ++j) {
      const double polar = kTurn / 4 * i / kRings, turn = kTurn / 4 * j / kRings;
      surface.push_back(e * glm::dvec3(std::sin(polar) * std::cos(turn), std::cos(polar),
                                       std::sin(polar) * std::sin(turn)));
    }
  for (std::uint64_t i = 0; i < 60; ++i) {
    // The second half of the points lies on planes and axes of symmetry, where coordinates vanish.
    Vec3 p = randomIn(kAround, 5, i);
    if (i >= 30) p[static_cast<int>(i % 3)] = 0.f;
    if (i >= 50) p[static_cast<int>((i + 1) % 3)] = 0.f;
    double best = 1e30;
    for (const glm::dvec3& s : surface) {
      const glm::dvec3 offset = s - glm::abs(glm::dvec3(p));
      best = std::min(best, glm::dot(offset, offset));
    }
    const glm::dvec3 scaled = glm::dvec3(p) / e;
    const double sign = glm::dot(scaled, scaled) < 1 ? -1 : 1;
    // Samples lie up to 0.9 pi / 1000 = 0.003 apart. The error of the nearest sample is the squared spacing
    // over the distance, or half the spacing next to the surface.
    EXPECT_NEAR(shape->distance(p), sign * std::sqrt(best), 2e-3) << p.x << " " << p.y << " " << p.z;
    // No sample is nearer than the true nearest point.
    EXPECT_LE(std::abs(shape->distance(p)), std::sqrt(best) + 1e-6);
  }
}

TEST_P(EllipsoidOf, SteppingBackByTheDistanceLandsOnTheSurface) {
  const glm::dvec3 e(GetParam());
  const ShapePtr shape = makeEllipsoid(GetParam());
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = randomIn(kAround, 6, i);
    const auto [distance, normal] = shape->sample(p);
    const glm::dvec3 foot = glm::dvec3(p) - static_cast<double>(distance) * glm::dvec3(normal);
    const glm::dvec3 scaled = foot / e;
    // The foot point has a rounding error of 2e-7. The shortest axis divides this error, and the square
    // doubles the result.
    EXPECT_NEAR(glm::dot(scaled, scaled), 1.0, 1e-5);
    // The normal is that of the surface at the foot point.
    EXPECT_GT(glm::dot(glm::normalize(scaled / e), glm::dvec3(normal)), 1 - 1e-6);
  }
}

TEST(Complement, IsTheSameSurfaceSeenFromTheOtherSide) {
  const ShapePtr ball = makeSphere(1.f), hollow = makeComplement(ball);
  EXPECT_FLOAT_EQ(hollow->distance({0.f, 0.25f, 0.f}), 0.75f);
  EXPECT_EQ(hollow->sample({0.f, 0.25f, 0.f}).normal, Vec3(0.f, -1.f, 0.f));
  EXPECT_FLOAT_EQ(hollow->distance({0.f, 3.f, 0.f}), -2.f);
  EXPECT_EQ(hollow->bounds().upper, Vec3(1.f));
  EXPECT_EQ(hollow->facesWithin({0.f, 0.9f, 0.f}, 0.2f).count, 1u);
}

TEST(RoundShapes, RefuseWhatHasNoVolume) {
  EXPECT_THROW(makeCapsule(0.f, 1.f), InputError);
  EXPECT_THROW(makeCapsule(1.f, NAN), InputError);
  EXPECT_THROW(makeCylinder(1.f, -1.f), InputError);
  EXPECT_THROW(makeEllipsoid({1.f, 0.f, 1.f}), InputError);
  EXPECT_THROW(makeCup(1.f, 1.f, 0.f), InputError);
  EXPECT_THROW(makeCup(1.f, 1.f, 1.f), InputError);  // the wall leaves no cavity
  EXPECT_THROW(makeCup(3.f, 1.f, 2.f), InputError);  // the floor fills the cup
}

}  // namespace
}  // namespace ooze::geometry_round_shapes_test
