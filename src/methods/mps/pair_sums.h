// Sums over the neighbours of one point, eight neighbours at a time.
#pragma once

#include "liquid/symmetric_matrix.h"
#include "methods/mps/points.h"

#include <cstdint>
#include <span>

namespace ooze::mps {

/// Sums around a point for the particle number density, its growth rate and the free surface.
struct DensitySums {
  float weight;    ///< sum of w, over liquid and solids [1]
  float ofLiquid;  ///< part of the sum by liquid [1]
  float approach;  ///< sum of -dw/dt, times the spacing [m/s]
  Vec3 side;       ///< sum of w times the direction to the neighbour [1]
  /// Sum of w times the products of the direction's components, over liquid and outermost wall points [1].
  SymmetricMatrix moments;
  int neighbours;        ///< number of neighbours within the kernel radius
  int liquidNeighbours;  ///< number of these neighbours that are liquid
  bool seesLiquid;       ///< true if any candidate is liquid, also beyond the kernel radius
};
/// Sums over the neighbours of point i. Only for liquid are `side` and `moments` computed.
/// @param velocity    velocities of the points [m/s]
/// @param amongWalls  weight of pairs of two wall points in `approach`; pairs of a wall point and a hidden
///                    point never count [1]
/// @param hasMoments  false: the moments stay 0, which is faster
DensitySums sumDensity(const PointSet& points, const Vec3Array& velocity, float amongWalls, bool hasMoments,
                       std::size_t i);

/// Returns the kernel-weighted mean of a value over the liquid neighbours of a point; 0 without such
/// neighbours.
float meanOverLiquid(const PointSet& points, std::span<const float> value, std::size_t i);

/// Returns the mean of the moments of a point and its neighbours, weighted with the kernel.
/// @param takesPart  1 for points that take part in the mean, else 0; point i takes part
SymmetricMatrix meanMoments(const PointSet& points, const SymmetricMatrices& moments,
                            std::span<const float> takesPart, std::size_t i);
/// Returns the sum of w times the products of the normal's components, over the neighbours in solids [1].
SymmetricMatrix sumNormals(const PointSet& points, std::size_t i);

/// Sums of the pressure gradient over the neighbours of point i.
struct GradientSums {
  Vec3 byNeighbours;  ///< sum of S_j w / q^2 times the offset to j [Pa]
  Vec3 byPoint;       ///< sum of S_i w / q^2 times the offset to j; 0 where neighbours lie evenly [Pa]
};
/// Returns the sums over the neighbours that take part.
/// @param onLiquid   matrices S for pairs of particles [Pa]
/// @param onSolids   matrices S for pairs of liquid and solid [Pa]
/// @param takesPart  1 for points that take part, else 0
GradientSums sumPressureGradient(const PointSet& points, const SymmetricMatrices& onLiquid,
                                 const SymmetricMatrices& onSolids, std::span<const float> takesPart,
                                 std::size_t i);

/// Returns the sum of (own p_i + p_j) w / q^2 times the offset to j, over the neighbours that take part [Pa].
/// @param pressure   pressure p of each point [Pa]
/// @param takesPart  1 for points that take part, else 0
/// @param own        factor of the pressure of point i [1]
Vec3 sumPlainPressureGradient(const PointSet& points, std::span<const float> pressure,
                              std::span<const float> takesPart, float own, std::size_t i);

/// Returns the sum of w c_j times the vector of j, over the neighbours of a point.
/// @param factor  c of each point
Vec3 sumVectors(const PointSet& points, const Vec3Array& vectors, std::span<const float> factor,
                std::size_t i);

/// Returns the number of liquid neighbours of a point nearer than `limit` [spacings].
int countLiquidWithin(const PointSet& points, float limit, std::size_t i);

/// Sums of the surface tension's pull around a point.
struct TensionSums {
  Vec3 pull;     ///< sum of the pull times the direction to the neighbour [N/m]
  float virial;  ///< sum of the pull times the distance of the neighbour in spacings [N/m]
};
/// Returns the sums of the surface tension's pull.
/// @param sigma  surface tension of each particle [N/m]
/// @param wetting  attraction by solids over that by the liquid itself [1]
TensionSums sumTension(const PointSet& points, std::span<const float> sigma, float wetting, std::size_t i);

/// Row of the pressure Poisson equation. Fields are indexed by point.
struct PressureRow {
  std::span<const std::uint32_t> number;  ///< index of the unknown; at least 2^31 for points that are none
  std::span<const float> halfVolume;      ///< 1 / (2 rho); negative for points that take no part [m^3/kg]
  std::span<const float> pressure;        ///< recalled pressure; empty: none is recalled [Pa]
  float scale;                            ///< factor of all couplings
};
struct PressureRowSums {
  std::uint32_t entries;   ///< number of neighbours that are unknowns
  std::uint32_t surfaces;  ///< number of neighbours that take part and are no unknowns
  float surfaceCoupling;   ///< sum of the couplings to these
  float recalled;          ///< sum of coupling times (p_i - p_j)
};
/// Writes the couplings of a point to its neighbours. Writes up to seven entries more than it returns.
PressureRowSums fillPressureRow(const PointSet& points, const PressureRow& row, std::size_t i,
                                std::uint32_t* column, float* coupling);

}  // namespace ooze::mps
