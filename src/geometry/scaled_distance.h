// A shape made larger or smaller about its origin.
#pragma once

#include "ooze/geometry/signed_distance.h"

namespace ooze {

/// As exact as `shape`: distances scale with it. @param scale  above 0 [1]
ShapePtr makeScaledDistance(ShapePtr shape, float scale);

}  // namespace ooze
