// Emission of diffuse particles (droplets): Ihmsen et al. 2012, section 3.1.
#pragma once

#include "ooze/spray/spray.h"

#include "spray/near_particles.h"
#include "spray/potentials.h"
#include "spray/solids.h"

#include <vector>

namespace ooze::spray {

/// Generates the new droplets of each frame. Buffers are reused.
class DropletEmission {
 public:
  /// Returns the droplets emitted in this frame, in the order of the emitting particles.
  /// @param room  most droplets; if more would come, each is kept with the same probability
  /// @return valid until the next call
  const std::vector<Droplet>& of(const SprayFrame& now, const NearParticles& near, const SpraySolids& solids,
                                 std::size_t room, const Threads& threads);

 private:
  std::vector<DropletNeighbourhood> around_;
  std::vector<std::vector<Droplet>> chunks_;
  std::vector<Droplet> all_;
};

/// Returns the upper bound of droplets per second that a particle emits at this velocity: I_k (k_ta + k_wc).
/// The bound is 0 for liquid at rest.
[[nodiscard]] float maxEmissionRate(const Vec3& velocity);

}  // namespace ooze::spray
