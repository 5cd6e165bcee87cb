// Material parameters converted to the coefficients that a time step uses, in SI at the world's interaction
// radius. Also the smoothing kernel and its sums on the cubic lattice of rest: Premoze et al. 2003, eq. 3
// to 8.
#pragma once

#include "ooze/methods/method.h"

#include "methods/mps/material.h"

namespace ooze::mps {

/// Kernel radius r_e: particles interact up to this distance [spacings]. The free-surface test needs so short
/// a radius: from 2.5 on, the second layer of particles counts as surface too.
inline constexpr float kReach = 2.1f;

/// Returns the kernel weight, eq. 3, with the -1 that the printed equation lacks.
/// @param q  distance over the spacing, above 0
inline constexpr float weight(float q) { return q < kReach ? kReach / q - 1.f : 0.f; }

/// Kernel sums at a particle deep inside liquid at rest, whose particles lie on a cubic lattice.
struct LatticeSums {
  double density;     ///< rest particle number density n0: the sum of w [1]
  double spread;      ///< lambda, eq. 8: the mean of q^2, weighted with w [spacings^2]
  double neighbours;  ///< number of neighbours of a particle in the lattice
  double flat;        ///< part of n0 contributed by a half-space that begins one spacing away [1]
  /// Factor of the viscosity along the line of a pair: the velocity along lines and the whole relative
  /// velocity give the same shear stress in the lattice. Lines in all directions would have 5.
  double alongLine;

  /// Returns -(dn / n0) / (dV / V): the relative growth of n over the relative loss of volume under uniform
  /// compression. A kernel that only counts neighbours would have 1.
  [[nodiscard]] double response() const { return (density + neighbours) / (3.0 * density); }
};
const LatticeSums& latticeSums();

struct Coefficients {
  float viscosity;   ///< dynamic viscosity mu [Pa s]
  float tension;     ///< surface tension sigma [N/m]
  float drag;        ///< air drag coefficient 3/4 C_D / d0 [1/m]
  float relaxation;  ///< rate gamma at which volume errors are corrected; 0: never [1/s]
  float convection;  ///< fraction c of a step's displacement by which particles lag behind the flow (ALE) [1]
  float density;     ///< mass density rho [kg/m^3]
  float mass;        ///< mass of a particle [kg]
};

/// Returns the particle spacing l0 [m]. The kernel radius equals the world's interaction radius h.
inline constexpr float spacingOf(float h) { return h / kReach; }

/// Returns the volume of a particle in settled liquid [m^3].
float volumeOfParticle(float spacing);

/// Converts the values of a material to SI coefficients.
/// @param h  interaction radius [m]
Coefficients convert(const MaterialDefinition& material, float h);

/// Returns the longest stable time step: MethodRow::stableStep.
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity);

/// Returns the kinematic viscosity that the card shows [m^2/s]: that of the material, and what the packing of
/// liquid with weight adds to it.
/// @param viscosity  kinematic viscosity of the material [m^2/s]
/// @param gravity    acceleration of gravity of the world [m/s^2]
/// @param h          interaction radius [m]
double shownViscosity(double viscosity, double gravity, double h);

}  // namespace ooze::mps
