// Motion of diffuse particles (Ihmsen et al. 2012, section 3.2), and their end at solids and at the domain.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/spray/droplet.h"

#include "spray/near_particles.h"

#include <optional>
#include <span>
#include <vector>

namespace ooze::spray {

/// The solids and the domain at which droplets end, as placed in this frame.
class SpraySolids {
 public:
  SpraySolids(std::span<const Body> bodies, const std::optional<Aabb>& domain);

  /// Returns true if a droplet on a straight path comes nearer to a solid than its radius, or leaves the
  /// domain. Solids count at their present pose. The path is traced, so even thin solids stop droplets.
  [[nodiscard]] bool stop(const Vec3& from, const Vec3& to, float radius) const;

 private:
  struct SpraySolid {
    const SignedDistance* shape;
    Pose pose;
    Aabb bounds;   ///< bounding box of the solid, in the frame of its shape [m]
    bool outward;  ///< true if the solid lies entirely within its bounds
  };
  std::vector<SpraySolid> solids_;
  std::optional<Aabb> domain_;
};

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
