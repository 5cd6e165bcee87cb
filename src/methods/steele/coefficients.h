// A material's numbers as a step uses them: SI, at the world's particle radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/steele/material.h"

namespace ooze::steele {

/// Radius of a particle over h: its spacing at rest, 0.4 h, is near that of the first method (0.37 h), so
/// that a scene's h means as many particles.
inline constexpr float kRadius = 0.2f;

/// What friction keeps, it keeps of this time at the reference radius [s].
inline constexpr float kFrictionTime = 1.f / 30.f;

/// Reach of the density kernel in radii: 2 sqrt(3) <= S <= 4 in the paper.
inline constexpr float kDensitySupport = 4.f;

struct Coefficients {
  float viscosity;       ///< v [1/s]
  float viscousSupport;  ///< [m]
  float cohesion;        ///< of the default function within the liquid [m/s^2]
  float cling;           ///< of the default function to solids [m/s^2]
  float slip;            ///< f: part of the velocity kept in kFrictionTime [1]
  float elasticity;      ///< c [1]
  float mixing;          ///< [1/s]
};

/// By what accelerations between particles grow when h is made smaller, so that a person sees the same.
struct AdhesionScale {
  float liquids;  ///< surface tension, A r^2, is kept
  float solids;   ///< the weight that a film of a given number of layers carries, A r, is kept
};
AdhesionScale adhesionScale(float referenceRadius, float h);

/// Converts to SI at interaction radius h. Kinematic viscosity (v r^2), surface tension over density (A r^2),
/// adhesive stress (A_s r) and drag at a wall (friction per layer) stay as they are when h changes.
/// @param referenceRadius  h_ref, where the material's numbers are true [m]
Coefficients convert(const Material& m, float referenceRadius, float h);

/// Kinematic viscosity that an exchange at rate v comes to in an even liquid [m^2/s].
double kinematicViscosity(double rate, double support);

/// Density of an even lattice of spacing 2 r in the measure of Particles::density: sum of 1 - d / S over its
/// 26 nearest (Steele et al. 2004, desired density). @param support  S [radii]
double latticeDensity(double support);

/// rho0: what settled liquid has whose particles fill cubes of edge 2 r, in the measure of
/// Particles::density. Departs from Steele et al. 2004, which takes the lattice's: particles of a liquid lie
/// unevenly, farther from their nearest neighbours than those of a lattice are and nearer to the next, and
/// pools that are to have its density sink by 15 %.
float settledDensity();

/// The longest step that pair functions of this stiffness bear.
/// @param stiffness  of the stiffest function [m/s^2 per radius] @param viscosity  the highest rate [1/s]
StableStep stableStep(float stiffness, float viscosity, float gravity, float radius);

/// Parts in which a step exchanges momentum: each of at most kMostExchange.
inline constexpr float kMostExchange = 0.5f;
inline constexpr int kMostExchanges = 16;
int exchangeParts(float viscosity, float dt);

}  // namespace ooze::steele
