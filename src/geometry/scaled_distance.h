// Uniform scaling of a signed distance field about its origin.
#pragma once

#include "ooze/geometry/signed_distance.h"

namespace ooze {

/// Makes a scaled copy of a shape that is as exact as the original, because distances scale too.
/// @param scale  factor over the size of the original, above 0 [1]
ShapePtr makeScaledDistance(ShapePtr shape, float scale);

}  // namespace ooze
