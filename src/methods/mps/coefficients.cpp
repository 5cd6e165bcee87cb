#include "methods/mps/coefficients.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::mps {
namespace {

// Largest fall of a particle under gravity within a step [spacings].
constexpr float kFallPerStep = 0.02f;
// Volume of a particle in settled liquid, over the cube of the spacing. Disordered particles reach the rest
// density n0 in less volume than a lattice. The value is a mean over tanks of settled liquid.
constexpr double kSettled = 0.978;
// Time step limit by surface tension, over the period scale of the shortest capillary wave: w^2 = sigma k^3 /
// rho with k = pi / l0 (a wavelength of two spacings).
constexpr float kCapillaryStep = 0.4f;

// Below this spacing surface tension rules single particles: rho g l^2 / sigma at earth gravity.
constexpr float kSmallBond = 0.5f;
// Viscosity that calms the shortest capillary waves of such particles, over sqrt(rho sigma l0). Without it
// the disorder of new liquid becomes heat, and drops boil.
constexpr float kLeastOhnesorge = 0.3f;
// Calmed waves allow longer steps, by this factor more. Longer steps throw single particles.
constexpr float kCalmedStep = 1.f;

/// Returns how far surface tension rules single particles: 0 (weight rules) .. 1.
float capillarity(float tension, float density, float spacing) {
  constexpr float kGravity = 9.81f;  // fixed, so that a material does not change with gravity [m/s^2]
  return tension > 0.f ? std::max(0.f, 1.f - density * kGravity * spacing * spacing / (kSmallBond * tension))
                       : 0.f;
}

LatticeSums sumLattice() {
  constexpr int kRings = 3;
  LatticeSums s{};
  double spread = 0.0, sheared = 0.0;
  for (int x = -kRings; x <= kRings; ++x)
    for (int y = -kRings; y <= kRings; ++y)
      for (int z = -kRings; z <= kRings; ++z) {
        const double q2 = x * x + y * y + z * z, q = std::sqrt(q2);
        if (!(q2 > 0.0 && q < static_cast<double>(kReach))) continue;
        const double w = static_cast<double>(kReach) / q - 1.0;
        s.density += w;
        spread += w * q2;
        sheared += w * x * x * y * y / q2;
        s.neighbours += 1.0;
        if (y > 0) s.flat += w;
      }
  s.spread = spread / s.density;
  s.alongLine = spread / (3.0 * sheared);
  s.flat /= s.density;
  return s;
}

}  // namespace

const LatticeSums& latticeSums() {
  static const LatticeSums sums = sumLattice();
  return sums;
}

float volumeOfParticle(float spacing) { return static_cast<float>(kSettled) * spacing * spacing * spacing; }

Coefficients convert(const MaterialDefinition& material, float h) {
  const auto m = fromValues<Material>(kParameters, material.values);
  const float l = spacingOf(h);
  const float calming = kLeastOhnesorge * capillarity(m.tension, material.density, l) *
                        std::sqrt(material.density * m.tension * l);
  return {.viscosity = std::max(m.viscosity, calming),
          .tension = m.tension,
          .drag = 0.75f * m.drag / l,
          .relaxation = m.relaxation,
          .convection = m.convection,
          .density = material.density,
          .mass = material.density * volumeOfParticle(l)};
}

StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity) {
  const float h = settings.interactionRadius, l = spacingOf(h);
  StableStep step{1.f / 120.f, "pressure"};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  float lightest = 1e30f, strongest = 0.f;
  for (const MaterialDefinition& m : materials) {
    const Coefficients c = convert(m, h);
    lightest = std::min(lightest, c.density), strongest = std::max(strongest, c.tension);
  }
  if (strongest > 0.f) {
    const float k = std::numbers::pi_v<float> / l;
    const float longer = 1.f + kCalmedStep * capillarity(strongest, lightest, l);
    bound(longer * kCapillaryStep / std::sqrt(strongest * k * k * k / lightest), "surface tension");
  }
  if (const float g = glm::length(gravity); g > 0.f) bound(std::sqrt(kFallPerStep * l / g), "gravity");
  return step;
}

double shownViscosity(double viscosity, double gravity, double h) {
  // Fitted to eddies in open tanks (README.md, Viscosity).
  constexpr double kThin = 0.035, kPacking = 0.11;
  const double unit = h * std::sqrt(gravity * h);
  return viscosity + std::hypot(kThin * unit, kPacking * std::sqrt(viscosity * unit));
}

}  // namespace ooze::mps
