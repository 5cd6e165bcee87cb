// Derived quantities in SI that the parameter help shows, and the reasons why a parameter has no effect.
#include "methods/rasmussen/coefficients.h"
#include "methods/rasmussen/register.h"

namespace ooze::rasmussen {
namespace {

std::vector<DerivedQuantity> figuresOfHeat(const Coefficients& c, float Material::*member, double cell) {
  const Heat& heat = c.heat;
  const auto density = static_cast<double>(c.density);
  if (member == &Material::temperature)
    return {{"viscosity as it comes", density * static_cast<double>(c.viscosityAt(heat.start)), "Pa s"}};
  if (member == &Material::hardening)
    return {{"set, its viscosity is",
             density * static_cast<double>(c.viscosity) * static_cast<double>(heat.hardening), "Pa s"}};
  if (member == &Material::meltingWidth)
    return {{"set below", static_cast<double>(heat.melting - 0.5f * heat.width), "°C"},
            {"molten above", static_cast<double>(heat.melting + 0.5f * heat.width), "°C"}};
  if (member == &Material::diffusivity && heat.diffusivity > 0.f)
    return {{"warmth passes a cell in", cell * cell / static_cast<double>(heat.diffusivity), "s"}};
  if (member == &Material::cooling && heat.exchange > 0.f)
    return {{"a film as thick as a cell has lost half in", 0.693 * cell / static_cast<double>(heat.exchange),
             "s"}};
  return {};
}

}  // namespace

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float /*gravity*/,
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
  return figuresOfHeat(c, member, cell);
}

/// Returns why a parameter has no effect, for example the melting point of a liquid that does not melt.
std::string inactiveReason(const MethodSettings& /*settings*/, float /*gravity*/,
                           const MaterialDefinition& material, std::size_t parameter) {
  const Heat heat = convert(material).heat;
  float Material::*const member = kParameters.at(parameter).member;
  if ((member == &Material::meltingPoint || member == &Material::meltingWidth) && !heat.melts())
    return "It is as thick when set as when molten.";
  if (member == &Material::surroundings && !(heat.exchange > 0.f)) return "No heat goes through its surface.";
  return {};
}

std::string pouringLimitation(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) {
  return {};
}

}  // namespace ooze::rasmussen
