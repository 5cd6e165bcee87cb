// Where droplets end: at solids and at the domain's edge.
#pragma once

#include "ooze/bodies/bodies.h"

#include <optional>
#include <span>
#include <vector>

namespace ooze::spray {

class Solids {
 public:
  Solids(std::span<const Body> bodies, const std::optional<Aabb>& domain);

  /// True if a droplet on its way from one place to another comes nearer to a solid than its radius, or
  /// leaves the domain. Solids count as they stand now; nothing is too thin to be met.
  [[nodiscard]] bool stop(const Vec3& from, const Vec3& to, float radius) const;

 private:
  struct Solid {
    const SignedDistance* shape;
    Pose pose;
    Aabb bounds;   ///< in the shape's frame
    bool outward;  ///< nothing of it is outside of its bounds
  };
  std::vector<Solid> solids_;
  std::optional<Aabb> domain_;
};

}  // namespace ooze::spray
