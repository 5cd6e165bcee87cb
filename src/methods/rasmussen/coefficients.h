// Material parameters converted to the coefficients that a time step uses, in SI at the world's interaction
// radius.
#pragma once

#include "ooze/methods/method.h"

#include "methods/rasmussen/material.h"

namespace ooze::rasmussen {

/// Thermal coefficients of a liquid: melting, heat conduction and heat loss through the surface.
struct Heat {
  float start;         ///< temperature T_0 of new liquid [degrees Celsius]
  float hardening;     ///< ratio s of the viscosity when set to that when molten; 1: never melts nor sets [1]
  float melting;       ///< melting point T_m: the liquid is half molten [degrees Celsius]
  float width;         ///< width w of the temperature range around T_m in which the liquid softens [K]
  float diffusivity;   ///< thermal diffusivity kappa within the liquid [m^2/s]
  float exchange;      ///< rate k of heat loss through the surface; 0: none [m/s]
  float surroundings;  ///< temperature T_a of the air and the solids around the liquid [degrees Celsius]

  [[nodiscard]] bool melts() const { return hardening > 1.f; }
  /// Returns whether the temperature changes or affects the motion.
  [[nodiscard]] bool isActive() const { return melts() || diffusivity > 0.f || exchange > 0.f; }
  /// Returns the molten fraction: 0 where set, 1 where molten.
  [[nodiscard]] float moltenAt(float temperature) const;
};

struct Coefficients {
  float viscosity;  ///< kinematic viscosity nu of molten liquid [m^2/s]
  float friction;   ///< friction alpha_f at solids: 0 slips freely .. 1 sticks [1]
  float volume;     ///< rate gamma at which volume errors are corrected; 0: never [1/s]
  float density;    ///< mass density rho [kg/m^3]
  float tension;    ///< surface tension over density, sigma / rho [m^3/s^2]
  int markers;      ///< number of marker particles in each cell at the surface
  bool swirls;      ///< true: velocity is advected by MacCormack's scheme (second order); false: first order
  Heat heat;

  /// Returns the kinematic viscosity at a temperature [m^2/s].
  [[nodiscard]] float viscosityAt(float temperature) const;
};

/// Returns the side of a cell [m]. A cell is as large as a particle of the other methods: two per interaction
/// radius.
inline constexpr float cellOf(float h) { return 0.5f * h; }

/// Returns how far surface tension would rule liquid of the size of a cell: 0 (above some 2 mm) .. 1.
/// @param cell  side of a cell [m]
float capillarity(float cell);

/// Converts the values of a material to SI coefficients. Cells below some 2 mm have a least viscosity.
/// @param cell  side of a cell [m]
Coefficients convert(const MaterialDefinition& material, float cell);

/// Returns the longest stable step. All stages but surface tension are implicit or semi-Lagrangian and set no
/// limit; the world limits how far things move in a step. Surface tension is explicit, so a step must resolve
/// the shortest capillary waves, of two cells: c sqrt(rho dx^3 / sigma) (Brackbill, Kothe and Zemach 1992,
/// eq. 61).
StableStep stableStep(const MethodSettings& settings, std::span<const MaterialDefinition> materials,
                      const Vec3& gravity);

}  // namespace ooze::rasmussen
