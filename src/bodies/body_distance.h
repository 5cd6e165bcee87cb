// Signed distance between a point of the world and a body.
#pragma once

#include "ooze/bodies/bodies.h"

namespace ooze {

/// Returns the signed distance from the body's surface to a point in world space, negative inside [m].
[[nodiscard]] inline float distanceTo(const Body& body, const Vec3& p) {
  return body.shape->distance(body.pose.toLocal(p));
}

}  // namespace ooze
