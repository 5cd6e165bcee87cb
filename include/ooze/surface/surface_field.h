// The field whose level set is drawn as the liquid's surface.
#pragma once

#include "ooze/base/math.h"
#include "ooze/particles/particles.h"

namespace ooze {

/// Clavet 2005, section 7, eq. 13: f(x) = sqrt(sum over j of (1 - r_j / h)^2), r_j = |x - x_j| < h. Beside a
/// lone particle it is 1 - r / h, so f = c draws a sphere of radius (1 - c) h; the root keeps the slope at a
/// surface near 1 / h whatever lies beneath, which keeps the surface calm from frame to frame.
///
/// Looks at every particle: for single points and as the measure of faster evaluations.
/// @param positions  of the particles [m]
/// @param h          interaction radius, positive [m]
/// @return 0 where no particle is within h; sums in double, rounded once [1]
[[nodiscard]] float surfaceField(const Vec3Array& positions, float h, const Vec3& x);

}  // namespace ooze
