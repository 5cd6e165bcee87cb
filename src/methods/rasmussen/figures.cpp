// What the values of a material come to in SI, for the cards that explain them, and what hides one behind
// another.
#include "methods/rasmussen/coefficients.h"
#include "methods/rasmussen/register.h"

namespace ooze::rasmussen {

std::vector<ParameterFigure> figures(const MethodSettings& settings, float /*gravity*/,
                                     const MaterialDefinition& material, std::size_t parameter) {
  const Coefficients c = convert(material);
  float Material::*const member = kParameters.at(parameter).member;
  const double cell = cellOf(settings.interactionRadius);
  if (member == &Material::viscosity)
    return {
        {"kinematic viscosity", static_cast<double>(c.viscosity), "m²/s"},
        {"motion passes a cell in", 1000.0 * cell * cell / (static_cast<double>(c.viscosity) + 1e-12), "ms"}};
  if (member == &Material::volume && c.volume > 0.f)
    return {{"half of an error is gone in", 0.693 / static_cast<double>(c.volume), "s"}};
  if (member == &Material::markers) return {{"a cell has a side of", 1000.0 * cell, "mm"}};
  return {};
}

std::string hiddenBy(const MethodSettings& /*settings*/, float /*gravity*/,
                     const MaterialDefinition& /*material*/, std::size_t /*parameter*/) {
  return {};
}

std::string pouringLeavesOut(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) {
  return {};
}

}  // namespace ooze::rasmussen
