// Derived quantities in SI that the parameter help shows, and the reasons why a parameter has no effect.
#include "methods/rasmussen/coefficients.h"
#include "methods/rasmussen/register.h"

namespace ooze::rasmussen {
namespace {

std::vector<DerivedQuantity> derivedHeatQuantities(const Coefficients& c, float Material::*member,
                                                   double cell) {
  const Heat& heat = c.heat;
  const auto density = static_cast<double>(c.density);
  if (member == &Material::temperature)
    return {{"viscosity of new liquid", density * static_cast<double>(c.viscosityAt(heat.start)), "Pa s"}};
  if (member == &Material::hardening)
    return {{"viscosity when set",
             density * static_cast<double>(c.viscosity) * static_cast<double>(heat.hardening), "Pa s"}};
  if (member == &Material::meltingWidth)
    return {{"set below", static_cast<double>(heat.melting - 0.5f * heat.width), "°C"},
            {"molten above", static_cast<double>(heat.melting + 0.5f * heat.width), "°C"}};
  if (member == &Material::diffusivity && heat.diffusivity > 0.f)
    return {{"heat crosses a cell in", cell * cell / static_cast<double>(heat.diffusivity), "s"}};
  if (member == &Material::cooling && heat.exchange > 0.f)
    return {{"a film one cell thick loses half its heat in",
             0.693 * cell / static_cast<double>(heat.exchange), "s"}};
  return {};
}

}  // namespace

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float /*gravity*/,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const Coefficients c = convert(material);
  float Material::*const member = kParameters.at(parameter).member;
  const double cell = cellOf(settings.interactionRadius);
  if (member == &Material::viscosity)
    return {{"kinematic viscosity", static_cast<double>(c.viscosity), "m²/s"},
            {"motion crosses a cell in", 1000.0 * cell * cell / (static_cast<double>(c.viscosity) + 1e-12),
             "ms"}};
  if (member == &Material::volume && c.volume > 0.f)
    return {{"an error halves in", 0.693 / static_cast<double>(c.volume), "s"}};
  if (member == &Material::markers) return {{"side of a cell", 1000.0 * cell, "mm"}};
  return derivedHeatQuantities(c, member, cell);
}

/// Returns why a parameter has no effect, for example the melting point of a liquid that does not melt.
std::string inactiveReason(const MethodSettings& /*settings*/, float /*gravity*/,
                           const MaterialDefinition& material, std::size_t parameter) {
  const Heat heat = convert(material).heat;
  float Material::*const member = kParameters.at(parameter).member;
  if ((member == &Material::meltingPoint || member == &Material::meltingWidth) && !heat.melts())
    return "No effect: Thicker when set is 1.";
  if (member == &Material::surroundings && !(heat.exchange > 0.f)) return "No effect: Cooling is 0.";
  return {};
}

std::string pouringLimitation(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) {
  return {};
}

}  // namespace ooze::rasmussen
