// Conversion of a material to and from Firmness, by which materials are translated between methods.
#include "methods/shape_matching/coefficients.h"

#include <algorithm>
#include <cmath>

namespace ooze::shape_matching {
namespace {

// A threshold below a body's own weight lets the body take a new shape at every check [m/s^2].
constexpr float kWeight = 9.81f;
// Threshold that no load in a scene exceeds, so the body never yields [m/s^2].
constexpr float kNever = 400.f;
// Values of gel (elastic) and clay (plastic) in the library, matched to the first method's by comparison.
constexpr float kElastic = 0.2f, kPlastic = 0.5f;  // largest fluidity alpha [1]
constexpr float kElasticThreshold = 1000.f;        // dent threshold T0 of gel [m/s^2]
constexpr float kPlasticThreshold = 30.f;          // dent threshold T0 (1 - alpha) of clay [m/s^2]

const Parameter<Material>& rowOf(float Material::*member) {
  return *std::find_if(kParameters.begin(), kParameters.end(),
                       [&](const Parameter<Material>& p) { return p.member == member; });
}

/// Multiplies a value, clamped to the range of its parameter.
void scale(Material& m, float Material::*member, double factor) {
  const Parameter<Material>& row = rowOf(member);
  m.*member = std::clamp(static_cast<float>(static_cast<double>(m.*member) * factor), row.lower, row.upper);
}

Coefficients referenceCoefficients(const Material& m, const MaterialDefinition& d) {
  return convert(m, d.referenceRadius, d.density, d.referenceRadius);
}

}  // namespace

Firmness firmness(const MaterialDefinition& material) {
  const Coefficients c = referenceCoefficients(fromValues<Material>(kParameters, material.values), material);
  const bool updates = c.alpha > 0.f;
  if (!c.keepsShape() || (updates && c.threshold <= kWeight)) return {};
  return {shearModulus(c), updates && c.threshold < kNever};
}

void setFirmness(MaterialDefinition& material, const Firmness& wanted) {
  auto m = fromValues<Material>(kParameters, material.values);
  if (wanted.shearModulus <= 0.0) {
    m.alpha = 1.f;
  } else {
    const Firmness has = firmness(material);
    if (!wanted.yields) {
      m.alpha = std::min(m.alpha, kElastic);
      m.updateThreshold = kElasticThreshold;
    } else if (has.shearModulus <= 0.0 || !has.yields) {
      m.alpha = kPlastic;
      m.updateThreshold = kPlasticThreshold / (1.f - m.alpha);
    }
    // Larger regions cost nothing, so the region radius is scaled first. The stiffness time, which shortens
    // the time step, is scaled only by the rest.
    const auto missing = [&] {
      return wanted.shearModulus / shearModulus(referenceCoefficients(m, material));
    };
    scale(m, &Material::regionRadius, std::sqrt(missing()));
    scale(m, &Material::stiffnessTime, 1.0 / std::sqrt(missing()));
  }
  material.values = toValues<Material>(kParameters, m);
}

}  // namespace ooze::shape_matching
