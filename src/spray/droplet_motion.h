// Motion of diffuse particles: Ihmsen et al. 2012, section 3.2.
#pragma once

#include "ooze/spray/droplet.h"

#include "spray/near_particles.h"
#include "spray/solids.h"

namespace ooze::spray {

/// The surroundings in which droplets move.
struct DropletSurroundings {
  const NearParticles& near;
  std::span<const Vec3> velocities;  ///< velocities of the liquid's particles [m/s]
  const SpraySolids& solids;
  Vec3 gravity;   ///< gravitational acceleration [m/s^2]
  float seconds;  ///< duration of a frame [s]
};

/// Neighbour counts of foam (from the paper): spray has fewer than the first, bubbles more than the second.
inline constexpr int kMinFoamNeighbours = 6, kMaxFoamNeighbours = 20;

/// Advances a droplet by one frame: spray on a parabola, foam with the liquid, bubbles by buoyancy and drag.
/// @return false if the droplet ends
bool advanceDroplet(Droplet& droplet, const DropletSurroundings& in);

}  // namespace ooze::spray
