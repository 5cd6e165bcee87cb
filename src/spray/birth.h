// Droplets that liquid throws off: Ihmsen et al. 2012, section 3.1.
#pragma once

#include "ooze/spray/spray.h"

#include "spray/near_particles.h"
#include "spray/potentials.h"
#include "spray/solids.h"

#include <vector>

namespace ooze::spray {

/// Keeps its memory.
class Births {
 public:
  /// The droplets of this frame, in the order of the particles that throw them off.
  /// @param room  at most so many; if there would be more, each has the same chance
  /// @return valid until the next call
  const std::vector<Droplet>& of(const SprayFrame& now, const NearParticles& near, const Solids& solids,
                                 std::size_t room, const Threads& threads);

 private:
  std::vector<Around> around_;
  std::vector<std::vector<Droplet>> chunks_;
  std::vector<Droplet> all_;
};

/// The most droplets that a particle can throw off in a second at this velocity: its part in
/// I_k (k_ta + k_wc). 0 for liquid at rest.
[[nodiscard]] float mostPerSecond(const Vec3& velocity);

}  // namespace ooze::spray
