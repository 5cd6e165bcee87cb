// Physical quantities in SI units derived from a material's parameters, for the help cards. Also finds
// parameters whose effect another parameter hides.
#include "methods/steele/coefficients.h"
#include "methods/steele/register.h"

#include <cmath>
#include <numbers>

namespace ooze::steele {
namespace {

/// A material's coefficients, and the parameter to explain.
struct ParameterContext {
  Coefficients c;
  double radius;
  float Material::*member;

  ParameterContext(const MethodSettings& settings, const MaterialDefinition& material, std::size_t parameter)
      : c(convert(fromValues<Material>(kParameters, material.values), material.referenceRadius,
                  settings.interactionRadius)),
        radius(static_cast<double>(kRadius) * static_cast<double>(settings.interactionRadius)),
        member(kParameters.at(parameter).member) {}
  [[nodiscard]] bool is(float Material::*other) const { return member == other; }
};

}  // namespace

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const ParameterContext e(settings, material, parameter);
  if (e.is(&Material::viscosity) || e.is(&Material::viscousSupport)) {
    const double viscosity =
        kinematicViscosity(static_cast<double>(e.c.viscosity), static_cast<double>(e.c.viscousSupport));
    if (viscosity <= 0.0) return {};
    return {{"kinematic viscosity of the exchange", viscosity, "m²/s"},
            {"viscosity of the exchange", static_cast<double>(material.density) * viscosity, "Pa s"}};
  }
  if (e.is(&Material::cling) && gravity > 0.f)
    // A flat layer of object particles attracts a touching particle by pi A_s (object_particles.h: one object
    // particle per square of two radii, default function).
    return {{"layers of particles that it can hold",
             std::numbers::pi * static_cast<double>(e.c.cling / gravity), "1"}};
  if (e.is(&Material::friction) && e.c.slip > 0.f && e.c.slip < 1.f)
    return {{"a sliding speed halves in",
             1000.0 * static_cast<double>(kFrictionTime) * std::numbers::ln2 /
                 -std::log(static_cast<double>(e.c.slip)),
             "ms"}};
  if (e.is(&Material::mixing) && e.c.mixing > 0.f)
    return {{"colours of neighbours even out in", 1000.0 / static_cast<double>(e.c.mixing), "ms"}};
  return {};
}

std::string inactiveReason(const MethodSettings& settings, float /*gravity*/,
                           const MaterialDefinition& material, std::size_t parameter) {
  const ParameterContext e(settings, material, parameter);
  if (e.is(&Material::viscousSupport) && e.c.viscosity <= 0.f) return "No effect: Viscosity is 0.";
  return {};
}

std::string pairOverrideReason(const PairTable& pairs, std::size_t material, std::size_t parameter) {
  const auto member = kParameters.at(parameter).member;
  const auto m = static_cast<std::uint16_t>(material);
  if (member == &Material::cohesion && findPair(pairs, {"adhesion", m, m, "", {}}))
    return "No effect: the liquid has its own function with itself (Pairs).";
  if (member == &Material::cling && findPair(pairs, {"adhesion", m, std::nullopt, "", {}}))
    return "No effect: the liquid has its own function with solids (Pairs).";
  return {};
}

}  // namespace ooze::steele
