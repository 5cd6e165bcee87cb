// The faces of solids that a point lies near.
#pragma once

#include "ooze/surface/surface_builder.h"

#include <span>

namespace ooze::surface {

/// Between liquid and solid, so that one of them is seen where both lie [h].
inline constexpr float kWallGap = 0.01f;

/// Told from the box of the wall alone. @param local  in the wall's frame
inline bool isFarFrom(const SurfaceWall& wall, const Vec3& local, float reach) {
  const Aabb box = wall.shape->bounds();
  const Vec3 outside = glm::max(glm::max(box.lower - local, local - box.upper), Vec3(0.f));
  return glm::dot(outside, outside) > reach * reach;
}

/// Calls visit(distance, normal) for each face that is nearer than `reach`, the normal out of the solid [m].
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
