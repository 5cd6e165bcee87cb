// The weight of a neighbour and what its sums are on the lattice of rest: Premoze et al. 2003, eq. 3 to 8.
#pragma once

namespace ooze::mps {

/// r_e, as far as particles see each other. The test for the free surface needs it so short: from 2.5 on the
/// second layer counts as surface too [spacings].
inline constexpr float kReach = 2.1f;
inline constexpr float kDimensions = 3.f;

/// Eq. 3, with the -1 that the print lacks. @param q  distance over the spacing, above 0
inline constexpr float weight(float q) { return q < kReach ? kReach / q - 1.f : 0.f; }

/// What the sums come to deep inside of liquid at rest, whose particles lie on a cubic lattice.
struct LatticeSums {
  double density;     ///< n0: the sum of w [1]
  double spread;      ///< lambda, eq. 8: the mean of q^2, weighted with w [spacings^2]
  double neighbours;  ///< how many there are
  double flat;        ///< the part of n0 that a half-space from one spacing on has [1]

  /// How fast n / n0 grows when the lattice shrinks alike in all directions, over the rate at which its
  /// volume does: -(dn / n0) / (dV / V). 1 would be a kernel that only counts.
  [[nodiscard]] double response() const { return (density + neighbours) / (3.0 * density); }
};
const LatticeSums& latticeSums();

}  // namespace ooze::mps
