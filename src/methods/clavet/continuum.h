// Continuum properties of a material, such as viscosity, Young's modulus and yield stress, for the help texts
// of parameters. A time step uses the properties only to choose the sweep direction.
// tests/physics/derived_quantities_test.cpp measures each property.
#pragma once

#include "methods/clavet/coefficients.h"

namespace ooze::clavet {

/// Continuum properties divided by the liquid's density.
struct Continuum {
  double viscosity;        ///< kinematic viscosity by viscosity_linear [m^2/s]
  double ownViscosity;     ///< numerical viscosity of the relaxation [m^2/s]
  double fastViscosity;    ///< viscosity by viscosity_quadratic, over the shear rate [m^2]
  double springViscosity;  ///< viscosity by springs that flow [m^2/s]
  double youngsModulus;    ///< Young's modulus by springs that do not flow [m^2/s^2]
  double yieldStress;      ///< shear stress above which springs flow [m^2/s^2]
  double surfaceTension;   ///< [m^3/s^2]
  double soundSpeed;       ///< [m/s]

  /// Returns the effective viscosity of springs in a slow flow [m^2/s].
  [[nodiscard]] double slowSpringViscosity() const;
};

/// Computes the continuum properties of a material.
/// @param referenceRadius  h_ref, at which the material's values hold [m]
/// @param gravity          gravity of the world [m/s^2]
Continuum continuumOf(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity);

/// Returns true if a liquid is so thick that a fixed sweep direction causes no artificial flow
/// (SweepDirections).
bool allowsFixedSweep(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity);

}  // namespace ooze::clavet
