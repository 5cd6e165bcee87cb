// How firm a material is, for other methods, and what makes one so firm.
#include "methods/shape_matching/coefficients.h"
#include "methods/shape_matching/register.h"

#include <algorithm>
#include <cmath>

namespace ooze::shape_matching {
namespace {

// A body that its own weight presses hard enough takes a new shape at every check [m/s^2].
constexpr float kWeight = 9.81f;
// Nothing that a scene does to a body presses it so hard [m/s^2].
constexpr float kNever = 400.f;
// Of gel and clay in the library: what springs back and what keeps its dents, side by side with the first
// method's.
constexpr float kElastic = 0.2f, kPlastic = 0.5f;  // fluidity at most
constexpr float kElasticThreshold = 1000.f;        // T0 [m/s^2]
constexpr float kPlasticThreshold = 30.f;          // T0 (1 - alpha) [m/s^2]

const Parameter<Material>& rowOf(float Material::*member) {
  return *std::find_if(kParameters.begin(), kParameters.end(),
                       [&](const Parameter<Material>& p) { return p.member == member; });
}

/// Multiplies a value, as far as it may go.
void scale(Material& m, float Material::*member, double factor) {
  const Parameter<Material>& row = rowOf(member);
  m.*member = std::clamp(static_cast<float>(static_cast<double>(m.*member) * factor), row.lower, row.upper);
}

Coefficients coefficientsOf(const Material& m, const MaterialDefinition& d) {
  return convert(m, d.referenceRadius, d.density, d.referenceRadius);
}

}  // namespace

Firmness firmness(const MaterialDefinition& material) {
  const Coefficients c = coefficientsOf(fromValues<Material>(kParameters, material.values), material);
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
    // Larger regions cost nothing; steps get shorter only where these are not enough.
    const auto missing = [&] { return wanted.shearModulus / shearModulus(coefficientsOf(m, material)); };
    scale(m, &Material::regionRadius, std::sqrt(missing()));
    scale(m, &Material::stiffnessTime, 1.0 / std::sqrt(missing()));
  }
  material.values = toValues<Material>(kParameters, m);
}

}  // namespace ooze::shape_matching
