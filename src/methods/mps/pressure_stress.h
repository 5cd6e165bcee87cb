// Stress of the pressure around each point: even in uneven packings, and without friction at solids.
#pragma once

#include "methods/mps/pair_sums.h"
#include "methods/mps/points.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

/// Stress with which the pressure of each point pushes its neighbours. A pressure p that pushes along the
/// lines of pairs makes the stress p M, with the moments M of the neighbours' directions. M is uneven in
/// liquid that shears, so the pressure itself would resist shear: a viscosity of about l0 sqrt(p / rho) / 2,
/// and a yield stress.
///
/// Not in Premoze et al. 2003:
/// - The matrix B = mean(M) M^-1 makes the stress isotropic, as Bonet and Lok 1999 do for gradients. M is the
///   mean over the neighbourhood. Single particles therefore still push each other apart, and only the stress
///   that particles share vanishes.
/// - A solid's surface consists of particles, and liquid that slides past them would catch on each. The
///   matrix P projects onto the normals of the solids beside a point. Half of the point's pressure pushes
///   along these normals alone; the difference of both pressures of a pair pushes along its line.
///
/// Both keep momentum exactly, because a pair's force is the sum of what both points contribute.
class PressureStress {
 public:
  SymmetricMatrices onLiquid;  ///< stress for pairs of particles: p B [Pa]
  SymmetricMatrices onSolids;  ///< stress for pairs of liquid and solid: p (B - (1 - P)) [Pa]

  void resize(std::size_t n);
  /// Sets what is known of the neighbours of point i.
  /// @param moments       moments of the neighbours' directions, read for points inside liquid
  /// @param isInside      true for liquid that is not at the free surface
  /// @param isBesideSolid true for liquid with neighbours in a solid
  void setNeighbours(std::size_t i, const SymmetricMatrix& moments, bool isInside, bool isBesideSolid);
  /// Computes both stresses from the pressure of each point [Pa].
  void compute(const PointSet& points, std::span<const float> pressure, const Threads& threads);

 private:
  SymmetricMatrices moments_;    ///< moments of each point's neighbours, over their mean [1]
  std::vector<float> isInside_;  ///< 1 for points whose moments are known, else 0
  std::vector<std::uint8_t> besideSolid_;
};

}  // namespace ooze::mps
