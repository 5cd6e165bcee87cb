#include "methods/rasmussen/coefficients.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

constexpr float kSwirls = 0.5f;
constexpr float kTension = 7.2e-5f;  // surface tension over density, of water [m^3/s^2]

/// Returns the least kinematic viscosity at this size of cells [m^2/s]. Tension holds liquid of cells well
/// below the capillary length together. Liquid without tension of that size bursts where it lands, and liquid
/// with tension spreads into films that the cells do not resolve. The viscosity calms the waves of tension of
/// a cell's size.
float leastViscosity(float cell) {
  constexpr float kLeastOhnesorge = 0.3f;
  return kLeastOhnesorge * capillarity(cell) * std::sqrt(kTension * cell);
}

}  // namespace

float capillarity(float cell) {
  constexpr float kGravity = 9.81f;   // fixed, so that a liquid does not change with gravity [m/s^2]
  constexpr float kSmallBond = 0.5f;  // weight over tension of a cell below which tension rules
  return std::max(0.f, 1.f - kGravity * cell * cell / (kSmallBond * kTension));
}

Coefficients convert(const MaterialDefinition& material, float cell) {
  const auto m = fromValues<Material>(kParameters, material.values);
  return {.viscosity = std::max(m.viscosity / material.density, leastViscosity(cell)),
          // Small drops and thin films of any liquid stay on solids that let large ones slip.
          .friction = std::max(m.friction, capillarity(cell)),
          .volume = m.volume,
          .density = material.density,
          .tension = m.tension / material.density,
          .markers = static_cast<int>(std::lround(m.markers)),
          .swirls = m.swirl > kSwirls,
          .heat = {.start = m.temperature,
                   .hardening = m.hardening,
                   .melting = m.meltingPoint,
                   .width = m.meltingWidth,
                   .diffusivity = m.diffusivity,
                   .exchange = m.cooling,
                   .surroundings = m.surroundings}};
}

StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& /*gravity*/) {
  constexpr float kCapillaryStep = 0.4f;  // step per sqrt(rho dx^3 / sigma), 1 / sqrt(2 pi)
  const float cell = cellOf(settings.interactionRadius);
  float strongest = 0.f;
  for (const MaterialDefinition& m : materials) strongest = std::max(strongest, convert(m, cell).tension);
  const StableStep step{1.f / 30.f, "accuracy"};
  if (!(strongest > 0.f)) return step;
  const float shortest = kCapillaryStep * std::sqrt(cell * cell * cell / strongest);
  return shortest < step.seconds ? StableStep{shortest, "surface tension"} : step;
}

float Heat::moltenAt(float temperature) const {
  const float x = std::clamp((temperature - melting) / width + 0.5f, 0.f, 1.f);
  return x * x * (3.f - 2.f * x);
}

/// Interpolates the logarithm of viscosity, so that equal temperature changes scale viscosity by equal
/// factors.
float Coefficients::viscosityAt(float temperature) const {
  if (!heat.melts()) return viscosity;
  return viscosity * std::pow(heat.hardening, 1.f - heat.moltenAt(temperature));
}

}  // namespace ooze::rasmussen
