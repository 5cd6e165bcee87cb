// Contact distances between particles and solids.
#pragma once

#include "liquid/contact.h"
#include "methods/clavet/coefficients.h"

namespace ooze::clavet {

/// Contact distance from a flat dynamic body [h] (R in Clavet 2005, section 6). Static solids carry density
/// (wall.h), which keeps liquid away; on a floating body such density would hold liquid on top. Without
/// density particles crowd at the body's surface, and the body seems to displace too little liquid. This
/// larger radius compensates the loss. Around a small body particles crowd less, hence kDynamicCurvature
/// (README.md, Measurements).
inline constexpr float kDynamicRadius = 0.365f;
/// Reduction of the contact distance at a curvature of 1 / h [h].
inline constexpr float kDynamicCurvature = 0.09f;

/// Reach of friction beyond contact with solids that carry density [h]. The reach covers the centres of the
/// first layer of particles. Dynamic bodies need no such reach, because liquid crowds within their contact
/// distance.
inline constexpr float kFilmReach = 0.2f;

/// Returns the contact distances at this interaction radius. @param h  interaction radius [m]
inline ContactDistances contactDistances(float h) {
  return {.unit = h,
          .still = kCollisionRadius,
          .dynamic = kDynamicRadius,
          .curvature = kDynamicCurvature,
          .film = kFilmReach};
}

}  // namespace ooze::clavet
