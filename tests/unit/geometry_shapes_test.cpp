// Tests analytic signed distance shapes against distances worked out by hand and against finite differences.
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::geometry_shapes_test {
namespace {

using testing_support::randomIn;

struct NamedShape {
  const char* name;
  ShapePtr shape;
};
void PrintTo(const NamedShape& s, std::ostream* out) { *out << s.name; }

class AnalyticShape : public testing::TestWithParam<NamedShape> {};

INSTANTIATE_TEST_SUITE_P(
    All, AnalyticShape,
    testing::Values(NamedShape{"Plane", makePlane({1.f, 2.f, -0.5f})}, NamedShape{"Sphere", makeSphere(0.7f)},
                    NamedShape{"Box", makeBox({0.5f, 0.3f, 0.8f})},
                    NamedShape{"Tank", makeTank({0.5f, 0.3f, 0.8f}, false)},
                    NamedShape{"OpenTank", makeTank({0.5f, 0.3f, 0.8f}, true)},
                    NamedShape{"Capsule", makeCapsule(0.3f, 0.5f)},
                    NamedShape{"Cylinder", makeCylinder(0.5f, 0.6f)},
                    NamedShape{"Ellipsoid", makeEllipsoid({0.5f, 0.3f, 0.8f})},
                    NamedShape{"Cup", makeCup(0.7f, 0.6f, 0.15f)},
                    NamedShape{"Complement", makeComplement(makeBox({0.5f, 0.3f, 0.8f}))}),
    [](const auto& set) { return set.param.name; });

TEST_P(AnalyticShape, NormalIsTheUnitGradientOfTheDistance) {
  const SignedDistance& shape = *GetParam().shape;
  constexpr float kStep = 1e-3f;
  int smooth = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = randomIn({Vec3(-1.5f), Vec3(1.5f)}, 1, i);
    const auto [distance, normal] = shape.sample(p);
    EXPECT_EQ(distance, shape.distance(p));
    EXPECT_NEAR(glm::length(normal), 1.f, 1e-6f);
    Vec3 gradient;
    for (int k = 0; k < 3; ++k) {
      Vec3 e(0.f);
      e[k] = kStep;
      gradient[k] = (shape.distance(p + e) - shape.distance(p - e)) / (2 * kStep);
    }
    // Central differences across a crease are shorter than 1, and no single gradient exists at the crease.
    if (glm::length(gradient) < 0.999f) continue;
    ++smooth;
    // The tolerance 1e-3 covers the rounding of a distance near 2 (1e-7) over the step, and the field's
    // curvature.
    EXPECT_LT(glm::length(gradient - normal), 1e-3f) << p.x << " " << p.y << " " << p.z;
  }
  EXPECT_GT(smooth, 1900);
}

TEST_P(AnalyticShape, NormalIsFiniteAndUnitWhereItIsNotUnique) {
  const SignedDistance& shape = *GetParam().shape;
  for (const float x : {-0.5f, -0.f, 0.f, 0.5f})
    for (const float y : {-0.3f, 0.f, 0.3f})
      for (const float z : {-0.8f, 0.f, 0.8f})
        EXPECT_NEAR(glm::length(shape.sample({x, y, z}).normal), 1.f, 1e-6f);
}

TEST_P(AnalyticShape, SteppingBackByTheDistanceLandsOnTheSurface) {
  const SignedDistance& shape = *GetParam().shape;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Vec3 p = randomIn({Vec3(-3.f), Vec3(3.f)}, 2, i);
    const auto [distance, normal] = shape.sample(p);
    EXPECT_NEAR(shape.distance(p - distance * normal), 0.f, 2e-6f);  // a few roundings of numbers near 3
  }
}

TEST_P(AnalyticShape, SampledWithinAReachIsTheSampleWhereItIsNear) {
  const SignedDistance& shape = *GetParam().shape;
  constexpr float kReach = 0.2f;
  int near = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = randomIn({Vec3(-1.5f), Vec3(1.5f)}, 3, i);
    const SignedDistance::Sample whole = shape.sample(p), within = shape.sampleWithin(p, kReach);
    EXPECT_EQ(within.distance, whole.distance);
    if (whole.distance >= kReach) continue;
    ++near;
    EXPECT_EQ(within.normal, whole.normal);
  }
  EXPECT_GT(near, 100);
}

TEST_P(AnalyticShape, IsNoNearerThanTheBoundsOfItsSolid) {
  const SignedDistance& shape = *GetParam().shape;
  const Aabb box = shape.solidBounds();
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = randomIn({Vec3(-3.f), Vec3(3.f)}, 4, i);
    EXPECT_GE(std::max(shape.distance(p), 0.f),
              glm::distance(p, glm::clamp(p, box.lower, box.upper)) - 1e-6f);
  }
}

TEST(Box, DistanceIsExactFromFacesEdgesAndCorners) {
  const ShapePtr box = makeBox({1.f, 2.f, 3.f});
  EXPECT_FLOAT_EQ(box->distance({4.f, 0.f, 0.f}), 3.f);
  EXPECT_FLOAT_EQ(box->distance({4.f, 6.f, 0.f}), 5.f);
  EXPECT_FLOAT_EQ(box->distance({2.f, 4.f, 5.f}), 3.f);
  EXPECT_FLOAT_EQ(box->distance({0.f, 0.f, 0.f}), -1.f);
  EXPECT_FLOAT_EQ(box->distance({0.f, -1.75f, 0.f}), -0.25f);
}

TEST(Tank, InsideIsFreeAndWallsAreSolid) {
  const ShapePtr closed = makeTank({1.f, 1.f, 1.f}, false);
  EXPECT_FLOAT_EQ(closed->distance({0.f, 0.75f, 0.f}), 0.25f);
  EXPECT_EQ(closed->sample({0.f, 0.75f, 0.f}).normal, Vec3(0.f, -1.f, 0.f));
  EXPECT_FLOAT_EQ(closed->distance({0.f, 2.f, 0.f}), -1.f);
}

TEST(Tank, OpenTopHasNoLidAndItsWallsGoUpWithoutEnd) {
  const ShapePtr open = makeTank({1.f, 1.f, 1.f}, true);
  EXPECT_FLOAT_EQ(open->distance({0.f, 100.f, 0.f}), 1.f);
  EXPECT_FLOAT_EQ(open->distance({3.f, 100.f, 0.f}), -2.f);
  EXPECT_EQ(open->sample({3.f, 100.f, 0.f}).normal, Vec3(-1.f, 0.f, 0.f));
  EXPECT_FLOAT_EQ(open->distance({0.f, -0.9f, 0.f}), 0.1f);
  EXPECT_EQ(open->sample({0.f, -0.9f, 0.f}).normal, Vec3(0.f, 1.f, 0.f));
}

TEST(Tank, GivesEveryFaceInReachOfACorner) {
  const ShapePtr closed = makeTank({1.f, 2.f, 3.f}, false), open = makeTank({1.f, 2.f, 3.f}, true);
  EXPECT_EQ(closed->facesWithin({0.f, 0.f, 0.f}, 0.9f).count, 0u);
  const auto corner = closed->facesWithin({0.75f, 1.875f, -2.5f}, 0.6f);
  ASSERT_EQ(corner.count, 3u);
  EXPECT_EQ(corner.list[0].distance, 0.25f);
  EXPECT_EQ(corner.list[0].normal, Vec3(-1.f, 0.f, 0.f));
  EXPECT_EQ(corner.list[1].distance, 0.125f);
  EXPECT_EQ(corner.list[1].normal, Vec3(0.f, -1.f, 0.f));
  EXPECT_EQ(corner.list[2].distance, 0.5f);
  EXPECT_EQ(corner.list[2].normal, Vec3(0.f, 0.f, 1.f));
  EXPECT_EQ(open->facesWithin({0.75f, 1.875f, -2.5f}, 0.6f).count, 2u);
  // Both sides are found if the tank is narrower than the reach.
  EXPECT_EQ(closed->facesWithin({0.f, 0.f, 0.f}, 1.5f).count, 2u);
}

TEST(AnalyticShapes, GiveTheirNearestPointAsTheOnlyFace) {
  const ShapePtr ball = makeSphere(1.f);
  const auto faces = ball->facesWithin({0.f, 1.5f, 0.f}, 0.6f);
  ASSERT_EQ(faces.count, 1u);
  EXPECT_EQ(faces.begin()->distance, 0.5f);
  EXPECT_EQ(faces.begin()->normal, Vec3(0.f, 1.f, 0.f));
  EXPECT_EQ(ball->facesWithin({0.f, 1.5f, 0.f}, 0.4f).count, 0u);
}

TEST(Plane, HasInfiniteSidesAndNoHeight) {
  const Aabb box = makePlane({0.f, 1.f, 0.f})->bounds();
  EXPECT_EQ(box.lower.y, 0.f);
  EXPECT_EQ(box.upper.y, 0.f);
  EXPECT_TRUE(std::isinf(box.upper.x) && std::isinf(box.lower.z));
}

TEST(AnalyticShapes, RefuseWhatHasNoVolume) {
  EXPECT_THROW(makePlane(Vec3(0.f)), InputError);
  EXPECT_THROW(makePlane(Vec3(NAN, 1.f, 0.f)), InputError);
  EXPECT_THROW(makeSphere(0.f), InputError);
  EXPECT_THROW(makeSphere(NAN), InputError);
  EXPECT_THROW(makeBox({1.f, -1.f, 1.f}), InputError);
  EXPECT_THROW(makeTank({1.f, INFINITY, 1.f}, true), InputError);
}

}  // namespace
}  // namespace ooze::geometry_shapes_test
