// Stickiness under a horizontal plate: a layer hangs if the stickiness k_stick times the stick
// distance d_stick is at least four times gravity, and falls otherwise, as a lone particle does.
#include "property/clavet_checks.h"

#include <gtest/gtest.h>
#include <ostream>

namespace ooze::hanging_layer_test {
namespace {

using namespace clavet_checks;

constexpr double kGravity = 0.2;        // acceleration of gravity [h/frame^2]; earth gravity for h = 5 cm
constexpr float kStickDistance = 0.4f;  // reach of stickiness [h]
constexpr int kEdge = 15;               // particles along the layer
constexpr int kFrames = 40, kSubsteps = 5;

/// Returns the fraction of a layer of liquid that is within h of the plate after kFrames.
double held(double kStickTimesDistance, float k) {
  clavet::Material m = paperMaterial();
  m.stickDistance = kStickDistance;
  m.stickiness = static_cast<float>(kStickTimesDistance) / kStickDistance;
  m.stiffness = k, m.nearStiffness = 2.5f * k;
  m.viscosityLinear = 0.1f;
  ReferencePair layer(kH, {m}, Vec3(0.f, -static_cast<float>(kGravity) * kGravityPerFrame2, 0.f));
  std::vector<Vec3> at;
  // A sheet with the spacing of two-dimensional rest (0.288 h), at the depth of the largest pull.
  const float spacing = 0.288f * kH, depth = clavet::kCollisionRadius * kH + 0.5f * kStickDistance * kH;
  for (int a = 0; a < kEdge; ++a)
    for (int b = 0; b < kEdge; ++b)
      at.emplace_back(spacing * static_cast<float>(a), -depth, spacing * static_cast<float>(b));
  layer.add(at, std::vector<Vec3>(at.size(), Vec3(0.f)));
  Bodies plate{
      {makeBody("plate", {.kind = SolidShape::SolidKind::Plane, .size = {0.f, -1.f, 0.f}}, Motion::Static)}};
  StageTimer timer;
  for (int s = 0; s < kFrames * kSubsteps; ++s) {
    StepContext context{plate, layer.threads(), timer, static_cast<std::uint64_t>(s)};
    layer.product.step(kFrame / kSubsteps, context);
  }
  const Particles& p = layer.product.particles();
  double near = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) near += p.position.y[i] > -kH ? 1.0 : 0.0;
  return near / static_cast<double>(p.size());
}

/// The paper's stiffness, at which the wall's pressure hardly reduces the pull. For a liquid ten times as
/// stiff, near repulsion pushes off the plate as hard as gravity pulls, so stickiness times stick
/// distance must be 6 to 8 times gravity.
constexpr float kStiffness = 0.004f;

TEST(HangingLayer, HangsIfItSticksAtLeastFourTimesAsGravityPulls) {
  EXPECT_GT(held(4.4 * kGravity, kStiffness), 0.98);
  EXPECT_GT(held(8.0 * kGravity, kStiffness), 0.98);
}

TEST(HangingLayer, FallsIfItSticksLess) {
  EXPECT_LT(held(3.8 * kGravity, kStiffness), 0.02);
  EXPECT_LT(held(2.0 * kGravity, kStiffness), 0.02);
  EXPECT_EQ(held(0.0, kStiffness), 0.0);
}

}  // namespace
}  // namespace ooze::hanging_layer_test
