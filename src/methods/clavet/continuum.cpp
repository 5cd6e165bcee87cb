#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::clavet {
namespace {

/// Shear viscosity over density of an even liquid [m^2/s]. Each of the n pairs round a particle carries
/// sigma (1 - q) u / 4 over r; the integral over the ball gives pi / 900 n sigma h^5. The thicker a liquid,
/// the farther its particles give way to a shear that its pressure does not even out while it lasts: what is
/// left is measured in eddies, in steps of any length.
double linearViscosity(const Coefficients& c, const PairCoefficients& p, double soundSpeed, double h) {
  const double even = std::numbers::pi / 900.0 * p.sigma * std::pow(h, 5.0) / c.particleVolume;
  return soundSpeed > 0.0 ? even / (1.0 + 0.7 * std::sqrt(even / (soundSpeed * h))) : even;
}

/// The same of beta (1 - q) u^2 / 2, over the rate of shear [m^2].
double quadraticViscosity(const Coefficients& c, const PairCoefficients& p, double h) {
  return 9.7e-4 * p.beta * std::pow(h, 6.0) / c.particleVolume;
}

/// Strain energy of an even liquid whose springs are as long as its pairs gives 0.4 k_spring h^2; that a
/// particle leaves a hole, and its neighbours move to give way, leaves 0.29.
double youngsModulus(const PairCoefficients& p, double h) { return 0.29 * p.kSpring * h * h; }

/// Springs that flow carry no more than their yield strain, those that are squeezed and those that are
/// stretched, and the rest lengths of the former leave less to carry with. A spring between new neighbours is
/// as long as h and takes its time to shorten, while particles change places. Measured in slow flows.
double yieldStress(const PairCoefficients& p, double h) {
  if (p.alphaCompress <= 0.f) return 0.0;
  const double squeezed = 1.0 - p.gammaCompress;
  const double shortened = p.alphaCompress / (p.alphaCompress + 15'000.0 * p.gammaCompress * p.gammaCompress);
  const double strain = (1.05 + 1.95 * p.gammaStretch) * p.gammaStretch + 0.6 * p.gammaCompress;
  return youngsModulus(p, h) / std::numbers::sqrt3 * strain * squeezed * squeezed * squeezed * shortened;
}

/// Of springs that give way at once, but each only as fast as it flows; measured.
double springViscosity(const PairCoefficients& p, double h) {
  const double slowest = std::min(p.alphaStretch, p.alphaCompress);
  return slowest > 0.0 ? 0.09 * youngsModulus(p, h) / slowest : 0.0;
}

/// Viscosity that the relaxation of particles adds where none other calms them, over h [m/s], and what
/// linear viscosity takes of it, over its own; measured in eddies without gravity.
constexpr double kOwnSpeed = 0.008, kCalmed = 0.2;

/// Speed of sound of the volume law under pressure [m/s]: eq. of state 24 kv h, times
/// 1 + b / 3 for its near part, over its normalisation at the longest stable step; two thirds of that are
/// measured, because particles give way to each other.
double soundSpeed(const Coefficients& c, double dt, double h) {
  return std::sqrt(42.0 * c.kVolume * h / (1.0 + 30.0 * c.kVolume * dt * dt / h));
}

}  // namespace

Continuum continuumOf(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity) {
  const float h = settings.interactionRadius;
  const Coefficients c = stiffened(convert(m, referenceRadius, h), settings, gravity);
  const PairCoefficients p = convertPair(m, referenceRadius, h);
  const double dt = stableStep(c, p, gravity, h).seconds;
  const double sound = soundSpeed(c, dt, h);
  const double viscosity = linearViscosity(c, p, sound, h);
  return {.viscosity = viscosity,
          .ownViscosity = std::max(0.0, kOwnSpeed * h - kCalmed * viscosity),
          .fastViscosity = quadraticViscosity(c, p, h),
          .springViscosity = springViscosity(p, h),
          .youngsModulus = youngsModulus(p, h),
          .yieldStress = yieldStress(p, h),
          .surfaceTension = 0.37 * c.k * h * h,
          .soundSpeed = sound};
}

double Continuum::slowSpringViscosity() const {
  constexpr double kSlowShear = 10.0;  // of what runs down something [1/s]
  return springViscosity + yieldStress / kSlowShear;
}

bool resistsPumping(const Material& m, float referenceRadius, const MethodSettings& settings, float gravity) {
  // Thick enough for the relaxation to add nothing of its own: 0.04 h. A tank of oil (0.024 h at h = 1 cm)
  // that kept its way moved three times as much as one that turned, paint (0.16 h) less than half.
  // Without springs nothing but its packing keeps a liquid in place, which the turning loosens: a thick one
  // that kept its way slowed a ball to 0.246 of Stokes' speed, not to 0.26.
  const Continuum c = continuumOf(m, referenceRadius, settings, gravity);
  return c.youngsModulus > 0.0 &&
         kCalmed * (c.viscosity + c.slowSpringViscosity()) > kOwnSpeed * settings.interactionRadius;
}

}  // namespace ooze::clavet
