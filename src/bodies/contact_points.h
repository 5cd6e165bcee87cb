// Contact points between two solids that touch or may touch soon.
#pragma once

#include "bodies/collider.h"

#include <LinearMath/btTransform.h>
#include <vector>

namespace ooze {

/// A contact point, in world space and in the solver's units.
struct ContactPoint {
  btVector3 normal;  ///< unit normal, from the second solid to the first
  btVector3 place;   ///< the contact point on the surface of the second solid
  btScalar gap;      ///< distance of the solids along the normal, negative where they overlap
};

/// Appends the contact points of two solids that are nearer than `reach`.
/// Faces that lie on one another give all their corners; otherwise the nearest point is the only contact. Two
/// colliders without convex parts have no contacts. The result depends on the arguments only.
void findContacts(const Collider& first, const btTransform& firstPose, const Collider& second,
                  const btTransform& secondPose, btScalar reach, std::vector<ContactPoint>& contacts);

}  // namespace ooze
