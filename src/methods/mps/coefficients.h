// Material parameters converted to the coefficients that a time step uses, in SI at the world's interaction
// radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/mps/kernel.h"
#include "methods/mps/material.h"

namespace ooze::mps {

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

}  // namespace ooze::mps
