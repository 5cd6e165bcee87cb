#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::clavet {
namespace {

/// Kinematic shear viscosity of a uniform liquid [m^2/s]. Each of the n pairs around a particle carries
/// sigma (1 - q) u / 4 over r; the integral over the ball gives pi / 900 n sigma h^5. In thicker liquids
/// particles yield to a shear before pressure evens it out, which lowers the viscosity. The correction is
/// fitted to measured eddies.
double linearViscosity(const Coefficients& c, const PairCoefficients& p, double soundSpeed, double h) {
  const double even = std::numbers::pi / 900.0 * p.sigma * std::pow(h, 5.0) / c.particleVolume;
  return soundSpeed > 0.0 ? even / (1.0 + 0.7 * std::sqrt(even / (soundSpeed * h))) : even;
}

/// Kinematic viscosity by beta (1 - q) u^2 / 2, over the shear rate [m^2].
double quadraticViscosity(const Coefficients& c, const PairCoefficients& p, double h) {
  return 9.7e-4 * p.beta * std::pow(h, 6.0) / c.particleVolume;
}

/// Young's modulus over density [m^2/s^2]. The strain energy of a uniform liquid with unstrained springs
/// gives 0.4 k_spring h^2. The hole at the particle itself and the movement of neighbours reduce the factor
/// to 0.29.
double youngsModulus(const PairCoefficients& p, double h) { return 0.29 * p.kSpring * h * h; }

/// Yield stress in shear over density [m^2/s^2]. Flowing springs carry at most their yield strain, both
/// compressed and stretched. Shortened rest lengths of compressed springs carry less. A spring between new
/// neighbours starts at length h and shortens gradually while particles change places. The formula is fitted
/// to measured slow flows.
double yieldStress(const PairCoefficients& p, double h) {
  if (p.alphaCompress <= 0.f) return 0.0;
  const double squeezed = 1.0 - p.gammaCompress;
  const double shortened = p.alphaCompress / (p.alphaCompress + 15'000.0 * p.gammaCompress * p.gammaCompress);
  const double strain = (1.05 + 1.95 * p.gammaStretch) * p.gammaStretch + 0.6 * p.gammaCompress;
  return youngsModulus(p, h) / std::numbers::sqrt3 * strain * squeezed * squeezed * squeezed * shortened;
}

/// Kinematic viscosity by springs that yield at once, limited by the rate of plastic flow [m^2/s]. The factor
/// is measured.
double springViscosity(const PairCoefficients& p, double h) {
  const double slowest = std::min(p.alphaStretch, p.alphaCompress);
  return slowest > 0.0 ? 0.09 * youngsModulus(p, h) / slowest : 0.0;
}

/// Numerical viscosity of the relaxation, fitted to eddies without gravity. kOwnSpeed: viscosity over h in a
/// liquid without other viscosity [m/s]. kCalmed: reduction by the linear viscosity, over that viscosity [1].
constexpr double kOwnSpeed = 0.008, kCalmed = 0.2;

/// Viscosity that packing adds to viscous liquid under its weight [m^2/s]. Packing under pressure resists
/// shear the more, the more slowly viscosity lets particles rearrange. Fitted to the decay of eddies in open
/// tanks 4 h deep (README.md, Viscosity on the card).
double packingViscosity(double viscosity, double gravity, double h) {
  return 0.7 * std::sqrt(viscosity * h * std::sqrt(gravity * h));
}

/// Speed of sound of the volume law under pressure [m/s]. The equation of state gives 24 kv h, the near part
/// multiplies by 1 + b / 3, and the normalisation at the longest stable step divides. Measurements give two
/// thirds of this value, because particles give way to each other.
double soundSpeed(const Coefficients& c, double dt, double h) {
  return std::sqrt(42.0 * c.kVolume * h / (1.0 + 30.0 * c.kVolume * dt * dt / h));
}

}  // namespace

Continuum continuumOf(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity) {
  const float h = settings.interactionRadius;
  const Coefficients c = withCompressionLimit(convert(m, referenceRadius, h), settings, gravity);
  const PairCoefficients p = convertPair(m, referenceRadius, h);
  const double dt = stableStep(c, p, gravity, h).seconds;
  const double sound = soundSpeed(c, dt, h);
  const double viscosity = linearViscosity(c, p, sound, h);
  return {.viscosity = viscosity,
          .ownViscosity = std::max(0.0, kOwnSpeed * h - kCalmed * viscosity),
          .packingViscosity = packingViscosity(viscosity, double{gravity}, h),
          .fastViscosity = quadraticViscosity(c, p, h),
          .springViscosity = springViscosity(p, h),
          .youngsModulus = youngsModulus(p, h),
          .yieldStress = yieldStress(p, h),
          .surfaceTension = 0.37 * c.k * h * h,
          .soundSpeed = sound};
}

double Continuum::slowSpringViscosity() const {
  constexpr double kSlowShear = 10.0;  // shear rate of liquid running down a surface [1/s]
  return springViscosity + yieldStress / kSlowShear;
}

float Continuum::shearTime(const Coefficients& c, float gravity) const {
  // Elastic and plastic materials do not shear under a small stress.
  const bool solid = youngsModulus > 0.0 && (springViscosity == 0.0 || yieldStress > 0.0);
  const double all = shownViscosity() + slowSpringViscosity();
  if (solid || all <= 0.0) return 0.f;
  const double spacing = std::cbrt(static_cast<double>(c.particleVolume));
  const double shear = 0.5 * spacing * spacing / all;
  // Friction alone stands for the layer in which thin liquid shears, because that layer is much thinner than
  // the spacing: longer times count less, and not at all from twice kMostShear on. Springs yield at once,
  // whatever their stiffness, so their time is bounded only.
  constexpr double kMostShear = 1.5;  // over the time of friction
  const double most = kMostShear * c.contact.frictionTime;
  const double counted =
      youngsModulus > 0.0 ? std::min(shear, most) : std::clamp(2.0 * most - shear, 0.0, shear);
  return shearedPart(c.contact, gravity) * static_cast<float>(counted);
}

bool allowsFixedSweep(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity) {
  // The liquid must be thick enough for the relaxation to add no numerical viscosity: 0.04 h. Thinner liquids
  // move more under a fixed sweep direction, thicker ones less (README.md, Measurements). Springs are
  // required too: without springs only the packing keeps a liquid in place, and an alternating sweep loosens
  // the packing.
  const Continuum c = continuumOf(m, referenceRadius, settings, gravity);
  return c.youngsModulus > 0.0 &&
         kCalmed * (c.viscosity + c.slowSpringViscosity()) > kOwnSpeed * settings.interactionRadius;
}

}  // namespace ooze::clavet
