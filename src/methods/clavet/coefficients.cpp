#include "methods/clavet/coefficients.h"

#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::clavet {
namespace {

constexpr float kPerFrame = 1.f / kFrame;
constexpr float kPerFrame2 = kPerFrame * kPerFrame;

float nearRatio(const Material& m) {
  constexpr float kPaperRatio = 2.5f;
  if (m.stiffness <= 0.f) return m.nearStiffness > 0.f ? 4.f * kPaperRatio : kPaperRatio;
  return std::min(m.nearStiffness / m.stiffness, 4.f * kPaperRatio);
}

}  // namespace

float settledDensity(const Material& m) { return m.restDensity / (1.f + 0.1556f * nearRatio(m)); }

float restVolume(const Material& m) {
  // A continuum of number density n has rho = n * integral of (1-q)^2. The hole at the particle itself
  // removes 0.75.
  return 4.f * std::numbers::pi_v<float> / 30.f / (settledDensity(m) + 0.75f);
}

Coefficients convert(const Material& m, float referenceRadius, float h) {
  const float s = referenceRadius / h;
  const float toSi = referenceRadius * kPerFrame2;
  Coefficients c{};
  c.restDensity = m.restDensity;
  c.settledDensity = settledDensity(m);

  // Constant surface tension needs constant k h^2; constant speed of sound needs constant (k + kv) h.
  // Cohesion follows the first rule only as far as the volume stiffness can compensate the second. Without
  // volume stiffness k h is constant.
  const float share = m.volumeStiffness > 0.f ? m.volumeStiffness / (m.volumeStiffness + m.stiffness) : 0.f;
  const float cohesion = s * (1.f + share * (s - 1.f));
  c.k = m.stiffness * toSi * cohesion;
  c.kNear = m.nearStiffness * toSi * cohesion;
  c.kVolume = std::max(0.f, (m.volumeStiffness + m.stiffness) * toSi * s - c.k);

  c.contact.friction = m.friction;
  // Friction slows a layer of liquid whose thickness is proportional to h. Friction must act in proportion to
  // 1/h to keep the stress at a given speed.
  c.contact.frictionTime = kFrictionTime / s;
  // Adhesive stress is rho k_stick d_stick^2 / 6. With d_stick a fixed part of h, k_stick h^2 stays constant.
  c.contact.stickiness = m.stickiness * kPerFrame2 * s * s;
  c.contact.stickDistance = m.stickDistance * h;
  c.particleVolume = restVolume(m) * h * h * h;
  return c;
}

PairCoefficients convertPair(const Material& m, float referenceRadius, float h) {
  const float s = referenceRadius / h;
  return {.sigma = m.viscosityLinear * kPerFrame * s * s,  // kinematic viscosity: sigma h^2
          .beta = m.viscosityQuadratic / referenceRadius * s * s *
                  s,                                          // the same at a given rate of shear: beta h^3
          .kSpring = m.springStiffness * kPerFrame2 * s * s,  // elastic modulus over density: k_spring h^2
          .alphaStretch = m.plasticityStretch * kPerFrame,
          .alphaCompress = m.plasticityCompress * kPerFrame,
          .gammaStretch = m.yieldRatioStretch,
          .gammaCompress = m.yieldRatioCompress};
}

float volumeStiffnessFor(float compression, float depth, float gravity, float h) {
  // The squared speed of sound of the volume term alone is about 40 kv h: the equation of state gives 24 kv
  // h, the near part multiplies by 1 + b/3, and the normalisation divides by about 1.6 at kv dt^2 = 0.02 h.
  return compression > 0.f ? gravity * depth / (40.f * compression * h) : 0.f;
}

float loadFactor(float densityRatio) {
  // The limit bounds the cost, because the stable step shrinks with the root of this factor. Gases under
  // liquids are out of scope.
  constexpr float kMost = 10.f;
  return std::clamp(densityRatio, 1.f, kMost);
}

Coefficients withCompressionLimit(Coefficients c, const MethodSettings& settings, float gravity) {
  const CompressionLimit most = compressionLimitOf(settings);
  const float needed = volumeStiffnessFor(most.limit, most.depth, gravity, settings.interactionRadius);
  // Without a limit of the scene, a material keeps its own stiffness as long as a column loses no more than
  // 3 % by its weight. Particles in a tank pack more densely, so a stiffened column may lose
  // less. The formula is for the equation of state: particles give way to each other (continuum.cpp), which
  // takes a third of the stiffness.
  constexpr float kGiven = 1.5f, kPacked = 4.f;
  const bool asked = settings.compressionLimit > 0.f;
  if (asked || needed > kPacked * c.kVolume) c.kVolume = std::max(c.kVolume, (asked ? 1.f : kGiven) * needed);
  return c;
}

float densestOf(std::span<const MaterialDefinition> materials) {
  float densest = 0.f;
  for (const MaterialDefinition& d : materials) densest = std::max(densest, d.density);
  return densest;
}

Coefficients coefficientsOf(const MethodSettings& settings, const MaterialDefinition& d, float densest,
                            float gravity) {
  const auto m = fromValues<Material>(kParameters, d.values);
  Coefficients c =
      withCompressionLimit(convert(m, d.referenceRadius, settings.interactionRadius), settings, gravity);
  // Departs from Clavet 2005, where all liquids have the same density: a light liquid must carry denser ones.
  c.kVolume *= loadFactor(densest / d.density);
  // Departs from Clavet 2005, where friction holds the centres of the lowest layer: liquid shears between the
  // face and those centres.
  c.contact.shearTime = continuumOf(m, d.referenceRadius, settings, gravity).shearTime(c, gravity);
  return c;
}

StableStep stableStep(const Coefficients& c, const PairCoefficients& p, float gravity, float h, bool damped) {
  StableStep step{kFrame, kNoLimit};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  const auto boundSquare = [&](float limit, float stiffness, std::string_view why) {
    if (stiffness > 0.f) bound(std::sqrt(limit / stiffness), why);
  };
  // The limits were measured at the paper's rho0 and k_near. In a denser liquid more neighbours pull, and
  // particles clump. Without the dependence on rho_r random dense materials throw particles (README.md,
  // Measurements).
  constexpr float kMeasuredDensity = 7.2f;
  const float countCellPairs = std::max(1.f, c.settledDensity / kMeasuredDensity);
  boundSquare(0.008f * h / (countCellPairs * countCellPairs * std::sqrt(countCellPairs)), c.k, "cohesion");
  boundSquare(0.02f * h, c.kNear, "near repulsion");
  // Longer steps make the water around a floating ball move faster. Liquids that viscosity and springs calm
  // at once tolerate slightly longer steps before an impact loses momentum (README.md, Measurements).
  boundSquare((damped ? 0.021f : 0.02f) * h, c.kVolume, "volume stiffness");
  boundSquare(0.01f * h, gravity, "gravity");
  // Springs act at the predicted positions, which damps them like a dashpot of k_spring dt beside each
  // spring. If rest lengths flow, this damping changes how far the liquid spreads, so the step must be
  // shorter. A divisor 1 + k_spring dt^2 would not help, because springs under load would sag by the same
  // amount.
  const bool flows = p.alphaStretch > 0.f || p.alphaCompress > 0.f;
  boundSquare(flows ? 0.3f : 0.4f, p.kSpring, "spring stiffness");
  // The decay of one pair is stable in a step of any length. The loss through overlapping pairs is
  // compensated up to sigma dt = 1.3 (viscosity.cpp, correctForOverlap). A particle exchanges impulses with
  // all neighbours at once, and a denser liquid has more of them, so the limit falls with the density.
  if (p.sigma > 0.f) bound(1.3f / (countCellPairs * p.sigma), "viscosity");
  return step;
}

StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity) {
  StableStep shortest{kFrame, kNoLimit};
  const float h = settings.interactionRadius, weight = glm::length(gravity), densest = densestOf(materials);
  for (const MaterialDefinition& d : materials) {
    const auto material = fromValues<Material>(kParameters, d.values);
    const StableStep own =
        stableStep(coefficientsOf(settings, d, densest, weight), convertPair(material, d.referenceRadius, h),
                   weight * loadFactor(densest / d.density), h,
                   allowsFixedSweep(material, d.referenceRadius, settings, weight));
    if (own.seconds < shortest.seconds) shortest = own;
  }
  return shortest;
}

}  // namespace ooze::clavet
