// Tests of the surface field of eq. 13: a lone particle, and the sum over particles.
#include "ooze/surface/surface_builder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace ooze::surface_field_test {
namespace {

constexpr float kH = 0.5f;  // a power of two, so r / h is exact in the cases below
// The field is computed in double and rounded to float once, at values up to 2.
constexpr float kRounding = 2.f * std::numeric_limits<float>::epsilon();

Vec3Array at(std::initializer_list<Vec3> points) {
  Vec3Array positions;
  for (const Vec3& p : points) positions.push(p);
  return positions;
}

TEST(SurfaceField, OfALoneParticleFallsLinearlyToZeroAtTheRadius) {
  const Vec3 centre(-1.f, 2.f, 0.25f);
  const Vec3Array lone = at({centre});
  for (const Vec3& direction : {Vec3(1.f, 0.f, 0.f), Vec3(0.f, -1.f, 0.f), Vec3(0.f, 0.f, 1.f)})
    for (int k = 0; k <= 16; ++k) {
      const float q = static_cast<float>(k) / 16.f;
      EXPECT_NEAR(surfaceField(lone, kH, centre + q * kH * direction), 1.f - q, kRounding)
          << "r = " << q << " h";
    }
  // A 3-4-5 triangle shows that no axis is special.
  EXPECT_NEAR(surfaceField(lone, kH, centre + kH * Vec3(0.375f, 0.f, -0.5f)), 0.375f, kRounding);
}

TEST(SurfaceField, IsNothingWhereNoParticleReaches) {
  const Vec3Array lone = at({{0.f, 0.f, 0.f}});
  EXPECT_EQ(surfaceField(lone, kH, {kH, 0.f, 0.f}), 0.f);
  EXPECT_EQ(surfaceField(lone, kH, {10.f, -7.f, 3.f}), 0.f);
  EXPECT_EQ(surfaceField({}, kH, {0.f, 0.f, 0.f}), 0.f);
}

TEST(SurfaceField, AddsTheSquaresOfItsParticles) {
  const Vec3Array a = at({{0.1f, 0.f, 0.f}, {-0.2f, 0.1f, 0.f}});
  const Vec3Array b = at({{0.f, 0.f, 0.3f}, {0.f, 9.f, 0.f}});
  Vec3Array both = a;
  for (std::size_t i = 0; i < b.size(); ++i) both.push(b[i]);
  for (const Vec3& x : {Vec3(0.f), Vec3(0.05f, -0.1f, 0.2f), Vec3(-0.4f, 0.3f, 0.f)}) {
    const float fa = surfaceField(a, kH, x), fb = surfaceField(b, kH, x);
    EXPECT_NEAR(surfaceField(both, kH, x), std::hypot(fa, fb), kRounding);
  }
  // A stack of n coincident particles has a field sqrt(n) as high.
  EXPECT_NEAR(surfaceField(at({Vec3(0.f), Vec3(0.f), Vec3(0.f), Vec3(0.f)}), kH, {0.f, 0.25f, 0.f}), 1.f,
              kRounding);
}

}  // namespace
}  // namespace ooze::surface_field_test
