// Registration of the directable grid method: derived quantities in SI units, fields, stages and the row of
// the registry.
#include "methods/registration.h"

#include "methods/rasmussen/coefficients.h"
#include "methods/rasmussen/rasmussen.h"

#include <array>

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

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float /*gravity*/,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const Coefficients c = convert(material, cellOf(settings.interactionRadius));
  float Material::*const member = kParameters.at(parameter).member;
  const double cell = cellOf(settings.interactionRadius);
  if (member == &Material::viscosity)
    return {{"kinematic viscosity", static_cast<double>(c.viscosity), "m²/s"},
            {"motion crosses a cell in", 1000.0 * cell * cell / (static_cast<double>(c.viscosity) + 1e-12),
             "ms"}};
  if (member == &Material::volume && c.volume > 0.f)
    return {{"an error halves in", 0.693 / static_cast<double>(c.volume), "s"}};
  if (member == &Material::markers) return {{"side of a cell", 1000.0 * cell, "mm"}};
  if (member == &Material::tension && c.tension > 0.f)
    return {{"pressure inside a drop of 1 cm", 2.0 * double{c.density * c.tension} / 0.005, "Pa"}};
  return derivedHeatQuantities(c, member, cell);
}

/// Returns why a parameter has no effect, for example the melting point of a liquid that does not melt.
std::string inactiveReason(const MethodSettings& settings, float /*gravity*/,
                           const MaterialDefinition& material, std::size_t parameter) {
  const Heat heat = convert(material, cellOf(settings.interactionRadius)).heat;
  float Material::*const member = kParameters.at(parameter).member;
  if ((member == &Material::meltingPoint || member == &Material::meltingWidth) && !heat.melts())
    return "No effect: Thicker when set is 1.";
  if (member == &Material::surroundings && !(heat.exchange > 0.f)) return "No effect: Cooling is 0.";
  return {};
}

constexpr std::array kFields{
    densityField(unitDensity),
    Field{
        .key = kPressureKey, .label = "Pressure", .unit = "Pa", .kind = FieldKind::Diverging, .least = 10.f},
    Field{.key = kViscosityKey, .label = "Viscosity", .unit = "Pa s", .least = 0.001f},
    Field{.key = kTemperatureKey, .label = "Temperature", .unit = "°C", .least = 100.f},
    Field{.key = kDivergenceKey,
          .label = "Divergence",
          .unit = "1/s",
          .kind = FieldKind::Diverging,
          .least = 1.f},
    kExposureField,
    Field{.key = kCheckerKey, .label = "Checker of texture coordinates", .kind = FieldKind::Pattern},
};

constexpr std::array kStages{
    StageDescription{
        "solids", "object boundaries",
        "Finds the cells with liquid, the parts of their faces that solids cover, and the frozen liquid.",
        StageKind::Neighbours},
    StageDescription{"advection", "eq. 2", "Advects the velocity and applies gravity.", StageKind::Motion},
    StageDescription{"viscosity", "eq. 5 to 16", "Spreads and exchanges heat, and applies the viscosity.",
                     StageKind::Viscosity},
    StageDescription{"pressure", "eq. 1 and 2, projection",
                     "Solves for the pressure that keeps the volume and for the motion of floating bodies.",
                     StageKind::Packing},
    StageDescription{"extension", "divergence-free extrapolation; object boundaries",
                     "Extrapolates the velocity into the air and the solids beside the liquid.",
                     StageKind::Velocities},
    StageDescription{
        "surface", "eq. 3, particle level set",
        "Advects the surface, its markers and the particles, and corrects the surface by the markers.",
        StageKind::Motion},
    StageDescription{"coupling", "not in the paper",
                     "Gives floating bodies the velocities of the pressure solve.", StageKind::Coupling},
    kBodyContacts,
    StageDescription{"collisions", "object boundaries",
                     "Pushes particles out of solids that they have entered.", StageKind::Contact}};

}  // namespace

constinit const MethodRow kMethodRow{
    .key = "rasmussen",
    .title = "Particle level set",
    .kind = "level set",
    .source = "Rasmussen et al. 2004",
    .strengths = "Good at calm, smooth surfaces, at thick liquid of any viscosity, and at long time steps.",
    .weaknesses =
        "No elasticity, and one density for all liquid. Drops and threads thinner than a cell break up.",
    .make = makeMethod<Rasmussen>,
    .parameters = parametersOf<Material, kParameters>,
    .stableStep = stableStep,
    .restSpacing = [](const MethodSettings& settings,
                      const MaterialDefinition&) { return cellOf(settings.interactionRadius); },
    .restDensity = unitDensity,
    .derivedQuantities = derivedQuantities,
    .inactiveReason = inactiveReason,
    .stages = kStages,
    .fields = kFields,
    .maxStepDisplacement = 1.25f,
    .maxSpeedGain = 8.f,
    .nozzleClearance = 0.f,
    .supportsControls = true,
    .cellSide = [](const MethodSettings& settings) { return cellOf(settings.interactionRadius); }};

}  // namespace ooze::rasmussen
