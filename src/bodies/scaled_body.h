// A body made larger or smaller about its own origin.
#pragma once

#include "ooze/bodies/bodies.h"

namespace ooze {

/// @param made   at scale 1, and not a plane
/// @param scale  over what it was made with, above 0 [1]
/// @return the same at that scale; density and place stay
Body scaledBody(const Body& made, float scale);

}  // namespace ooze
