// What a material's numbers come to as a continuum, for people: cards that explain parameters, and what hides
// one behind another. Of them the step only asks which way to sweep. tests/physics/figures_test.cpp measures
// each.
#pragma once

#include "methods/clavet/coefficients.h"

namespace ooze::clavet {

/// Over the liquid's density, so that none depends on it.
struct Continuum {
  double viscosity;        ///< of viscosity_linear [m^2/s]
  double ownViscosity;     ///< that the relaxation of particles adds [m^2/s]
  double fastViscosity;    ///< of viscosity_quadratic, over the rate of shear [m^2]
  double springViscosity;  ///< of springs that flow [m^2/s]
  double youngsModulus;    ///< of springs that do not [m^2/s^2]
  double yieldStress;      ///< in shear, from which on springs flow [m^2/s^2]
  double surfaceTension;   ///< [m^3/s^2]
  double soundSpeed;       ///< [m/s]

  /// What springs resist a slow flow with, as a viscosity [m^2/s].
  [[nodiscard]] double slowSpringViscosity() const;
};

/// @param gravity  of the world [m/s^2]
Continuum continuumOf(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity);

/// True if a liquid is so thick that a sweep which runs the same way at every step does not pump it
/// (SweepFlips).
bool resistsPumping(const Material& m, float referenceRadius, const MethodSettings& settings, float gravity);

}  // namespace ooze::clavet
