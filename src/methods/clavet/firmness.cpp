// How firm a material is, for other methods, and what makes one so firm.
#include "methods/clavet/continuum.h"
#include "methods/clavet/register.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

constexpr double kGravity = 9.81;  // of whatever world: a material is called firm for what it does on a table
constexpr double kStands = 0.02;   // what yields before it bears so high a layer of itself flows [m]
constexpr float kSound = 0.1f;     // yield ratio of what keeps its dents
constexpr float kGives = 1.f;      // plasticity of what flows, where it has none of its own [1/frame]
constexpr double kLargestRadius = 1.0;  // h_ref that files may have [m]

double youngsModulus(const Material& m, const MaterialDefinition& d) {
  const MethodSettings itsOwn{.interactionRadius = d.referenceRadius};
  return static_cast<double>(d.density) * continuumOf(m, d.referenceRadius, itsOwn, 0.f).youngsModulus;
}

bool flows(const Material& m) { return m.plasticityStretch > 0.f || m.plasticityCompress > 0.f; }

/// The strain at which springs must begin to flow, for the liquid to stand.
double leastYield(double youngsModulus, double density) {
  return density * kGravity * kStands / youngsModulus;
}

/// The same liquid in numbers that are true at a larger radius: README.md, Units.
Material restated(const Material& m, double from, double to) {
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
  if (young <= 0.0 || (flows(m) && yield <= leastYield(young, material.density))) return {};
  return {young / 3.0, flows(m)};  // it keeps its volume
}

void setFirmness(MaterialDefinition& material, const Firmness& wanted) {
  auto m = fromValues<Material>(kParameters, material.values);
  if (wanted.yields && !flows(m)) m.plasticityStretch = m.plasticityCompress = kGives;
  if (wanted.shearModulus <= 0.0) {
    if (firmness(material).shearModulus > 0.0) m.yieldRatioStretch = m.yieldRatioCompress = 0.f;
  } else {
    m.springStiffness = 1.f;
    const double stiffness = 3.0 * wanted.shearModulus / youngsModulus(m, material);
    const auto row = std::find_if(kParameters.begin(), kParameters.end(),
                                  [](const auto& p) { return p.member == &Material::springStiffness; });
    // What is firmer than a small radius can say is said at a larger one, as scenes do.
    const double upper = row->upper, from = material.referenceRadius;
    const double to = std::min(from * std::sqrt(std::max(1.0, stiffness / upper)), kLargestRadius);
    m.springStiffness = static_cast<float>(stiffness);
    m = restated(m, from, to);
    m.springStiffness = std::min(m.springStiffness, row->upper);
    material.referenceRadius = static_cast<float>(to);
    if (!wanted.yields)
      m.plasticityStretch = m.plasticityCompress = 0.f;
    else if (const double least = leastYield(3.0 * wanted.shearModulus, material.density);
             std::max(m.yieldRatioStretch, m.yieldRatioCompress) <= least)
      m.yieldRatioStretch = std::clamp(static_cast<float>(1.5 * least), kSound, 0.5f);
  }
  material.values = toValues<Material>(kParameters, m);
}

}  // namespace ooze::clavet
