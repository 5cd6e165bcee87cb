// Material parameters converted to the coefficients that a time step uses, in SI at the world's interaction
// radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/rasmussen/material.h"

namespace ooze::rasmussen {

/// Thermal coefficients of a liquid: melting, heat conduction and heat loss through the surface.
struct Heat {
  float start;         ///< T_0 [degrees Celsius]
  float hardening;     ///< s, viscosity when set over viscosity when molten; 1: neither melts nor sets [1]
  float melting;       ///< T_m [degrees Celsius]
  float width;         ///< w [K]
  float diffusivity;   ///< kappa [m^2/s]
  float exchange;      ///< k, rate of heat loss through the surface [m/s]
  float surroundings;  ///< T_a [degrees Celsius]

  [[nodiscard]] bool melts() const { return hardening > 1.f; }
  /// Returns whether the temperature changes or affects the motion.
  [[nodiscard]] bool isActive() const { return melts() || diffusivity > 0.f || exchange > 0.f; }
  /// Returns the molten fraction: 0 where set, 1 where molten.
  [[nodiscard]] float moltenAt(float temperature) const;
};

struct Coefficients {
  float viscosity;  ///< nu, kinematic [m^2/s]
  float friction;   ///< alpha_f [1]
  float volume;     ///< gamma [1/s]
  float density;    ///< rho [kg/m^3]
  int markers;      ///< markers per cell
  bool swirls;      ///< velocity is advected by MacCormack's scheme
  Heat heat;

  /// Returns the kinematic viscosity at a temperature [m^2/s].
  [[nodiscard]] float viscosityAt(float temperature) const;
};

/// Returns the side of a cell [m]. A cell is as large as a particle of the other methods: two per interaction
/// radius.
inline constexpr float cellOf(float h) { return 0.5f * h; }

/// Converts the values of a material to SI coefficients.
Coefficients convert(const MaterialDefinition& material);

}  // namespace ooze::rasmussen
