// Emission of diffuse particles (droplets), and its potentials: Ihmsen et al. 2012, section 3.1.
#pragma once

#include "ooze/spray/spray.h"

#include "spray/droplet_motion.h"
#include "spray/near_particles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::spray {

/// The range tau_min, tau_max of a potential: it has no effect below, and full effect above.
struct PotentialRange {
  float lower, upper;
};

/// Evaluates Phi of eq. 1: 0 up to the lower limit, 1 from the upper limit on, linear between.
[[nodiscard]] float clampedPart(float potential, const PotentialRange& limits);

/// Quantities summed over a particle's neighbours.
struct DropletNeighbourhood {
  /// Surface normal out of the liquid, a unit vector. Zero within the liquid, where neighbours are on all
  /// sides, and for an isolated particle.
  Vec3 normal{0.f};
  /// v_diff, the trapped air potential: the sum of relative speeds, doubled for approaching neighbours and 0
  /// for separating ones [m/s].
  float trappedAir = 0.f;
  float agitation = 0.f;  ///< mean speed relative to the neighbours [m/s]
};
/// Computes the surface normal, the trapped air potential and the agitation of particle i.
[[nodiscard]] DropletNeighbourhood computeSurroundings(const NearParticles& near,
                                                       std::span<const Vec3> positions,
                                                       std::span<const Vec3> velocities, std::uint32_t i);

/// Returns the wave crest potential kappa [1] of particle i.
/// The sum measures how much normals turn towards neighbours that lie lower along the particle's own normal.
/// The result is 0 unless the particle moves outward (v . n >= 0.6).
[[nodiscard]] float waveCrest(const NearParticles& near, std::span<const Vec3> positions,
                              std::span<const Vec3> velocities, std::span<const DropletNeighbourhood> around,
                              std::uint32_t i);

/// Returns the kinetic energy per mass [m^2/s^2]. The paper uses a particle's energy, which depends on the
/// resolution.
[[nodiscard]] inline float kineticEnergy(const Vec3& velocity) { return 0.5f * glm::dot(velocity, velocity); }

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
