// Viscosity: neighbours exchange momentum (Steele et al. 2004, viscosity).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// E = v k(d) (P_n - P_p) dt / (2 sum k), p gains it and n loses it, for every ordered pair; with the sign
/// that makes them alike, as the printed one drives them apart. Departs from Steele et al. 2004 in this:
/// all of it follows from the velocities at the start, so that no order of pairs tells; of unequal masses
/// velocities become equal and not momenta; the weight is k(d) = (1 - d^2 / S^2)^3, a bell that ends at S;
/// and a step that would exchange more than half is taken in parts.
class ViscousExchange {
 public:
  /// @param rate  v [1/s] @param support  S [m]
  /// @param parts  in which dt is taken
  void exchange(const Liquid& liquid, Vec3Array& velocity, const PairValue& rate, const PairValue& support,
                float dt, int parts, const Threads& threads);

 private:
  std::vector<float> perWeight_;  ///< 1 / sum k by particle; 0 without neighbours
  Vec3Array gained_;
};

}  // namespace ooze::steele
