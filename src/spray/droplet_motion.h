// How droplets move: Ihmsen et al. 2012, section 3.2.
#pragma once

#include "ooze/spray/droplet.h"

#include "spray/near_particles.h"
#include "spray/solids.h"

namespace ooze::spray {

/// What droplets move in.
struct Surroundings {
  const NearParticles& near;
  std::span<const Vec3> velocities;  ///< of the particles [m/s]
  const Solids& solids;
  Vec3 gravity;   ///< [m/s^2]
  float seconds;  ///< of a frame
};

/// Spray has fewer neighbours than this, bubbles more than that (the paper's numbers).
inline constexpr int kFewestOfFoam = 6, kMostOfFoam = 20;

/// Moves a droplet on by a frame: spray along the exact parabola, foam as the liquid goes, bubbles by
/// buoyancy and drag.
/// @return false if that is its end
bool moveOn(Droplet& droplet, const Surroundings& in);

}  // namespace ooze::spray
