// What the values of a material come to in SI, for the cards that explain them.
#include "methods/clavet/coefficients.h"
#include "methods/clavet/register.h"

#include <cmath>
#include <numbers>

namespace ooze::clavet {
namespace {

constexpr double kEarth = 9.81;  // [m/s^2]

/// Shear viscosity over density of an even liquid [m^2/s]. Of the n/2 pairs round a particle that approach
/// in a shear, each carries sigma (1 - q) u / 2 over r; the integral over the ball gives pi / 900 n sigma
/// h^5.
double kinematicViscosity(const Coefficients& c, const PairCoefficients& p, double h) {
  return std::numbers::pi / 900.0 * p.sigma * std::pow(h, 5.0) / c.particleVolume;
}

/// What a pool of 10 cm loses of its depth by its own weight [%]; the inverse of volumeStiffnessFor().
double compressionOfPool(const Coefficients& c, double h) {
  return c.kVolume > 0.f ? 100.0 * kEarth * 0.1 / (40.0 * c.kVolume * h) : 0.0;
}

/// Time until friction has taken half of a sliding speed [ms]; 0: it clings at once.
double halfLife(const Coefficients& c) {
  return c.friction < 1.f ? 1000.0 * c.frictionTime * std::log(0.5) / std::log(1.0 - c.friction) : 0.0;
}

}  // namespace

std::vector<ParameterFigure> figures(const MethodSettings& settings, const MaterialDefinition& material,
                                     std::size_t parameter) {
  const auto m = fromValues<Material>(kParameters, material.values);
  const float h = settings.interactionRadius;
  const Coefficients c = convert(m, material.referenceRadius, h);
  const PairCoefficients p = convertPair(m, material.referenceRadius, h);
  const float Material::*const member = kParameters.at(parameter).member;
  if (member == &Material::restDensity)
    return {{"neighbours of a settled particle", 4.0 / 3.0 * std::numbers::pi / restVolume(m) - 1.0, "1"},
            {"distance from particle to particle", 1000.0 * std::cbrt(c.particleVolume), "mm"}};
  if (member == &Material::stiffness) return {{"cohesion at this detail", c.k, "m/s²"}};
  if (member == &Material::nearStiffness)
    return {{"near repulsion at this detail", c.kNear, "m/s²"},
            {"density of settled liquid", c.settledDensity, "1"}};
  if (member == &Material::volumeStiffness && c.kVolume > 0.f)
    return {{"speed of sound", std::sqrt(40.0 * c.kVolume * h), "m/s"},
            {"a pool of 10 cm is pressed together by", compressionOfPool(c, h), "%"}};
  if (member == &Material::springStiffness) return {{"stiffness at this detail", p.kSpring, "1/s²"}};
  if (member == &Material::plasticityStretch && p.alphaStretch > 0.f)
    return {{"strain falls to a third in", 1.1 / p.alphaStretch, "s"}};
  if (member == &Material::plasticityCompress && p.alphaCompress > 0.f)
    return {{"strain falls to a third in", 1.1 / p.alphaCompress, "s"}};
  if (member == &Material::yieldRatioStretch) return {{"bears a stretch of", 100.0 * p.gammaStretch, "%"}};
  if (member == &Material::yieldRatioCompress) return {{"bears a squeeze of", 100.0 * p.gammaCompress, "%"}};
  if (member == &Material::viscosityLinear && p.sigma > 0.f)
    return {{"kinematic viscosity, about", kinematicViscosity(c, p, h), "m²/s"}};
  if (member == &Material::viscosityQuadratic) return {{"fast viscosity at this detail", p.beta, "1/m"}};
  if (member == &Material::friction && c.friction > 0.f)
    return {{"half of a sliding speed is gone in", halfLife(c), "ms"}};
  if (member == &Material::stickiness || member == &Material::stickDistance)
    return {{"reach", 1000.0 * c.stickDistance, "mm"},
            {"most that it carries under a ceiling, over its own weight",
             c.stickiness * c.stickDistance / (4.0 * kEarth), "1"}};
  return {};
}

}  // namespace ooze::clavet
