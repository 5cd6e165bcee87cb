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
// Fluidity above which pressure and not the shape holds the volume of a material under its weight.
constexpr float kLiquid = 0.5f;
// Most time of shear of the lowest layer, over the time of friction: puddles of thin liquid hold together.
constexpr float kMostShear = 1.5f;
// Without a limit of the scene: stiffness of deep liquid over that of the automatic limit, because packing
// takes about 1 % of a column; and the excess of the limit from which a material is stiffened.
constexpr float kGiven = 1.25f, kPacked = 4.f;
// Viscosity acts in stages where explicit steps would be this much shorter than by the other limits. Only
// liquids that are thick at a very small h are.
constexpr float kMostExplicit = 4.f;
constexpr int kMostStages = 8;

}  // namespace

float leastViscosity(const Material& m, float density, float h) {
  return 0.002f * density * std::sqrt(m.pressureStiffness) * h;
}

Coefficients convert(const Material& m, float referenceRadius, float density, float h) {
  const float s = referenceRadius / h, spacing = kSpacing * h;
  const float viscosity = std::max(m.viscosity, leastViscosity(m, density, h)), a2 = m.alpha * m.alpha;
  return {.alpha = m.alpha,
          .regionRadius = std::max(m.regionRadius * referenceRadius, spacing),
          .stiffnessTime = 0.001f * m.stiffnessTime,
          .damping = m.regionDamping * (1.f - m.alpha),
          .threshold = m.updateThreshold * (1.f - m.alpha),
          .interval = m.checkInterval,
          .stiffness = m.pressureStiffness,
          .cohesion = kCohesion * density,
          .viscosity = viscosity,
          .density = density,
          .mass = density * spacing * spacing * spacing,
          // Friction acts on a layer in proportion to h; adhesive stress is rho k d^2 / 6. Only nearly liquid
          // material shears between the face and the centres of the layer, half a spacing away.
          .contact = {.friction = m.friction,
                      .frictionTime = kFrictionTime / s,
                      .stickiness = m.stickiness * s * s,
                      .stickDistance = m.stickDistance * h,
                      .shearTime = a2 * a2 *
                                   std::min(0.5f * density * spacing * spacing / viscosity,
                                            kMostShear * kFrictionTime / s),
                      .resolvesAllFaces = true}};
}

Coefficients coefficientsOf(const MethodSettings& settings, const MaterialDefinition& material,
                            float gravity) {
  const float h = settings.interactionRadius;
  auto m = fromValues<Material>(kParameters, material.values);
  const CompressionLimit most = compressionLimitOf(settings);
  const bool asked = settings.compressionLimit > 0.f;
  const float needed = gravity * most.depth / most.limit;
  // The shape of a material that hardly flows holds its volume. Without a limit of the scene, a material
  // keeps its own stiffness as long as a column loses no more than 3 % by its weight.
  if (m.alpha >= kLiquid && needed > (asked ? 1.f : kPacked) * m.pressureStiffness)
    m.pressureStiffness = (asked ? 1.f : kGiven) * needed;
  Coefficients c = convert(m, material.referenceRadius, material.density, h);
  c.contact.shearTime *= shearedPart(c.contact, gravity);
  return c;
}

double packingViscosity(double viscosity, double gravity, double h) {
  // Measured in eddies, and in films of viscous liquid (README.md, Viscosity on the card).
  const double ofWeight = h * std::sqrt(gravity * h);
  return 0.11 * ofWeight + 0.2 * std::sqrt(viscosity * ofWeight);
}

double shearModulus(const Coefficients& c) {
  const double radius = c.regionRadius;
  return static_cast<double>(c.density) * static_cast<double>(c.shapeRate()) * radius * radius / 6.0;
}

namespace {

/// Bounds of the forces of materials side by side.
struct StepRates {
  float lightest = 1e30f, bulk = 0.f, thickest = 0.f;
  float h;

  /// @param forEach  calls a function with the coefficients of each material
  template <class ForEach>
  StepRates(const ForEach& forEach, float radius) : h(radius) {
    forEach([this](const Coefficients& c) {
      lightest = std::min(lightest, c.density);
      bulk = std::max(bulk, c.stiffness * c.density);
      thickest = std::max(thickest, c.viscosity);
    });
  }
  [[nodiscard]] float perMass() const { return 1.f / (lightest * h * h); }
  [[nodiscard]] static float meeting(const Coefficients& c) { return kMeeting * (1.f - c.alpha); }
  /// Returns the acceleration by pressure per displacement [1/s^2].
  [[nodiscard]] float pressure(const Coefficients& c) const {
    return bulk * perMass() *
           (c.alpha / (kSoundStep * kSoundStep) + meeting(c) / (kSoundStepOfMeeting * kSoundStepOfMeeting));
  }
  /// Returns the deceleration by viscosity per velocity [1/s].
  [[nodiscard]] float viscosity(const Coefficients& c) const {
    return thickest * perMass() * (c.alpha + meeting(c)) / kViscousStep;
  }
};

/// Returns stagedViscosity().
/// @param forEach  calls a function with the coefficients of each material
template <class ForEach>
float stagedViscosityOf(const ForEach& forEach, const StepRates& rates) {
  float most = 0.f, others = 0.f;
  forEach([&](const Coefficients& c) {
    most = std::max(most, rates.viscosity(c));
    others = std::max(others, std::sqrt(rates.pressure(c) + c.shapeRate()));
  });
  return most > kMostExplicit * others ? most : 0.f;
}

}  // namespace

float stagedViscosity(std::span<const Coefficients> materials, float h) {
  const auto forEach = [&](const auto& visit) { std::ranges::for_each(materials, visit); };
  return stagedViscosityOf(forEach, StepRates(forEach, h));
}

int stagesOfViscosity(float rate, float dt) {
  const float steps = rate * dt;  // explicit steps that the time step is long
  return std::clamp(static_cast<int>(std::ceil(0.5f * (std::sqrt(1.f + 8.f * steps) - 1.f) - 1e-3f)), 1,
                    2 * kMostStages);
}

/// Adds the limits of shape matching, pressure and viscosity, because a particle may be subject to all of
/// them. Between two bodies SPH acts in full.
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity) {
  const float h = settings.interactionRadius, g = glm::length(gravity);
  StableStep step{1.f / 30.f, "frame"};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  const auto forEach = [&](const auto& visit) {
    for (const MaterialDefinition& m : materials) visit(coefficientsOf(settings, m, g));
  };
  const StepRates rates(forEach, h);
  const float slower = stagedViscosityOf(forEach, rates) > 0.f ? 0.5f * kMostStages * (kMostStages + 1) : 1.f;
  forEach([&](const Coefficients& c) {
    const float pressure = rates.pressure(c), viscosity = rates.viscosity(c) / slower;
    // (pressure + shape) dt^2 + viscosity dt = 1
    const float dt = 2.f / (viscosity + std::sqrt(viscosity * viscosity + 4.f * (pressure + c.shapeRate())));
    const bool isViscous = viscosity * dt > std::max(pressure, c.shapeRate()) * dt * dt;
    bound(dt, isViscous ? "viscosity" : pressure > c.shapeRate() ? "pressure" : "shape");
  });
  if (g > 0.f) bound(std::sqrt(kFallPerStep * h / g), "gravity");
  return step;
}

}  // namespace ooze::shape_matching
