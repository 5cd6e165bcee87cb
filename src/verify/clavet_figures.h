// Measurements of the figures that cards of the viscoelastic method show. h is kCardRadius.
#pragma once

#include "ooze/methods/method.h"

#include "verify/trial.h"

namespace ooze::verify {

/// Measures the compression of a pool of this liquid.
PoolMeasurements measurePool(const MaterialDefinition& material, const MethodSettings& settings);

/// Measures Young's modulus from the longitudinal vibration of a bar with springs between all neighbours and
/// no plasticity [Pa].
double measureYoungsModulus(const MaterialDefinition& material);

/// Measures surface tension from the oscillation of an inviscid drop between prolate and oblate (Rayleigh
/// 1879) [N/m].
double measureSurfaceTension(const MaterialDefinition& material);

/// Measures viscosity from the decay of an eddy in a free-slip box, without springs [Pa s].
double measureViscosity(const MaterialDefinition& material, double gravity = 0.0, float step = 0.f);

/// Measures the viscosity that the quadratic part adds at this shear rate [1/s], relative to the linear part
/// [Pa s].
double measureFastViscosity(const MaterialDefinition& material, float rate);

/// Measures the yield stress: the shear stress of springs, extrapolated to zero flow rate [Pa].
double measureYieldStress(const MaterialDefinition& material);

/// Measures the relaxation time: the time in which springs under a constant strain lose two thirds of their
/// stress beyond yield, in stretch or compression [ms].
double measureRelaxationTime(const MaterialDefinition& material, bool stretched);

/// Packing of particles well inside a drop.
struct PackingMeasurements {
  double neighbours;  ///< number of neighbours within h [1]
  double spacing;     ///< cube root of the volume per particle [mm]
  double density;     ///< density as the method computes it [1]
};
PackingMeasurements measurePacking(const MaterialDefinition& material);
/// Measures the distance from contact up to which a solid attracts a lone particle [mm].
double measureStickReach(const MaterialDefinition& material);

}  // namespace ooze::verify
