// Contacts between particles: separation of overlapping pairs (Steele et al. 2004, separate).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Separates every pair of particles nearer than 2 r by moving each particle by half the overlap. Departs
/// from Steele et al. 2004 in three ways. All pairs are resolved from one state (Jacobi), so that the result
/// does not depend on an order. A particle with several contacts resolves part of each overlap, because
/// otherwise crowded particles would burst apart. Velocities change with the displacements, because otherwise
/// a pool would be compressed for ever.
class ContactSeparation {
 public:
  /// Resolves all overlaps once.
  /// @param radius     particle radius r [m]
  /// @param particles  the particles that liquid.position belongs to
  /// @param time       velocities change by displacement / time [s]
  void separate(const PairLiquid& liquid, float radius, Particles& particles, float time,
                const Threads& threads);

 private:
  std::vector<float> shareOf_;  ///< resolved fraction of each contact's overlap, by particle [1]
  Vec3Array moved_;
};

}  // namespace ooze::steele
