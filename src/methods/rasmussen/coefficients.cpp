#include "methods/rasmussen/coefficients.h"

#include "methods/rasmussen/register.h"

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
          .swirls = m.swirl > kSwirls};
}

/// All of it is implicit or looks back along the flow: what limits a step is how far things go in it, which
/// is the world's business.
StableStep stableStep(const MethodSettings& /*settings*/, std::span<const MaterialDefinition> /*materials*/,
                      const Vec3& /*gravity*/) {
  return {1.f / 30.f, "accuracy"};
}

float restSpacing(const MethodSettings& settings, const MaterialDefinition& /*material*/) {
  return cellOf(settings.interactionRadius);
}

float cellSide(const MethodSettings& settings) { return cellOf(settings.interactionRadius); }

float restDensity(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) { return 1.f; }

}  // namespace ooze::rasmussen
