#include "world/guard/speeds.h"

#include "bodies/rotation.h"

#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

/// Returns an upper bound for the speed of any point of a body with these velocities [m/s].
float fastestPoint(const Body& body, const Vec3& velocity, const Vec3& angularVelocity) {
  const float turning = glm::length(angularVelocity);
  const float reach = turning > 0.f ? radiusOf(body) : 0.f;
  return glm::length(velocity) + (std::isfinite(reach) ? turning * reach : 0.f);
}

}  // namespace

float fastestParticle(const Particles& particles) {
  const Vec3Array& v = particles.velocity;
  float most = 0.f;
  for (std::size_t i = 0; i < v.size(); ++i)
    most = std::max(most, v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
  return std::sqrt(most);
}

float radiusOf(const Body& body) {
  const Aabb box = body.shape->bounds();
  const Vec3 centre(body.unitMass.centre);
  return glm::length(glm::max(glm::abs(box.lower - centre), glm::abs(box.upper - centre)));
}

float fastestPoint(const Body& body) {
  return body.present ? fastestPoint(body, body.velocity, body.angularVelocity) : 0.f;
}

float fastestPointAhead(const Body& body, double time, double seconds) {
  if (!body.present) return 0.f;
  // Keyframes are interpolated by cubics. The greatest speed is slightly above the mean speed of the part
  // that contains it.
  constexpr int kParts = 8;
  const double part = seconds / kParts;
  float most = 0.f;
  for (int k = 0; k < kParts; ++k) {
    const double from = time + k * part, to = from + part;
    const Pose start = poseBeforeMotion(body.keys, from, to), end = interpolate(body.keys, to);
    const auto rate = static_cast<float>(1.0 / part);
    most = std::max(most, fastestPoint(body, rate * (end.position - start.position),
                                       rate * rotationBetween(start.orientation, end.orientation)));
  }
  return most;
}

bool keysMove(const Body& body, double time) {
  if (body.motion != Motion::Kinematic || body.keys.empty()) return false;
  const Pose then = interpolate(body.keys, time);
  return then.position != body.pose.position || then.orientation != body.pose.orientation;
}

float speedOfPull(const Body& body) {
  // Twice the natural frequency of the pull's spring: an upper bound for the speed that damping allows.
  constexpr float kPullRate = 30.f;  // greatest speed per unit of distance to the target of the pull [1/s]
  return body.pull ? kPullRate * glm::distance(body.pose.toWorld(body.pull->anchor), body.pull->target) : 0.f;
}

float fastestDynamicBody(const std::vector<Body>& bodies) {
  float most = 0.f;
  for (const Body& b : bodies)
    if (b.motion == Motion::Dynamic) most = std::max(most, fastestPoint(b));
  return most;
}

}  // namespace ooze
