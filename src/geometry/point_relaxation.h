// Relaxation of points within a shape, like particles of liquid that has settled in a mould.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/signed_distance.h"

#include <vector>

namespace ooze {

/// Pushes points apart until they lie evenly up to the walls, and fills thin parts of the shape.
/// Afterwards almost every place in the shape has a point within one spacing, and every place within 1.2
/// spacings. The result is deterministic.
/// @param points   points inside the shape, about one per spacing cubed, in the shape's coordinates [m]
/// @param spacing  wanted distance between adjacent points [m]
/// @param margin   width of a layer inside the walls that stays free of points [m]
void settlePoints(const SignedDistance& shape, float spacing, float margin, std::vector<Vec3>& points);

}  // namespace ooze
