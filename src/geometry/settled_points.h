// Points spread as particles of liquid that has settled in a mould.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/signed_distance.h"

#include <vector>

namespace ooze {

/// Pushes points in a shape apart until they lie evenly up to its walls, and adds some in ends that are too
/// thin for one to have fallen into: afterwards hardly a place in the shape is farther than a spacing from a
/// point, none farther than 1.2. Deterministic: one order of everything.
/// @param points   inside the shape, about one per spacing cubed, in the shape's coordinates [m]
/// @param spacing  [m]
/// @param margin   kept free inside the walls as well [m]
void settlePoints(const SignedDistance& shape, float spacing, float margin, std::vector<Vec3>& points);

}  // namespace ooze
