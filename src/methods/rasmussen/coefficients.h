// A material's numbers as a step uses them: SI, at the world's interaction radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/rasmussen/material.h"

namespace ooze::rasmussen {

/// What warmth does in a liquid, and goes through it.
struct Heat {
  float start;         ///< T_0 [degrees Celsius]
  float hardening;     ///< s, of what has set; 1: it neither melts nor sets [1]
  float melting;       ///< T_m [degrees Celsius]
  float width;         ///< w [K]
  float diffusivity;   ///< kappa [m^2/s]
  float exchange;      ///< k, through each of its surface [m/s]
  float surroundings;  ///< T_a [degrees Celsius]

  [[nodiscard]] bool melts() const { return hardening > 1.f; }
  /// Whether a temperature makes or becomes a difference.
  [[nodiscard]] bool acts() const { return melts() || diffusivity > 0.f || exchange > 0.f; }
  /// 0 where it has set, 1 where it is molten.
  [[nodiscard]] float moltenAt(float temperature) const;
};

struct Coefficients {
  float viscosity;  ///< nu, kinematic [m^2/s]
  float friction;   ///< alpha_f [1]
  float volume;     ///< gamma [1/s]
  float density;    ///< rho [kg/m^3]
  int markers;      ///< in a cell
  bool swirls;      ///< MacCormack's scheme carries its velocity
  Heat heat;

  /// nu of this liquid at a temperature [m^2/s]
  [[nodiscard]] float viscosityAt(float temperature) const;
};

/// Side of a cell, as large as what a particle of other methods fills: two to the interaction radius. [m]
inline constexpr float cellOf(float h) { return 0.5f * h; }

Coefficients convert(const MaterialDefinition& material);

}  // namespace ooze::rasmussen
