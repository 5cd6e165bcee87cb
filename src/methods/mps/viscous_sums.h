// Viscous sums over the neighbours of one point, eight neighbours at a time.
#pragma once

#include "methods/mps/points.h"

#include <span>

namespace ooze::mps {

/// Values per point that the viscous sum reads.
struct ViscosityFields {
  const Vec3Array& velocity;          ///< velocities that neighbours see [m/s]
  std::span<const float> mu;          ///< dynamic viscosity, read for liquid only [Pa s]
  std::span<const float> exchange;    ///< weight in the exchange, 1 for particles [1]
  std::span<const float> wallFactor;  ///< friction times depth, 0 for particles [m]
  std::span<const float> normal;      ///< weight of the velocity normal to a solid, 0 for particles [1]
  bool alongLines = true;             ///< false: liquid exchanges the whole relative velocity
};
/// Returns the viscous sum around a liquid point [Pa s m/s]: mu w times the relative velocity of other
/// points, and LatticeSums::alongLine times mu w times its part along the line of the pair for liquid.
Vec3 sumViscosity(const PointSet& points, const ViscosityFields& fields, std::size_t i);

/// Sums over the liquid of the same density around a point.
struct AlikeSums {
  Vec3 exchange;  ///< sum of LatticeSums::alongLine w times the relative velocity along the pair's line [m/s]
  float weight;   ///< sum of w [1]
};
/// Returns the sums around a liquid point over alike liquid. In `exchange`, pairs nearer than a spacing count
/// as if they were a spacing apart.
/// @param velocity  velocities of the points [m/s]
/// @param rho       density of mass per point [kg/m^3]
AlikeSums sumAlike(const PointSet& points, const Vec3Array& velocity, std::span<const float> rho,
                   std::size_t i);

}  // namespace ooze::mps
