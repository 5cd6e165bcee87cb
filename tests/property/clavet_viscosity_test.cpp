// Viscosity impulses: check 7 of the digest, section 9.
#include "property/clavet_checks.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

using namespace test;

/// Speed of approach [h/frame] of a pair at this distance [h] after the viscosity of one frame.
double approachAfter(float sigma, float beta, float q, float u, bool inProduct) {
  clavet::Material m = paperMaterial();
  m.viscosityLinear = sigma;
  m.viscosityQuadratic = beta;
  Twin twin(kH, {m});
  const float half = 0.5f * u * kH / kFrame;
  twin.add({Vec3(0.f), Vec3(0.f, q * kH, 0.f)}, {Vec3(0.f, half, 0.f), Vec3(0.f, -half, 0.f)});
  twin.product.applyViscosity(kFrame, twin.threads(), 0);
  reference::applyViscosity(twin.reference, kFrame, {{0, {1}}});
  const Particles& p = twin.product.particles();
  const auto& r = twin.reference.particles;
  const double product = p.velocity[0].y - p.velocity[1].y;  // sorted by y: the order of insertion
  return (inProduct ? product : r[0].velocity.y - r[1].velocity.y) * kFrame / kH;
}

class Viscosity : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, Viscosity, testing::Bool(),
                         [](const auto& run) { return run.param ? "Product" : "Reference"; });

TEST_P(Viscosity, SlowsAnApproachByThePapersImpulse) {  // check 7; h and dt are floats even for the reference
  EXPECT_NEAR(approachAfter(1.f, 0.f, 0.5f, 1.f, GetParam()), 0.5, 1e-6);
  EXPECT_NEAR(approachAfter(0.f, 0.5f, 0.5f, 2.f, GetParam()), 2.0 - 0.5 * 0.5 * 4.0, 2e-6);
  EXPECT_NEAR(approachAfter(0.5f, 0.25f, 0.25f, 1.f, GetParam()), 1.0 - 0.75 * 0.75, 1e-6);
}

TEST_P(Viscosity, LeavesARecedingPairAlone) {  // check 7
  EXPECT_NEAR(approachAfter(4.f, 4.f, 0.5f, -1.f, GetParam()), -1.0, 1e-7);
}

TEST_P(Viscosity, NeverTurnsAnApproachIntoARecession) {  // check 7
  for (const float u : {0.1f, 1.f, 10.f, 100.f})
    EXPECT_NEAR(approachAfter(4.f, 4.f, 0.05f, u, GetParam()), 0.0, 1e-6 * u);
}

TEST_P(Viscosity, EndsAtTheRadius) {
  EXPECT_NEAR(approachAfter(4.f, 4.f, 1.001f, 1.f, GetParam()), 1.0, 1e-6);
}

}  // namespace
}  // namespace ooze
