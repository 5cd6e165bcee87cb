// Continuum properties of a material, such as viscosity, Young's modulus and yield stress, for the help texts
// of parameters. The simulation uses them only to decide in which order pairs are visited
// (allowsFixedSweep()) and how fast the layer on a solid slides (shearTime()).
// tests/physics/derived_quantities_test.cpp measures each property.
#pragma once

#include "methods/clavet/coefficients.h"

namespace ooze::clavet {

/// Continuum properties divided by the liquid's density.
struct Continuum {
  double viscosity;         ///< kinematic viscosity due to the parameter viscosity_linear [m^2/s]
  double ownViscosity;      ///< numerical viscosity of the double density relaxation [m^2/s]
  double packingViscosity;  ///< viscosity that packing adds in liquid 4 h deep, under its weight [m^2/s]
  double fastViscosity;     ///< viscosity due to viscosity_quadratic, divided by the shear rate [m^2]
  double springViscosity;   ///< viscosity due to springs in plastic flow [m^2/s]
  double youngsModulus;     ///< Young's modulus due to springs below yield [m^2/s^2]
  double yieldStress;       ///< shear stress above which springs flow [m^2/s^2]
  double surfaceTension;    ///< surface tension over mass density [m^3/s^2]
  double soundSpeed;        ///< speed of sound [m/s]

  /// Returns the kinematic viscosity of liquid 4 h deep without springs, which the card shows [m^2/s].
  [[nodiscard]] double shownViscosity() const { return viscosity + ownViscosity + packingViscosity; }
  /// Returns the effective viscosity of springs in a slow flow [m^2/s].
  [[nodiscard]] double slowSpringViscosity() const;
  /// Returns the time in which viscous shear between a face and the centres of the layer on it, half a
  /// spacing away, slows the layer (ContactCoefficients::shearTime) [s]. 0 for elastic and plastic materials,
  /// and for liquid so sticky that it hangs from a ceiling.
  [[nodiscard]] float shearTime(const Coefficients& c, float gravity) const;
};

/// Computes the continuum properties of a material.
/// @param referenceRadius  h_ref, at which the material's values hold [m]
/// @param gravity          gravity of the world [m/s^2]
Continuum continuumOf(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity);

/// Returns true if a liquid is so viscous that pairs may be visited in the same order in every step. In thin
/// liquid a fixed order causes an artificial flow, so the order alternates
/// (Neighbours::chooseSweepDirections()).
bool allowsFixedSweep(const Material& m, float referenceRadius, const MethodSettings& settings,
                      float gravity);

}  // namespace ooze::clavet
