// Coefficients of a material as a time step uses them: SI units at the world's particle radius. Also the
// conversion from the paper's units, and the stable time step.
#pragma once

#include "ooze/methods/method.h"

#include "methods/steele/material.h"

namespace ooze::steele {

/// Particle radius over h. The rest spacing of 0.4 h is close to that of Clavet's method (0.37 h), so that a
/// scene has about the same number of particles in both methods.
inline constexpr float kRadius = 0.2f;

/// Time in which friction keeps the fraction f of a sliding speed, at the reference radius [s].
inline constexpr float kFrictionTime = 1.f / 30.f;

/// Support S of the density kernel [radii]: 2 sqrt(3) <= S <= 4 in the paper.
inline constexpr float kDensitySupport = 4.f;

/// Coefficients of one material.
struct Coefficients {
  float viscosity;       ///< rate v at which neighbours exchange momentum [1/s]
  float viscousSupport;  ///< support of the viscosity kernel [m]
  float cohesion;        ///< largest attraction within the liquid under the default adhesion curve [m/s^2]
  float cling;           ///< largest attraction to a solid under the default adhesion curve [m/s^2]
  float slip;            ///< fraction f of the velocity relative to a solid that is kept in kFrictionTime [1]
  float elasticity;      ///< fraction c of a density error that one correction removes [1]
  float mixing;          ///< rate at which the colours of neighbours mix; 0: never [1/s]
};

/// Factors that scale accelerations between particles from h_ref to h, so that visible behaviour stays the
/// same.
struct AdhesionScale {
  /// Factor for pairs of liquid particles: keeps the surface tension, proportional to A r^2. Below a third of
  /// h_ref the tension weakens with h^2.
  float liquids;
  /// Factor for adhesion to solids: keeps the weight carried by a film of a given number of layers, which is
  /// proportional to A r.
  float solids;
};
AdhesionScale adhesionScale(float referenceRadius, float h);

/// Converts a material to SI at interaction radius h. Kinematic viscosity (v r^2), surface tension over
/// density (A r^2), adhesive stress (A_s r) and drag at a wall (friction per layer) do not change with h.
/// @param referenceRadius  h_ref, at which the material's values hold [m]
Coefficients convert(const Material& m, float referenceRadius, float h);

/// Returns the kinematic viscosity of a uniform liquid with momentum exchange at this rate [m^2/s].
/// @param rate  rate v at which neighbours exchange momentum [1/s]
/// @param support  support S of the viscosity kernel [m]
double kinematicViscosity(double rate, double support);

/// Returns the kinematic viscosity of liquid 4 h deep, which is that of momentum exchange and that of packing
/// under pressure [m^2/s].
/// @param exchange  kinematicViscosity() [m^2/s]
/// @param gravity   acceleration by gravity [m/s^2]
/// @param h         interaction radius [m]
double shownViscosity(double exchange, double gravity, double h);

/// Returns the density of a regular lattice of spacing 2 r in the measure of Particles::density: the sum of 1
/// - d / S over the 26 nearest neighbours (Steele et al. 2004, desired density).
/// @param support  support S of the density kernel [radii]
double latticeDensity(double support);

/// Returns rho0, the density of settled liquid whose particles fill cubes of edge 2 r, in the measure of
/// Particles::density. Departs from Steele et al. 2004, which uses the density of the lattice. Particles of a
/// liquid are disordered: the nearest neighbours are farther away than in a lattice, the next ones nearer.
/// With the lattice density pools would sink (README.md, Measurements).
float settledDensity();

/// Returns the longest stable time step with pair functions of this stiffness.
/// @param stiffness  stiffness of the stiffest function [m/s^2 per radius]
/// @param viscosity  highest rate v of momentum exchange [1/s]
/// @param gravity    acceleration by gravity [m/s^2]
/// @param radius     particle radius r [m]
StableStep stableStep(float stiffness, float viscosity, float gravity, float radius);

/// Returns the longest step in which a column is compressed to no more than a limit [s]. The compression by
/// gravity is that of the corrections, g dt^2 / r in every layer, so it grows with the depth.
/// @param gravity  acceleration by gravity [m/s^2]
/// @param radius   particle radius r [m]
float stepForDepth(const CompressionLimit& limit, float gravity, float radius);

/// Largest v dt of the viscous exchange in a time step [1].
inline constexpr float kMostExchange = 8.f;

}  // namespace ooze::steele
