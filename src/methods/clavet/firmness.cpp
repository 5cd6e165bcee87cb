// Firmness of a material, and the inverse: parameter values for a given firmness. Used to convert materials
// between methods.
#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

constexpr double kGravity = 9.81;  // earth gravity, whatever the world's [m/s^2]
constexpr double kStandingHeight =
    0.02;  // a material that cannot carry a layer of this height counts as liquid [m]
constexpr float kMinYieldRatio = 0.1f;  // smallest yield ratio given to plastic materials [1]
constexpr float kDefaultPlasticity =
    1.f;  // plasticity given to materials without plasticity of their own [1/frame]
constexpr double kLargestRadius = 1.0;  // largest h_ref in files [m]

double youngsModulus(const Material& m, const MaterialDefinition& d) {
  const MethodSettings itsOwn{.interactionRadius = d.referenceRadius};
  return static_cast<double>(d.density) * continuumOf(m, d.referenceRadius, itsOwn, 0.f).youngsModulus;
}

bool flows(const Material& m) { return m.plasticityStretch > 0.f || m.plasticityCompress > 0.f; }

/// Returns the smallest yield strain with which the liquid stands under its own weight.
double minYieldStrain(double youngsModulus, double density) {
  return density * kGravity * kStandingHeight / youngsModulus;
}

/// Converts a material to the equivalent values at a larger reference radius (README.md, Units).
Material convertToRadius(const Material& m, double from, double to) {
  const double s = from / to;
  const auto times = [](float value, double factor) {
    return static_cast<float>(static_cast<double>(value) * factor);
  };
  Material same = m;
  same.stiffness = times(m.stiffness, s * s * s);
  same.nearStiffness = times(m.nearStiffness, s * s * s);
  same.volumeStiffness = std::max(0.f, times(m.volumeStiffness + m.stiffness, s * s) - same.stiffness);
  same.springStiffness = times(m.springStiffness, s * s);
  same.viscosityLinear = times(m.viscosityLinear, s * s);
  same.viscosityQuadratic = times(m.viscosityQuadratic, s * s);
  same.friction = static_cast<float>(-std::expm1(s * std::log1p(-static_cast<double>(m.friction))));
  same.stickiness = times(m.stickiness, s * s);
  return same;
}

}  // namespace

Firmness firmness(const MaterialDefinition& material) {
  const auto m = fromValues<Material>(kParameters, material.values);
  const double young = youngsModulus(m, material);
  const double yield = std::max(m.yieldRatioStretch, m.yieldRatioCompress);
  if (young <= 0.0 || (flows(m) && yield <= minYieldStrain(young, material.density))) return {};
  return {young / 3.0, flows(m)};  // shear modulus of an incompressible material
}

void setFirmness(MaterialDefinition& material, const Firmness& wanted) {
  auto m = fromValues<Material>(kParameters, material.values);
  if (wanted.yields && !flows(m)) m.plasticityStretch = m.plasticityCompress = kDefaultPlasticity;
  if (wanted.shearModulus <= 0.0) {
    if (firmness(material).shearModulus > 0.0) m.yieldRatioStretch = m.yieldRatioCompress = 0.f;
  } else {
    m.springStiffness = 1.f;
    const double stiffness = 3.0 * wanted.shearModulus / youngsModulus(m, material);
    const auto row = std::find_if(kParameters.begin(), kParameters.end(),
                                  [](const auto& p) { return p.member == &Material::springStiffness; });
    // Use a larger reference radius if the stiffness exceeds the parameter's range at the present one.
    const double upper = row->upper, from = material.referenceRadius;
    const double to = std::min(from * std::sqrt(std::max(1.0, stiffness / upper)), kLargestRadius);
    m.springStiffness = static_cast<float>(stiffness);
    m = convertToRadius(m, from, to);
    m.springStiffness = std::min(m.springStiffness, row->upper);
    material.referenceRadius = static_cast<float>(to);
    if (!wanted.yields)
      m.plasticityStretch = m.plasticityCompress = 0.f;
    else if (const double least = minYieldStrain(3.0 * wanted.shearModulus, material.density);
             std::max(m.yieldRatioStretch, m.yieldRatioCompress) <= least)
      m.yieldRatioStretch = std::clamp(static_cast<float>(1.5 * least), kMinYieldRatio, 0.5f);
  }
  material.values = toValues<Material>(kParameters, m);
}

}  // namespace ooze::clavet
