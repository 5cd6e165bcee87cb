// Registration of the adhesion method: derived quantities in SI units, fields, stages and the row of the
// registry.
#include "methods/registration.h"

#include "methods/steele/coefficients.h"
#include "methods/steele/steele.h"

#include <array>
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

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const ParameterContext e(settings, material, parameter);
  if (e.is(&Material::viscosity) || e.is(&Material::viscousSupport)) {
    const double exchange =
        kinematicViscosity(static_cast<double>(e.c.viscosity), static_cast<double>(e.c.viscousSupport));
    const double viscosity = shownViscosity(exchange, double{gravity}, double{settings.interactionRadius});
    if (viscosity <= 0.0) return {};
    return {{"kinematic viscosity", viscosity, "m²/s"},
            {"viscosity", static_cast<double>(material.density) * viscosity, "Pa s"}};
  }
  if (e.is(&Material::cling) && gravity > 0.f)
    // A flat layer of object particles attracts a touching particle by pi A_s (solids.h: one object
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
  if (member == &Material::cohesion && pairs.find({"adhesion", m, m, "", {}}))
    return "No effect: the liquid has its own function with itself (Pairs).";
  if (member == &Material::cling && pairs.find({"adhesion", m, std::nullopt, "", {}}))
    return "No effect: the liquid has its own function with solids (Pairs).";
  return {};
}

StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity) {
  float viscosity = 0.f;
  for (const MaterialDefinition& d : materials)
    viscosity = std::max(viscosity, convert(fromValues<Material>(kParameters, d.values), d.referenceRadius,
                                            settings.interactionRadius)
                                        .viscosity);
  const float weight = glm::length(gravity), radius = kRadius * settings.interactionRadius;
  const StableStep step =
      steele::stableStep(LiquidCurves(settings, materials).stiffness(), viscosity, weight, radius);
  const float shallow = stepForDepth(compressionLimitOf(settings), weight, radius);
  return shallow < step.seconds ? StableStep{shallow, "depth"} : step;
}

float restDensity(const MethodSettings& /*settings*/, const MaterialDefinition& /*material*/) {
  return settledDensity();
}

constexpr std::array kFields{
    densityField(restDensity),
    kExposureField,  // surface particles, "Rendering"
};

constexpr std::array kStages{
    StageDescription{"neighbours", "neighbours, grid",
                     "Sorts the particles and lists those that are near each other.", StageKind::Neighbours},
    StageDescription{"object particles", "boundaries",
                     "Covers solids near the liquid with particles that attract it.", StageKind::Walls},
    StageDescription{"viscosity", "viscosity", "Lets neighbours exchange momentum.", StageKind::Viscosity},
    StageDescription{"moves", "time steps",
                     "Moves particles in several parts, and separates them from each other and from solids.",
                     StageKind::Motion},
    StageDescription{"forces", "forces", "Sums the forces on each particle and applies them.",
                     StageKind::PairForces},
    StageDescription{"contacts", "time steps", "Separates particles that overlap.", StageKind::Contact},
    StageDescription{"density", "density correction",
                     "Moves the neighbours of particles whose density is too high or too low.",
                     StageKind::Density},
    StageDescription{"coupling", "Clavet 2005, section 6",
                     "Applies the forces of the liquid to floating bodies.", StageKind::Coupling},
    StageDescription{"surface", "surface particles", "Finds the particles at the surface."},
    StageDescription{"colours", "not in the paper", "Blends the colours of particles in contact."}};

}  // namespace

constinit const MethodRow kMethodRow{
    .key = "steele",
    .title = "Adhesion functions",
    .kind = "adhesion",
    .source = "Steele, Cline, Egbert and Dinerstein 2004",
    .strengths =
        "Good at liquids that attract or repel each other by functions that you draw: "
        "paint, soap, oil on water.",
    .weaknesses = "No elasticity. It takes twice as long as springs.",
    .make = makeMethod<Steele>,
    .parameters = parametersOf<Material, kParameters>,
    .stableStep = stableStep,
    .restSpacing = [](const MethodSettings& settings,
                      const MaterialDefinition&) { return 2.f * kRadius * settings.interactionRadius; },
    .restDensity = restDensity,
    .derivedQuantities = derivedQuantities,
    .inactiveReason = inactiveReason,
    .stages = kStages,
    .fields = kFields,
    // Two isolated particles at this distance are drawn as balls that just touch ("Rendering").
    .regionDistance = 0.7f,
    .pairFunctions = pairFunctions,
    .defaultPairCurve = defaultPairCurve,
    .pairOverrideReason = pairOverrideReason};

}  // namespace ooze::steele
