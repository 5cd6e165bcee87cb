// How fast things are, and what moves them.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/liquid/emitter.h"
#include "ooze/methods/method.h"
#include "ooze/particles/particles.h"

#include "world/hand.h"
#include "world/push.h"

#include <vector>

namespace ooze {

/// No speed that a state holds is higher, and the square of none is infinite [m/s].
inline constexpr float kMostSpeed = 1e11f;

/// What moves the things of a world, as it is now.
struct SpeedSources {
  const Particles& particles;
  const std::vector<Emitter>& emitters;
  const std::vector<Body>& bodies;
  const Hand& hand;
  const Push& push;
  float gravity;            ///< its strength [m/s^2]
  StableStep stable;        ///< by what the method says of the materials
  float interactionRadius;  ///< [m]
  float farthestMove;       ///< of anything in a step [m]
  float mostGain;           ///< of the fastest particle in a frame [1]
  double framesPerSecond;
  const Threads& threads;  ///< to look with
  float controls = 0.f;    ///< the fastest that control particles and bands ask for [m/s]

  [[nodiscard]] float frameSeconds() const { return static_cast<float>(1.0 / framesPerSecond); }
};

/// Speed of the fastest particle [m/s].
float fastestParticle(const Particles& particles);

/// Of a sphere round the centre of mass that holds the body [m].
float radiusOf(const Body& body);

/// The fastest that a point of this body moves; of the origin alone if the body is endless [m/s].
float fastestPoint(const Body& body);
/// The same for a kinematic body over the time to come, which its keys tell. Jumps have no speed.
float fastestPointAhead(const Body& body, double time, double seconds);

/// Whether a kinematic body is elsewhere, or turned otherwise, at this time [s].
bool keysMove(const Body& body, double time);

/// What the pull of a body may speed it up to from rest; 0 without one [m/s].
float speedOfPull(const Body& body);

/// Of the dynamic bodies that are present [m/s].
float fastestDynamicBody(const std::vector<Body>& bodies);

}  // namespace ooze
