// A material's numbers as a step uses them: SI, at the world's interaction radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/rasmussen/material.h"

namespace ooze::rasmussen {

struct Coefficients {
  float viscosity;  ///< nu, kinematic [m^2/s]
  float friction;   ///< alpha_f [1]
  float volume;     ///< gamma [1/s]
  float density;    ///< rho [kg/m^3]
  int markers;      ///< in a cell
  bool swirls;      ///< MacCormack's scheme carries its velocity
};

/// Side of a cell, as large as what a particle of other methods fills: two to the interaction radius. [m]
inline constexpr float cellOf(float h) { return 0.5f * h; }

Coefficients convert(const MaterialDefinition& material);

}  // namespace ooze::rasmussen
