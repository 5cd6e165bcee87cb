// Physical quantities in SI units derived from a material's parameters, for the help cards. Also finds
// parameters whose effect another parameter hides.
#include "methods/clavet/continuum.h"
#include "methods/clavet/register.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace ooze::clavet {
namespace {

constexpr double kDepth = 0.1;        // depth of the example pool in the help text [m]
constexpr double kFastShear = 100.0;  // shear rate of a splash [1/s]

/// Time in which friction halves a sliding speed, in the longest stable steps [ms]; 0 for full adhesion
/// (no-slip). A step multiplies the sliding speed by slip / (slip + dt) (contact.h).
double halfLife(const Coefficients& c, double dt) {
  if (c.contact.friction >= 1.f) return 0.0;
  const double slip = -c.contact.frictionTime / std::log1p(-c.contact.friction);
  return 1000.0 * std::numbers::ln2 * dt / std::log1p(dt / slip);
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
        member(kParameters.at(parameter).member) {}
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

}  // namespace

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
    const double viscosity = continuum.viscosity + continuum.ownViscosity;
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

}  // namespace ooze::clavet
