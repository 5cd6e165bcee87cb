// Viscosity by exchange of momentum between neighbours (Steele et al. 2004, viscosity).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Exchanges momentum between neighbours: for every ordered pair, p gains and n loses
/// E = v k(d) (P_n - P_p) dt / (2 sum k). The sign is that of attraction to equal velocities; the printed
/// sign drives velocities apart. Departs from Steele et al. 2004 in four ways. All exchanges follow from the
/// velocities at the start (Jacobi), so that the result does not depend on an order. For unequal masses
/// velocities and not momenta become equal. The kernel k(d) = (1 - d^2 / S^2)^3 is smooth and ends at S. A
/// step that would exchange more than half is divided into parts.
class ViscousExchange {
 public:
  /// Advances velocities by dt [s].
  /// @param rate  rate v at which neighbours exchange momentum [1/s]
  /// @param support  support S of the kernel [m]
  /// @param parts  number of parts into which dt is divided
  void exchange(const PairLiquid& liquid, Vec3Array& velocity, const PairValue& rate,
                const PairValue& support, float dt, int parts, const Threads& threads);

 private:
  std::vector<float> perWeight_;  ///< 1 over the sum of the kernel k, by particle; 0 without neighbours
  Vec3Array gained_;
};

}  // namespace ooze::steele
