#include "methods/rasmussen/coefficients.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

constexpr float kSwirls = 0.5f;
constexpr float kTension = 7.2e-5f;  // surface tension over density, of water [m^3/s^2]

/// Returns the least kinematic viscosity at this size of cells [m^2/s]. The method has no surface tension,
/// which would hold liquid of cells well below the capillary length together: without it a drop of some
/// millimetres bursts where it lands. A viscosity stands in that calms the waves of tension of a cell's size.
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
