#include "methods/rasmussen/coefficients.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

constexpr float kSwirls = 0.5f;

}  // namespace

Coefficients convert(const MaterialDefinition& material) {
  const auto m = fromValues<Material>(kParameters, material.values);
  return {.viscosity = m.viscosity / material.density,
          .friction = m.friction,
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
