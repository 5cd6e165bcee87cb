// How fast things are.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <vector>

namespace ooze {

/// No speed that a state holds is higher, and the square of none is infinite [m/s].
inline constexpr float kMostSpeed = 1e11f;

/// Speed of the fastest particle [m/s].
float fastestParticle(const Particles& particles);

/// Of a sphere round the centre of mass that holds the body [m].
float radiusOf(const Body& body);

/// The fastest that a point of this body moves; of the origin alone if the body is endless [m/s].
float fastestPoint(const Body& body);
/// The same for a kinematic body over the time to come, which its keys tell. Jumps have no speed.
float fastestPointAhead(const Body& body, double time, double seconds);

/// What the pull of a body may speed it up to from rest; 0 without one [m/s].
float speedOfPull(const Body& body);

/// Of the dynamic bodies that are present [m/s].
float fastestDynamicBody(const std::vector<Body>& bodies);

}  // namespace ooze
