// How near to solids this method's particles touch them.
#pragma once

#include "liquid/contact.h"
#include "methods/clavet/coefficients.h"

namespace ooze::clavet {

/// Particles touch a dynamic body from this far (R in Clavet 2005, section 6), in h. Other solids carry
/// density (wall.h), which keeps liquid off them; on a body that floats it would hold liquid back. Without it
/// the liquid crowds at the body's surface, which then seems to displace less than it does; this radius makes
/// up for it. Round a small body it crowds less: with 0.335 h for all, spheres of 1, 1.5, 2 and 3 h and
/// density ratio 0.6 float 0.09, 0.06, 0.04 and 0.01 too high.
inline constexpr float kDynamicRadius = 0.365f;
/// What of that a curvature of 1 / h takes away [h].
inline constexpr float kDynamicCurvature = 0.09f;

/// Friction reaches this far beyond contact with what carries density, in h: as far as the centres of the
/// layer beside it go. Dynamic bodies carry none; liquid crowds within their contact distance.
inline constexpr float kFilmReach = 0.2f;

/// @param h  interaction radius [m]
inline ContactDistances contactDistances(float h) {
  return {.unit = h,
          .still = kCollisionRadius,
          .dynamic = kDynamicRadius,
          .curvature = kDynamicCurvature,
          .film = kFilmReach};
}

}  // namespace ooze::clavet
