// Finds the faces of solids near a point.
#pragma once

#include "ooze/surface/surface_builder.h"

#include <span>

namespace ooze::surface {

/// Gap between liquid and solid, which avoids z-fighting where both surfaces coincide [h].
inline constexpr float kWallGap = 0.01f;

/// Returns true if the point is far from the wall's bounding box.
/// @param local  the point in the wall's frame [m]
inline bool isFarFrom(const SurfaceWall& wall, const Vec3& local, float reach) {
  const Aabb box = wall.shape->bounds();
  const Vec3 outside = glm::max(glm::max(box.lower - local, local - box.upper), Vec3(0.f));
  return glm::dot(outside, outside) > reach * reach;
}

/// Calls visit(distance, normal) for each face closer than `reach`; the normal points out of the solid [m].
template <class Visit>
void forFacesWithin(std::span<const SurfaceWall> walls, const Vec3& at, float reach, const Visit& visit) {
  for (const SurfaceWall& wall : walls) {
    const Vec3 local = wall.pose.toLocal(at);
    if (isFarFrom(wall, local, reach) && wall.shape->distance(local) > 0.f) continue;
    for (const SignedDistance::Sample& face : wall.shape->facesWithin(local, reach))
      visit(face.distance, wall.pose.directionToWorld(face.normal));
  }
}

}  // namespace ooze::surface
