#include "methods/shape_matching/coefficients.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::shape_matching {
namespace {

// A step is at most this part of what sound takes for h.
constexpr float kSoundStep = 0.4f;
// And viscosity takes at most this part of a difference between neighbours: its rate is 25 nu / h^2 in even
// liquid, and the fastest pattern decays twice as fast.
constexpr float kViscousStep = 1.f / 50.f;
// No particle falls farther in a step than this [h].
constexpr float kFallPerStep = 0.02f;

}  // namespace

float leastViscosity(const Material& m, float density, float h) {
  return 0.002f * density * std::sqrt(m.pressureStiffness) * h;
}

Coefficients convert(const Material& m, float referenceRadius, float density, float h) {
  const float s = referenceRadius / h, spacing = kSpacing * h;
  return {.alpha = m.alpha,
          .regionRadius = std::max(m.regionRadius * referenceRadius, spacing),
          .stiffnessTime = 0.001f * m.stiffnessTime,
          .damping = m.regionDamping * (1.f - m.alpha),
          .threshold = m.updateThreshold * (1.f - m.alpha),
          .interval = m.checkInterval,
          .stiffness = m.pressureStiffness,
          .viscosity = std::max(m.viscosity, leastViscosity(m, density, h)),
          .density = density,
          .mass = density * spacing * spacing * spacing,
          // What friction holds back is a layer in proportion to h, and adhesive stress is rho k d^2 / 6.
          .contact = {.friction = m.friction,
                      .frictionTime = kFrictionTime / s,
                      .stickiness = m.stickiness * s * s,
                      .stickDistance = m.stickDistance * h,
                      .meetsEveryFace = true}};
}

Coefficients convert(const MaterialDefinition& material, float h) {
  return convert(fromValues<Material>(kParameters, material.values), material.referenceRadius,
                 material.density, h);
}

double shearModulus(const Coefficients& c) {
  const double radius = c.regionRadius;
  return static_cast<double>(c.density) * static_cast<double>(c.shapeRate()) * radius * radius / 6.0;
}

double latticeSum() {
  constexpr double kEdge = static_cast<double>(kSpacing);
  constexpr int kReach = 3;
  static_assert(kReach * kEdge > 1.0);
  double sum = 0.0;
  for (int x = -kReach; x <= kReach; ++x)
    for (int y = -kReach; y <= kReach; ++y)
      for (int z = -kReach; z <= kReach; ++z) {
        const double q = std::max(0.0, 1.0 - kEdge * kEdge * (x * x + y * y + z * z));
        sum += q * q * q;
      }
  return 315.0 / (64.0 * std::numbers::pi) * kEdge * kEdge * kEdge * sum;
}

/// Shape matching asks for (1 - alpha) (dt / dt0)^2 <= 1, SPH for a part of what sound takes. A particle may
/// have both, and between two bodies SPH acts whole, on half of its neighbours at most.
StableStep stableStep(std::size_t count, FunctionRef<Coefficients(std::size_t)> of, float gravity, float h) {
  StableStep step{1.f / 30.f, "frame"};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  float lightest = 1e30f, bulk = 0.f, thickest = 0.f;
  for (std::size_t m = 0; m < count; ++m) {
    const Coefficients c = of(m);
    lightest = std::min(lightest, c.density);
    bulk = std::max(bulk, c.stiffness * c.density);
    thickest = std::max(thickest, c.viscosity);
  }
  for (std::size_t m = 0; m < count; ++m) {
    const Coefficients c = of(m);
    const float part = 0.5f * (1.f + c.alpha);
    const float sound = part * bulk / lightest / (kSoundStep * kSoundStep * h * h);
    bound(1.f / std::sqrt(sound + c.shapeRate()), sound > c.shapeRate() ? "pressure" : "shape");
    if (thickest > 0.f) bound(kViscousStep * h * h * lightest / (part * thickest), "viscosity");
  }
  if (gravity > 0.f) bound(std::sqrt(kFallPerStep * h / gravity), "gravity");
  return step;
}

}  // namespace ooze::shape_matching
