// Contacts between particles: what interpenetrates is parted (Steele et al. 2004, separate).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Moves the particles of every pair nearer than 2 r apart by half the overlap each. Departs from Steele et
/// al. 2004: that is done for all pairs from one state, so that no order tells; a particle in several
/// contacts takes a part of each, or a crowd would burst apart; and velocities change by what is moved, or
/// they would go on pressing a pool together for ever.
class ContactSeparation {
 public:
  /// @param radius  r [m] @param particles  those that liquid.position is of @param time  in which velocities
  ///                follow what positions move [s]
  void separate(const Liquid& liquid, float radius, Particles& particles, float time, const Threads& threads);

 private:
  std::vector<float> shareOf_;  ///< by particle: of a contact's overlap [1]
  Vec3Array moved_;
};

}  // namespace ooze::steele
