// Uniform scaling of a body about its own origin.
#pragma once

#include "ooze/bodies/bodies.h"

namespace ooze {

/// Returns a scaled copy of a body; density and position stay.
/// @param made   body at scale 1, not a plane
/// @param scale  factor over the size of `made`, above 0 [1]
Body scaledBody(const Body& made, float scale);

}  // namespace ooze
