// Smoothing kernel of the MPS method and its sums on the cubic lattice of rest: Premoze et al. 2003, eq. 3 to
// 8.
#pragma once

namespace ooze::mps {

/// Kernel radius r_e: particles interact up to this distance [spacings]. The free-surface test needs so short
/// a radius: from 2.5 on, the second layer of particles counts as surface too.
inline constexpr float kReach = 2.1f;
inline constexpr float kDimensions = 3.f;

/// Returns the kernel weight, eq. 3, with the -1 that the printed equation lacks.
/// @param q  distance over the spacing, above 0
inline constexpr float weight(float q) { return q < kReach ? kReach / q - 1.f : 0.f; }

/// Kernel sums at a particle deep inside liquid at rest, whose particles lie on a cubic lattice.
struct LatticeSums {
  double density;     ///< rest particle number density n0: the sum of w [1]
  double spread;      ///< lambda, eq. 8: the mean of q^2, weighted with w [spacings^2]
  double neighbours;  ///< number of neighbours of a particle in the lattice
  double flat;        ///< part of n0 contributed by a half-space that begins one spacing away [1]

  /// Returns -(dn / n0) / (dV / V): the relative growth of n over the relative loss of volume under uniform
  /// compression. A kernel that only counts neighbours would have 1.
  [[nodiscard]] double response() const { return (density + neighbours) / (3.0 * density); }
};
const LatticeSums& latticeSums();

}  // namespace ooze::mps
