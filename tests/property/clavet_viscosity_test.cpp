// Viscosity impulses: Clavet 2005, section 5.3. Departs from the paper in the linear part, which acts on
// approach and recession at half the strength (src/methods/clavet/viscosity.cpp, lostApproachSpeed).
#include "base/random.h"
#include "property/clavet_checks.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::clavet_viscosity_test {
namespace {

using namespace clavet_checks;

/// Returns the approach speed [h/frame] of a pair at this distance [h] after one frame of viscosity.
double approachAfter(float sigma, float beta, float q, float u, bool inProduct) {
  clavet::Material m = paperMaterial();
  m.viscosityLinear = sigma;
  m.viscosityQuadratic = beta;
  ReferencePair twin(kH, {m});
  const float half = 0.5f * u * kH / kFrame;
  twin.add({Vec3(0.f), Vec3(0.f, q * kH, 0.f)}, {Vec3(0.f, half, 0.f), Vec3(0.f, -half, 0.f)});
  twin.product.applyViscosity(kFrame, twin.threads(), 0);
  reference::applyViscosity(twin.reference, kFrame, {{0, {1}}});
  const Particles& p = twin.product.particles();
  const auto& r = twin.reference.particles;
  const double product = p.velocity[0].y - p.velocity[1].y;  // sorted by y, which is the order of insertion
  return (inProduct ? product : r[0].velocity.y - r[1].velocity.y) * kFrame / kH;
}

class Viscosity : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, Viscosity, testing::Bool(),
                         [](const auto& run) { return run.param ? "Product" : "Reference"; });

/// Returns the solution of u' = -(1 - q)(sigma / 2 u + beta max(u, 0)^2) after one frame. Sigma is increased
/// so that many overlapping pairs give the viscosity of short steps.
double exactly(double sigma, double beta, double q, double u) {
  const double within = std::min(sigma, 2.0);
  const double linear = 0.5 * sigma * (1.0 + 0.085 * within + 0.05 * within * within),
               left = std::exp(-(1.0 - q) * linear);
  return u * left / (1.0 + beta * std::max(u, 0.0) * (linear > 0.0 ? (1.0 - left) / linear : 1.0 - q));
}

TEST_P(Viscosity, SlowsAnApproachByTheImpulseWhereThatIsSmall) {  // agreement to first order
  EXPECT_NEAR(approachAfter(0.02f, 0.f, 0.5f, 1.f, GetParam()), 1.0 - 0.5 * 0.01, 2e-5);
  EXPECT_NEAR(approachAfter(0.f, 0.005f, 0.5f, 2.f, GetParam()), 2.0 - 0.5 * 0.005 * 4.0, 7e-5);
  EXPECT_NEAR(approachAfter(0.01f, 0.0025f, 0.25f, 1.f, GetParam()), 1.0 - 0.75 * 0.0075, 5e-5);
}

TEST_P(Viscosity, FollowsTheDecayThroughAStepOfAnyLength) {
  // The rational approximation of exp(-x) is off by 0.008 at x = 1 and by at most 0.03, at x = 3. A
  // viscosity sigma of 2 gives x = 0.7, and 4 gives 1.4.
  EXPECT_NEAR(approachAfter(0.f, 0.5f, 0.5f, 2.f, GetParam()), exactly(0.0, 0.5, 0.5, 2.0), 2e-6);
  EXPECT_NEAR(approachAfter(0.f, 20.f, 0.125f, 5.f, GetParam()), exactly(0.0, 20.0, 0.125, 5.0), 5e-6);
  EXPECT_NEAR(approachAfter(0.5f, 0.25f, 0.25f, 1.f, GetParam()), exactly(0.5, 0.25, 0.25, 1.0), 1e-3);
  for (const float sigma : {2.f, 4.f, 12.f, 80.f})
    EXPECT_NEAR(approachAfter(sigma, 0.3f, 0.5f, 1.f, GetParam()), exactly(sigma, 0.3, 0.5, 1.0),
                sigma <= 2.f ? 0.008 : 0.03)
        << sigma;
}

TEST_P(Viscosity, SlowsARecessionAsItSlowsAnApproach) {
  for (const float sigma : {0.02f, 0.5f, 2.f, 80.f})
    EXPECT_NEAR(approachAfter(sigma, 0.f, 0.5f, -1.f, GetParam()),
                -approachAfter(sigma, 0.f, 0.5f, 1.f, GetParam()), 1e-6)
        << sigma;
}

TEST_P(Viscosity, LeavesARecessionToTheLinearPart) {
  EXPECT_NEAR(approachAfter(0.f, 4.f, 0.5f, -1.f, GetParam()), -1.0, 1e-7);
  EXPECT_NEAR(approachAfter(2.f, 4.f, 0.5f, -1.f, GetParam()), exactly(2.0, 4.0, 0.5, -1.0), 0.008);
}

TEST_P(Viscosity, NeverTurnsAnApproachIntoARecession) {
  for (const float u : {0.1f, 1.f, 10.f, 100.f}) {
    const double after = approachAfter(4.f, 4.f, 0.05f, u, GetParam());
    EXPECT_GT(after, -1e-6 * u);
    EXPECT_LT(after, 0.2 * u);
  }
}

TEST_P(Viscosity, EndsAtTheRadius) {
  EXPECT_NEAR(approachAfter(4.f, 4.f, 1.001f, 1.f, GetParam()), 1.0, 1e-6);
}

/// Linear viscosity must not create pressure: the virial of the impulses in a uniform shear, as a pressure,
/// is small compared with the shear stress.
TEST(ViscosityInShear, PushesLiquidNeitherApartNorTogether) {
  clavet::Material m = paperMaterial();
  m.viscosityLinear = 1.f;
  m.viscosityQuadratic = 0.f;
  ReferencePair twin(kH, {m});
  std::vector<Vec3> places, velocities;
  for (std::uint64_t n = 0; n < 4000; ++n) {
    places.emplace_back(kH * 6.f *
                        Vec3(randomUnit(1, 3 * n), randomUnit(1, 3 * n + 1), randomUnit(1, 3 * n + 2)));
    velocities.emplace_back(places.back().y, 0.f, 0.f);
  }
  twin.add(places, velocities);
  twin.product.applyViscosity(1e-4f, twin.threads(), 0);
  const Particles& p = twin.product.particles();
  double pressure = 0.0, shear = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 x = p.position[i], gained = p.velocity[i] - Vec3(x.y, 0.f, 0.f);
    pressure += double{glm::dot(x, gained)} / 3.0;
    shear += double{x.y * gained.x};
  }
  EXPECT_LT(shear, 0.0);
  // Impulses on approaching pairs alone would give a ratio of 1: a pressure as large as the shear stress.
  EXPECT_LT(std::abs(pressure), 0.03 * std::abs(shear));
}

}  // namespace
}  // namespace ooze::clavet_viscosity_test
