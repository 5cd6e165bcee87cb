// Contact distances between particles and solids.
#pragma once

#include "liquid/contact.h"
#include "methods/shape_matching/coefficients.h"

namespace ooze::shape_matching {

/// Distance of a particle's centre from a solid at contact [h]: half a spacing, so that a body displaces its
/// own volume.
inline constexpr float kContact = 0.5f * kSpacing;

/// Friction reaches this far beyond contact [h].
inline constexpr float kFilmReach = 0.2f;

/// Returns the distances at which particles touch solids.
/// @param h  interaction radius [m]
inline ContactDistances contactDistances(float h) {
  return {.unit = h, .still = kContact, .dynamic = kContact, .curvature = 0.f, .film = kFilmReach};
}

}  // namespace ooze::shape_matching
