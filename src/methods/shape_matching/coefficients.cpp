#include "methods/shape_matching/coefficients.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::shape_matching {
namespace {

// Symplectic steps are stable if (w dt)^2 / 4 + r dt / 2 < 1 for every mode. Here w is the angular frequency
// and r the decay rate of the mode. The largest eigenvalues of the SPH forces are w = 2 c / h and r = 41 nu /
// h^2, also for uneven liquid and up to 1.5 rho0. Shape matching has w = sqrt(1 - alpha) / dt0 at most.
//
// Sound alone would be stable with dt = h / c, but thin liquid boils at shorter steps: random drops fly apart
// at 0.8 h / c, not at 0.6.
constexpr float kSoundStep = 0.6f;
constexpr float kViscousStep = 1.f / 30.f;
// Between two bodies that do not flow, only half of the neighbours act: this fraction of w^2 and r. Such
// bodies have no spray.
constexpr float kMeeting = 0.65f, kSoundStepOfMeeting = 0.9f;
// Largest fall of a particle under gravity within a step [h].
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
          // Friction acts on a layer in proportion to h; adhesive stress is rho k d^2 / 6.
          .contact = {.friction = m.friction,
                      .frictionTime = kFrictionTime / s,
                      .stickiness = m.stickiness * s * s,
                      .stickDistance = m.stickDistance * h,
                      .resolvesAllFaces = true}};
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

/// Adds the limits of shape matching, pressure and viscosity, because a particle may be subject to all of
/// them. Between two bodies SPH acts in full.
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity) {
  const float h = settings.interactionRadius;
  StableStep step{1.f / 30.f, "frame"};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  float lightest = 1e30f, bulk = 0.f, thickest = 0.f;
  for (const MaterialDefinition& m : materials) {
    const Coefficients c = convert(m, h);
    lightest = std::min(lightest, c.density);
    bulk = std::max(bulk, c.stiffness * c.density);
    thickest = std::max(thickest, c.viscosity);
  }
  for (const MaterialDefinition& m : materials) {
    const Coefficients c = convert(m, h);
    const float meeting = kMeeting * (1.f - c.alpha), per = 1.f / (lightest * h * h);
    // Acceleration by pressure per displacement [1/s^2], and deceleration by viscosity per velocity [1/s].
    const float pressure =
        bulk * per *
        (c.alpha / (kSoundStep * kSoundStep) + meeting / (kSoundStepOfMeeting * kSoundStepOfMeeting));
    const float viscosity = thickest * per * (c.alpha + meeting) / kViscousStep;
    // (pressure + shape) dt^2 + viscosity dt = 1
    const float dt = 2.f / (viscosity + std::sqrt(viscosity * viscosity + 4.f * (pressure + c.shapeRate())));
    const bool isViscous = viscosity * dt > std::max(pressure, c.shapeRate()) * dt * dt;
    bound(dt, isViscous ? "viscosity" : pressure > c.shapeRate() ? "pressure" : "shape");
  }
  if (const float g = glm::length(gravity); g > 0.f) bound(std::sqrt(kFallPerStep * h / g), "gravity");
  return step;
}

}  // namespace ooze::shape_matching
