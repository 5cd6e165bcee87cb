// A material's numbers as a step uses them: SI, at the world's interaction radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/mps/kernel.h"
#include "methods/mps/material.h"

namespace ooze::mps {

struct Coefficients {
  float viscosity;   ///< mu [Pa s]
  float tension;     ///< sigma [N/m]
  float drag;        ///< 3/4 C_D / d0 [1/m]
  float relaxation;  ///< gamma [1/s]
  float convection;  ///< c, of a step [1]
  float density;     ///< rho [kg/m^3]
  float mass;        ///< of a particle [kg]
};

/// l0: particles see each other as far as the world's interaction radius h. [m]
inline constexpr float spacingOf(float h) { return h / kReach; }

/// What a particle takes of the room where liquid has settled [m^3].
float roomOf(float spacing);

Coefficients convert(const MaterialDefinition& material, float h);

}  // namespace ooze::mps
