// Room at nozzles: liquid leaves a nozzle only where neither a solid nor liquid is.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/liquid/seeds.h"
#include "ooze/particles/particles.h"

#include "liquid/occupied.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// Removes new liquid of nozzles that would overlap solids or liquid, whose pressure would throw the liquid.
class NozzleRoom {
 public:
  /// Removes the seeds of a nozzle that have no room. Closes the inlet of a grid method if its opening lies
  /// in a solid.
  /// @param spacing    rest spacing of the seeds' material, above 0 [m]
  /// @param clearance  least distance from present particles, MethodRow::nozzleClearance [rest spacings]
  /// @return number of removed seeds
  std::uint64_t keep(LiquidSeeds& seeds, float spacing, float clearance, const Particles& present,
                     const std::vector<Body>& bodies);

 private:
  Vec3Array around_;   ///< particles around the seeds [m]
  Occupied occupied_;  ///< places near these particles
};

}  // namespace ooze
