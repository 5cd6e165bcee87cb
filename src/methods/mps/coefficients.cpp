#include "methods/mps/coefficients.h"

#include "methods/mps/register.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::mps {
namespace {

// No particle falls farther in a step than this [spacings].
constexpr float kFallPerStep = 0.02f;
// Liquid that has moved lies in no lattice, and as closely as its n is n0 it takes less room: measured over 3
// s in tanks of 10 and 12 layers, from lattices and from settled samples alike [of the lattice's volume].
constexpr double kSettled = 0.978;
// A capillary wave of the length of two spacings, w^2 = sigma k^3 / rho with k = pi / l0, moves by a part of
// its period.
constexpr float kCapillaryStep = 0.4f;

}  // namespace

float roomOf(float spacing) { return static_cast<float>(kSettled) * spacing * spacing * spacing; }

Coefficients convert(const MaterialDefinition& material, float h) {
  const auto m = fromValues<Material>(kParameters, material.values);
  const float l = spacingOf(h);
  return {.viscosity = m.viscosity,
          .tension = m.tension,
          .drag = 0.75f * m.drag / l,
          .relaxation = m.relaxation,
          .convection = m.convection,
          .density = material.density,
          .mass = material.density * roomOf(l)};
}

StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity) {
  const float h = settings.interactionRadius, l = spacingOf(h);
  StableStep step{1.f / 120.f, "pressure"};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  float lightest = 1e30f, strongest = 0.f;
  for (const MaterialDefinition& m : materials) {
    const Coefficients c = convert(m, h);
    lightest = std::min(lightest, c.density), strongest = std::max(strongest, c.tension);
  }
  if (strongest > 0.f) {
    const float k = std::numbers::pi_v<float> / l;
    bound(kCapillaryStep / std::sqrt(strongest * k * k * k / lightest), "surface tension");
  }
  if (const float g = glm::length(gravity); g > 0.f) bound(std::sqrt(kFallPerStep * l / g), "gravity");
  return step;
}

float restSpacing(const MethodSettings& settings, const MaterialDefinition& /*material*/) {
  return std::cbrt(roomOf(spacingOf(settings.interactionRadius)));
}

float restDensity(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) { return 1.f; }

}  // namespace ooze::mps
