// Collision of droplets with solids and with the domain's boundary.
#pragma once

#include "ooze/bodies/bodies.h"

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

}  // namespace ooze::spray
