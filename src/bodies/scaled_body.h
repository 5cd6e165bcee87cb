// Uniform scaling of a body, or of a signed distance field, about its own origin.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/geometry/signed_distance.h"

namespace ooze {

/// Returns a scaled copy of a body; density and position stay.
/// @param made   body at scale 1, not a plane
/// @param scale      factor over the size of `made`, above 0 [1]
/// @param leastWall  thickness that thin walls of primitive solids act at least (withLeastWall()) [m]
Body scaledBody(const Body& made, float scale, float leastWall = 0.f);

/// Makes a scaled copy of a shape that is as exact as the original, because distances scale too.
/// @param scale  factor over the size of the original, above 0 [1]
ShapePtr makeScaledDistance(ShapePtr shape, float scale);

}  // namespace ooze
