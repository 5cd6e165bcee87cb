// How likely liquid is to throw off droplets: Ihmsen et al. 2012, section 3.1.
#pragma once

#include "spray/near_particles.h"

#include <cstdint>
#include <span>

namespace ooze::spray {

/// Where a potential begins to count and where it counts in full: tau_min, tau_max.
struct Limits {
  float lower, upper;
};

/// Phi of eq. 1: 0 up to the lower limit, 1 from the upper on, linear between.
[[nodiscard]] float clampedPart(float potential, const Limits& limits);

/// The neighbourhood that the paper's numbers are for, in rest spacings: some 33 neighbours inside.
inline constexpr float kReach = 2.f;

/// W(x, h) of the paper: 1 at the centre, 0 at the reach.
[[nodiscard]] inline float weight(float distance, float reach) { return 1.f - distance / reach; }

/// What a particle's neighbours tell.
struct Around {
  /// The way out of the liquid, a unit vector; zero within the liquid, where neighbours are on all sides, and
  /// for a particle alone.
  Vec3 normal{0.f};
  /// v_diff: relative speeds of neighbours, those that approach twice, those that part not at all [m/s].
  float trappedAir = 0.f;
};
[[nodiscard]] Around lookAround(const NearParticles& near, std::span<const Vec3> positions,
                                std::span<const Vec3> velocities, std::uint32_t i);

/// kappa: how much normals turn towards neighbours that lie lower than the particle along its own; 0 unless
/// it moves outward (v . n >= 0.6) [1].
[[nodiscard]] float waveCrest(const NearParticles& near, std::span<const Vec3> positions,
                              std::span<const Vec3> velocities, std::span<const Around> around,
                              std::uint32_t i);

/// Per mass, where the paper takes a particle's: so it does not depend on the resolution [m^2/s^2].
[[nodiscard]] inline float kineticEnergy(const Vec3& velocity) { return 0.5f * glm::dot(velocity, velocity); }

}  // namespace ooze::spray
