// Registration of the SPH and shape matching method: derived quantities in SI units, fields, stages and the
// row of the registry.
#include "methods/registration.h"

#include "methods/shape_matching/coefficients.h"
#include "methods/shape_matching/shape_matching.h"

#include <array>
#include <cmath>
#include <numbers>

namespace ooze::shape_matching {
namespace {

struct ParameterContext {
  Material m;
  Coefficients c;
  float h;
  float Material::*member;

  ParameterContext(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                   std::size_t parameter)
      : m(fromValues<Material>(kParameters, material.values)),
        c(coefficientsOf(settings, material, gravity)),
        h(settings.interactionRadius),
        member(kParameters.at(parameter).member) {}
  [[nodiscard]] bool is(float Material::*other) const { return member == other; }
};

constexpr double kDepth = 0.1;  // depth of the example pool [m]

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const ParameterContext e(settings, gravity, material, parameter);
  const Coefficients& c = e.c;
  const double density = c.density;
  if (e.is(&Material::alpha) || e.is(&Material::stiffnessTime)) {
    if (!c.keepsShape()) return {};
    return {{"shear modulus", shearModulus(c), "Pa"}};
  }
  if (e.is(&Material::regionRadius)) {
    const double edge = 2.0 * static_cast<double>(c.regionRadius / (kSpacing * e.h));
    std::vector<DerivedQuantity> all{{"particles in a region", edge * edge * edge, "1"}};
    if (c.keepsShape()) all.push_back({"shear modulus", shearModulus(c), "Pa"});
    return all;
  }
  if (e.is(&Material::regionDamping) && c.damping > 0.f)
    return {{"the speed of a wobble halves in", 1000.0 * std::numbers::ln2 / static_cast<double>(c.damping),
             "ms at least"}};
  if (e.is(&Material::updateThreshold) && c.alpha > 0.f && c.keepsShape())
    return {{"takes a new shape above", static_cast<double>(c.threshold), "m/s²"}};
  if (e.is(&Material::pressureStiffness)) {
    const double sound2 = static_cast<double>(c.stiffness);
    return {{"speed of sound", std::sqrt(sound2), "m/s"},
            {"a pool of 10 cm is compressed by", 50.0 * static_cast<double>(gravity) * kDepth / sound2, "%"}};
  }
  if (e.is(&Material::viscosity)) {
    const double own = static_cast<double>(c.viscosity) / density;
    return {{"kinematic viscosity", own + packingViscosity(own, double{gravity}, double{e.h}), "m²/s"}};
  }
  if (e.is(&Material::friction) && c.contact.friction > 0.f && c.contact.friction < 1.f)
    return {{"a sliding speed halves in", 1000.0 * std::numbers::ln2 * slipTime(c.contact), "ms"}};
  if (e.is(&Material::stickDistance) && c.contact.stickiness > 0.f)
    return {{"reach", 1000.0 * static_cast<double>(c.contact.stickDistance), "mm"}};
  return {};
}

std::string inactiveReason(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                           std::size_t parameter) {
  const ParameterContext e(settings, gravity, material, parameter);
  const bool ofShape =
      e.is(&Material::regionRadius) || e.is(&Material::stiffnessTime) || e.is(&Material::regionDamping);
  const bool ofUpdates = e.is(&Material::updateThreshold) || e.is(&Material::checkInterval);
  if ((ofShape || ofUpdates) && e.m.alpha >= 1.f)
    return "No effect: Fluidity is 1, so nothing keeps a shape.";
  if (ofUpdates && e.m.alpha <= 0.f) return "No effect: at Fluidity 0 the shape never changes.";
  if (e.is(&Material::checkInterval) && e.c.threshold > 0.f && e.c.threshold <= gravity)
    return "The weight of the liquid changes its shape at every check.";
  if (e.is(&Material::regionRadius) && e.m.regionRadius * material.referenceRadius < kSpacing * e.h)
    return "A region holds only one particle here.";
  const bool ofLiquid = e.is(&Material::pressureStiffness) || e.is(&Material::viscosity);
  if (ofLiquid && e.m.alpha <= 0.f) return "Acts only between separate bodies: Fluidity is 0.";
  if (e.is(&Material::viscosity) && e.m.viscosity < leastViscosity(e.m, material.density, e.h))
    return "The method's own damping is larger than this.";
  if (e.is(&Material::stickDistance) && e.c.contact.stickiness <= 0.f) return "No effect: Stickiness is 0.";
  return {};
}

constexpr std::array kFields{
    densityField(unitDensity),
    // Distance of a particle from its goal, over the spacing at rest.
    Field{.key = kStrainKey, .label = "Strain", .least = 0.05f},
    Field{.key = kAgeKey, .label = "Age of the shape", .unit = "s", .least = 0.1f},
    // Fraction of a particle's acceleration that comes from shape matching; the rest comes from SPH.
    Field{.key = kShareKey, .label = "Driven by shape (1) or by liquid (0)", .least = 1.f},
    kExposureField,
};

constexpr std::array kStages{
    StageDescription{"neighbours", "section 2, N_sph",
                     "Sorts the particles and lists those that are within h.", StageKind::Neighbours},
    StageDescription{"references", "section 4, eq. 14",
                     "Gives new particles a place in a shape, and gives bodies under force a new shape.",
                     StageKind::Links},
    StageDescription{"density", "eq. 2 and 3", "Computes the density and the pressure of each particle.",
                     StageKind::Density},
    StageDescription{"SPH forces", "eq. 1, 2 and 4",
                     "Sums the pressure and viscosity forces between neighbours.", StageKind::PairForces},
    StageDescription{"regions", "eq. 7",
                     "Fits the shape to each region and finds where each particle should be.",
                     StageKind::Packing},
    StageDescription{"velocities", "eq. 5, 10 and 13",
                     "Blends the velocity of the liquid with that of the shape.", StageKind::Velocities},
    StageDescription{"motion", "eq. 11", "Moves particles by their blended velocities.", StageKind::Motion},
    StageDescription{"coupling", "Clavet 2005, section 6",
                     "Applies the forces of the liquid to floating bodies.", StageKind::Coupling},
    kBodyContacts,
    StageDescription{"collisions", "section 5; Clavet 2005, section 6",
                     "Keeps particles out of solids, and applies friction and stickiness.",
                     StageKind::Contact}};

}  // namespace

constinit const MethodRow kMethodRow{
    .key = "shape_matching",
    .title = "SPH and shape matching",
    .kind = "shape matching",
    .source = "SPH and shape matching; Müller et al. 2003 and 2005",
    .strengths =
        "Good at material that keeps its shape: jelly that wobbles and springs back, "
        "clay, toothpaste. One slider goes from jelly to liquid. Usually the fastest.",
    .weaknesses = "Pressed jelly loses volume instead of bulging. Threads are coarse.",
    .make = makeMethod<ShapeMatching>,
    .parameters = parametersOf<Material, kParameters>,
    .stableStep = stableStep,
    .restSpacing = [](const MethodSettings& settings,
                      const MaterialDefinition&) { return kSpacing * settings.interactionRadius; },
    .restDensity = unitDensity,
    .derivedQuantities = derivedQuantities,
    .inactiveReason = inactiveReason,
    .stages = kStages,
    .fields = kFields,
    .firmness = firmness,
    .setFirmness = setFirmness};

}  // namespace ooze::shape_matching
