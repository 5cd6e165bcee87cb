// Where two solids touch, or may touch soon.
#pragma once

#include "bodies/collider.h"

#include <LinearMath/btTransform.h>
#include <vector>

namespace ooze {

/// A place where two solids touch. Solver's units, world space.
struct ContactPoint {
  btVector3 normal;  ///< unit, from the second solid to the first
  btVector3 place;   ///< on the second solid
  btScalar gap;      ///< along the normal; negative where they overlap
};

/// Appends the contacts of two solids that are nearer than `reach`: all corners of faces that lie on one
/// another, the nearest point where none do. No contacts between two colliders without convex parts.
/// Depends on its arguments only.
void findContacts(const Collider& first, const btTransform& firstPose, const Collider& second,
                  const btTransform& secondPose, btScalar reach, std::vector<ContactPoint>& contacts);

}  // namespace ooze
