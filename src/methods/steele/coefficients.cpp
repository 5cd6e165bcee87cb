#include "methods/steele/coefficients.h"

#include <algorithm>
#include <cmath>

namespace ooze::steele {

// Cohesion weakens where h is below this part of the reference radius. The step of full cohesion shrinks with
// h^1.5, and a drop of some millimetres would need thousands of steps per frame. Weakened, its step shrinks
// with h^0.5, as the step by gravity does.
constexpr float kFinestFullCohesion = 3.f;  // reference radius over h [1]

AdhesionScale adhesionScale(float referenceRadius, float h) {
  const float s = referenceRadius / h;
  const float fine = std::min(1.f, kFinestFullCohesion / s);
  return {s * s * fine * fine, s};
}

Coefficients convert(const Material& m, float referenceRadius, float h) {
  const float s = referenceRadius / h;
  const AdhesionScale scale = adhesionScale(referenceRadius, h);
  return {.viscosity = m.viscosity * s * s,
          .viscousSupport = m.viscousSupport * kRadius * h,
          .cohesion = m.cohesion * scale.liquids,
          .cling = m.cling * scale.solids,
          // Friction slows a layer of liquid whose thickness is proportional to r.
          .slip = std::pow(m.friction, s),
          .elasticity = m.elasticity,
          .mixing = m.mixing};
}

double kinematicViscosity(double rate, double support) {
  // A particle approaches the k-weighted mean velocity of its neighbours at this rate. The diffusion
  // coefficient is a sixth of the mean square distance times the rate. For k = (1 - d^2 / S^2)^3 in three
  // dimensions the mean square is 3 / 11 S^2.
  return rate * support * support / 22.0;
}

double shownViscosity(double exchange, double gravity, double h) {
  // Fitted to eddies, films and gravity currents (README.md, Viscosity on the card). kThin: packing of liquid
  // without exchange. kThick: what packing adds in liquid with exchange, whose particles rearrange slowly.
  // kSlows: exchange at which half of kThick acts. All are in units of h sqrt(g h).
  constexpr double kThin = 0.4, kThick = 0.5, kSlows = 0.1;
  const double unit = h * std::sqrt(gravity * h);
  if (!(unit > 0.0)) return exchange;
  return exchange + unit * (kThin + kThick * exchange / (exchange + kSlows * unit));
}

double latticeDensity(double support) {
  double density = 0.0;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z)
        if (x != 0 || y != 0 || z != 0)
          density +=
              std::max(0.0, 1.0 - 2.0 * std::sqrt(static_cast<double>(x * x + y * y + z * z)) / support);
  return density;
}

float settledDensity() {
  constexpr double kSettled = 0.916;  // fitted so that a pool keeps its volume within 2 %
  static const double density = kSettled * latticeDensity(static_cast<double>(kDensitySupport));
  return static_cast<float>(density);
}

StableStep stableStep(float stiffness, float viscosity, float gravity, float radius) {
  StableStep step{1.f / 30.f, "frame"};
  const auto bound = [&step](float limit, std::string_view why) {
    if (limit < step.seconds) step = {limit, why};
  };
  if (stiffness > 0.f) bound(0.42f * std::sqrt(radius / stiffness), "cohesion");
  // Each layer of a pool is compressed by g dt^2 / (12 r) more than the layer above. The value holds for two
  // corrections with c = 0.2 per step. The limit keeps this extra compression at a third of a percent.
  if (gravity > 0.f) bound(std::sqrt(0.02f * radius / gravity), "gravity");
  if (viscosity > 0.f) bound(kMostExchange / viscosity, "viscosity");
  return step;
}

float stepForDepth(const CompressionLimit& limit, float gravity, float radius) {
  // Measured: the bottom of a column of depth D is compressed by 0.117 g D dt^2 / r^2. Packing adds nothing,
  // so the bottom may have four times the limit before the column loses as much as in other methods.
  constexpr float kBottom = 0.117f, kAllowance = 4.f;
  const float pressed = kBottom * gravity * limit.depth;
  return pressed > 0.f ? radius * std::sqrt(kAllowance * limit.limit / pressed) : 1.f;
}

}  // namespace ooze::steele
