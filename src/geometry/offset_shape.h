// A solid whose surface lies deeper than that of another solid.
#pragma once

#include "ooze/geometry/signed_distance.h"

namespace ooze {

/// Makes the solid whose surface lies `offset` below the surface of another solid. Its distances are those
/// of the other solid plus the offset: exact inside, and a lower bound beside edges.
/// @param offset  0 or more [m]; beyond half the thickness of the solid nothing is left
ShapePtr makeOffsetShape(ShapePtr shape, float offset);

}  // namespace ooze
