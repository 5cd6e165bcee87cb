// Registration of the viscoelastic method: derived quantities in SI units, fields, stages and the row of the
// registry.
#include "methods/registration.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/continuum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace ooze::clavet {
namespace {

constexpr double kDepth = 0.1;        // depth of the example pool in the help text [m]
constexpr double kFastShear = 100.0;  // shear rate of a splash [1/s]

/// Time in which friction halves a sliding speed, in the longest stable steps [ms]. A step multiplies the
/// sliding speed by slip / (slip + dt) (liquid/contact.h).
double halfLife(const Coefficients& c, double dt) {
  const double slip = slipTime(c.contact);
  return slip > 0.0 ? 1000.0 * std::numbers::ln2 * dt / std::log1p(dt / slip) : 0.0;
}

/// A material with its coefficients, and the parameter to explain.
struct ParameterContext {
  Material m;
  Coefficients c;
  PairCoefficients p;
  double dt;  ///< the longest stable step [s]
  Continuum continuum;
  float Material::*member;

  ParameterContext(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                   std::size_t parameter)
      : m(fromValues<Material>(kParameters, material.values)),
        c(withCompressionLimit(convert(m, material.referenceRadius, settings.interactionRadius), settings,
                               gravity)),
        p(convertPair(m, material.referenceRadius, settings.interactionRadius)),
        dt(stableStep(c, p, gravity, settings.interactionRadius).seconds),
        continuum(continuumOf(m, material.referenceRadius, settings, gravity)),
        member(kParameters.at(parameter).member) {
    c.contact.shearTime = continuum.shearTime(c, gravity);
  }
  [[nodiscard]] bool is(float Material::*other) const { return member == other; }
};

/// Explains which other effect dominates a viscosity parameter; empty if none does.
std::string hidesViscosity(const ParameterContext& e) {
  constexpr double kMany = 3.0;
  const double springs = e.continuum.slowSpringViscosity();
  if (e.is(&Material::viscosityQuadratic)) {
    const double linear = e.continuum.viscosity, relaxation = e.continuum.ownViscosity;
    if (springs + linear + relaxation <= kMany * e.continuum.fastViscosity * kFastShear) return {};
    if (springs > std::max(linear, relaxation)) return "Springs dominate here.";
    return linear > relaxation ? "Viscosity dominates here." : "The relaxation's own damping dominates here.";
  }
  if (springs <= kMany * (e.continuum.viscosity + e.continuum.ownViscosity)) return {};
  return fmt::format("Springs dominate here: {:.2g} times as strong.",
                     springs / (e.continuum.viscosity + e.continuum.ownViscosity));
}

std::vector<DerivedQuantity> derivedQuantities(const MethodSettings& settings, float gravity,
                                               const MaterialDefinition& material, std::size_t parameter) {
  const ParameterContext e(settings, gravity, material, parameter);
  const Continuum& continuum = e.continuum;
  const double density = material.density;
  if (e.is(&Material::restDensity))
    return {{"neighbours of a settled particle, far ones counted in full",
             4.0 / 3.0 * std::numbers::pi / restVolume(e.m) - 1.0, "1"},
            {"distance between particles", 1000.0 * std::cbrt(e.c.particleVolume), "mm"}};
  if (e.is(&Material::stiffness)) return {{"surface tension", density * continuum.surfaceTension, "N/m"}};
  if (e.is(&Material::nearStiffness))
    return {{"density of settled liquid, counted like rest density", e.c.settledDensity, "1"}};
  if (e.is(&Material::volumeStiffness) && e.c.kVolume > 0.f)
    return {{"speed of sound", continuum.soundSpeed, "m/s"},
            {"a pool of 10 cm is compressed by",
             50.0 * gravity * kDepth / (continuum.soundSpeed * continuum.soundSpeed), "%"}};
  if (e.is(&Material::springStiffness) && e.p.kSpring > 0.f)
    return {{"Young's modulus", density * continuum.youngsModulus, "Pa"}};
  if (e.is(&Material::plasticityStretch) && e.p.alphaStretch > 0.f)
    return {{"strain falls to a third in",
             1000.0 * std::log(3.0) / (e.p.alphaStretch * (1.0 + e.p.gammaStretch)), "ms"}};
  if (e.is(&Material::plasticityCompress) && e.p.alphaCompress > 0.f)
    return {{"strain falls to a third in",
             1000.0 * std::log(3.0) / (e.p.alphaCompress * (1.0 - e.p.gammaCompress)), "ms"}};
  if (e.is(&Material::yieldRatioStretch) || e.is(&Material::yieldRatioCompress))
    if (e.p.kSpring > 0.f) return {{"yield stress in shear", density * continuum.yieldStress, "Pa"}};
  if (e.is(&Material::viscosityLinear)) {
    const double viscosity = continuum.shownViscosity();
    return {{"viscosity", density * viscosity, "Pa s"}, {"kinematic viscosity", viscosity, "m²/s"}};
  }
  if (e.is(&Material::viscosityQuadratic))
    return {
        {"viscosity added at a shear rate of 100/s", density * kFastShear * continuum.fastViscosity, "Pa s"}};
  if (e.is(&Material::friction) && e.c.contact.friction > 0.f)
    return {{"a sliding speed halves in", halfLife(e.c, e.dt), "ms"}};
  // Stickiness has no quantity of its own: the weight that hangs under a ceiling depends on all forces
  // between the layers.
  if (e.is(&Material::stickDistance) && e.c.contact.stickiness > 0.f)
    return {{"reach", 1000.0 * e.c.contact.stickDistance, "mm"}};
  return {};
}

std::string inactiveReason(const MethodSettings& settings, float gravity, const MaterialDefinition& material,
                           std::size_t parameter) {
  const ParameterContext e(settings, gravity, material, parameter);
  const bool springs = e.p.kSpring > 0.f && e.p.alphaCompress > 0.f;
  if (e.is(&Material::viscosityLinear) || e.is(&Material::viscosityQuadratic)) return hidesViscosity(e);
  if (e.is(&Material::stiffness)) {
    // Compare with the capillary pressure on a thread or an edge of width h.
    const double rounding = 4.0 * e.continuum.surfaceTension / settings.interactionRadius;
    return springs && e.continuum.yieldStress > rounding ? "Springs hold the shape here." : std::string();
  }
  if (e.is(&Material::volumeStiffness)) {
    const float own = convert(e.m, material.referenceRadius, settings.interactionRadius).kVolume;
    return e.c.kVolume > own ? "The scene sets a stiffer liquid than this." : std::string();
  }
  if (e.is(&Material::springStiffness) && e.p.kSpring > 0.f && !springs)
    return "No springs form by themselves: Plasticity, squeezed, is 0.";
  const bool ofSprings = e.is(&Material::plasticityStretch) || e.is(&Material::plasticityCompress) ||
                         e.is(&Material::yieldRatioStretch) || e.is(&Material::yieldRatioCompress);
  if (ofSprings && e.p.kSpring <= 0.f) return "No effect: Spring stiffness is 0.";
  if ((e.is(&Material::yieldRatioStretch) && e.p.alphaStretch <= 0.f) ||
      (e.is(&Material::yieldRatioCompress) && e.p.alphaCompress <= 0.f))
    return "No effect: the plasticity is 0.";
  if (e.is(&Material::stickDistance) && e.c.contact.stickiness <= 0.f) return "No effect: Stickiness is 0.";
  return {};
}

std::string pouringLimitation(const MethodSettings& settings, const MaterialDefinition& material) {
  const PairCoefficients p = convertPair(fromValues<Material>(kParameters, material.values),
                                         material.referenceRadius, settings.interactionRadius);
  if (p.kSpring <= 0.f || p.alphaCompress > 0.f) return {};
  return "This liquid makes no springs by itself, so it pours like water. Press Set firm after pouring, or "
         "raise Plasticity, squeezed.";
}

float restDensity(const MethodSettings& /*settings*/, const MaterialDefinition& material) {
  return settledDensity(fromValues<Material>(kParameters, material.values));
}

constexpr std::array kFields{
    densityField(restDensity),
    Field{.key = kPressureKey, .label = "Pressure", .unit = "Pa", .least = 10.f},  // 1 mm of water
    Field{.key = kStrainKey, .label = "Strain", .kind = FieldKind::Diverging, .least = 0.02f},
    kExposureField,
};

constexpr std::array<std::string_view, 2> kFlow{"plasticity_stretch", "plasticity_compress"};

constexpr std::array kMethodActions{
    MethodAction{
        .key = kAddSprings,
        .number = 33,
        .label = "set firm",
        .event = "Add springs",
        .explanation = "Adds springs between neighbouring particles, so that the liquid keeps its present "
                       "shape, like jelly that has set. Spring stiffness sets how firm it is, plasticity how "
                       "fast it yields. With a spring stiffness of 0 it has no effect.",
        .shape = MethodAction::Shape::Kept,
        .holdingParameter = "spring_stiffness",
        .relaxingParameters = kFlow,
        .meshExplanation = "The liquid keeps this shape by springs, and its plasticity becomes 0. Without "
                           "this it slumps under its own weight."},
    MethodAction{.key = kRemoveSprings,
                 .number = 34,
                 .label = "melt",
                 .event = "Remove all springs",
                 .explanation = "Removes every spring, so that the liquid loses its shape and flows. A "
                                "material that makes springs as it moves makes new ones.",
                 .shape = MethodAction::Shape::Lost,
                 .leaves = "cut springs"},
};

constexpr std::array kStages{
    StageDescription{"bodies", "Clavet 2005, section 6, Algorithm 6",
                     "Bodies move: kinematic ones along their keys, dynamic ones by their velocities."},
    StageDescription{"neighbours", "Clavet 2005, section 7.1",
                     "Particles are sorted into a grid, and each lists the others within reach.",
                     StageKind::Neighbours},
    StageDescription{"gravity", "Clavet 2005, Algorithm 1", "Gravity adds dt g to every velocity.",
                     StageKind::Gravity},
    StageDescription{
        "viscosity", "Clavet 2005, section 5.3, Algorithm 5",
        "Pairs that approach or leave each other exchange an impulse, so that near particles move alike.",
        StageKind::Viscosity},
    StageDescription{
        "prediction", "Clavet 2005, Algorithm 1",
        "Saves each position and moves the particle by dt v. Later stages correct the new position.",
        StageKind::Motion},
    StageDescription{"packing", "Beyond the paper",
                     "Measures in every eighth step how unevenly neighbours lie around each particle. The "
                     "relaxation then removes the shear stress that cohesion causes inside a drop.",
                     StageKind::Packing},
    StageDescription{"adjust springs", "Clavet 2005, section 5.2, Algorithm 4",
                     "Changes the rest lengths of springs strained beyond their yield ratio, adds springs to "
                     "pairs that came within h, and removes springs longer than h.",
                     StageKind::Links},
    StageDescription{"apply springs", "Clavet 2005, section 5.1, Algorithm 3",
                     "Each spring moves its two ends toward its rest length.", StageKind::PairForces},
    StageDescription{
        "relaxation", "Clavet 2005, section 4, Algorithm 2",
        "One after another, each particle sums density and near density, turns them into pressures, and "
        "pushes its neighbours and itself apart or together.",
        StageKind::Density,
        "The relaxation updates particles one after another. Some neighbours had moved before this particle "
        "was updated. These are the values that moved it."},
    StageDescription{"wall support", "Beyond the paper",
                     "Replaces the support of the neighbours that a particle beside a wall lacks.",
                     StageKind::Walls},
    StageDescription{"coupling", "Clavet 2005, section 6, Algorithm 6",
                     "Particles that touch dynamic bodies change the velocities of the bodies.",
                     StageKind::Coupling},
    StageDescription{"body contacts", "Clavet 2005, section 6, Algorithm 6",
                     "Dynamic bodies move again, now with the contacts between them.",
                     StageKind::BodyContact},
    StageDescription{
        "collisions", "Clavet 2005, section 6, step 3",
        "Particles at solids lose their approach speed, feel friction, stick, and are pushed out.",
        StageKind::Contact},
    StageDescription{"velocities", "Clavet 2005, Algorithm 1",
                     "Each velocity becomes the displacement over the whole step, divided by dt.",
                     StageKind::Velocities},
};

// The viscosity of springs in a slow flow grows with their stiffness (slowSpringViscosity()). Stickiness
// holds a thin film on solids, which would hide a lower viscosity.
constexpr std::array<std::string_view, 3> kThickness{"viscosity_linear", "spring_stiffness", "stickiness"};

}  // namespace

constinit const MethodRow kMethodRow{
    .key = "clavet",
    .title = "Viscoelastic springs",
    .kind = "springs",
    .source = "Clavet, Beaudoin and Poulin 2005",
    .strengths = "Good at threads, films, drips and splashes: honey, slime, mud, water.",
    .weaknesses = "Firm jelly is slow: it takes three times as long as shape matching.",
    .make = makeMethod<Clavet>,
    .parameters = parametersOf<Material, kParameters>,
    .stableStep = stableStep,
    .restSpacing =
        [](const MethodSettings& settings, const MaterialDefinition& material) {
          const auto m = fromValues<Material>(kParameters, material.values);
          return std::cbrt(convert(m, material.referenceRadius, settings.interactionRadius).particleVolume);
        },
    .restDensity = restDensity,
    .derivedQuantities = derivedQuantities,
    .inactiveReason = inactiveReason,
    .pouringLimitation = pouringLimitation,
    .stages = kStages,
    .links = {"springs", "Elastic springs between particles"},
    .fields = kFields,
    .actions = kMethodActions,
    .thicknessParameters = kThickness,
    .firmness = firmness,
    .setFirmness = setFirmness};

}  // namespace ooze::clavet
