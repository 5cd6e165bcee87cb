// Derived quantities in SI that the parameter help shows, for example the kinematic viscosity.
#include "methods/mps/coefficients.h"
#include "methods/mps/register.h"

#include <cmath>

namespace ooze::mps {

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const Coefficients c = convert(material, settings.interactionRadius);
  float Material::*const member = kParameters.at(parameter).member;
  const double density = c.density, spacing = spacingOf(settings.interactionRadius);
  if (member == &Material::viscosity)
    return {{"kinematic viscosity", static_cast<double>(c.viscosity) / density, "m²/s"}};
  if (member == &Material::tension && c.tension > 0.f)
    return {{"pressure inside a drop of 1 cm", 2.0 * static_cast<double>(c.tension) / 0.005, "Pa"}};
  if (member == &Material::drag && c.drag > 0.f && gravity > 0.f)
    return {{"terminal speed of a single particle", static_cast<double>(std::sqrt(gravity / c.drag)), "m/s"}};
  if (member == &Material::relaxation && c.relaxation > 0.f)
    return {{"an error halves in", 1000.0 * 0.693 / static_cast<double>(c.relaxation), "ms"},
            {"distance between particles at rest", 1000.0 * spacing, "mm"}};
  return {};
}

std::string inactiveReason(const MethodSettings& /*settings*/, float /*gravity*/,
                           const MaterialDefinition& /*material*/, std::size_t /*parameter*/) {
  return {};
}

}  // namespace ooze::mps
