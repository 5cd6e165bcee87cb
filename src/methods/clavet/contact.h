// What holds between a particle and a solid that it meets.
#pragma once

#include "ooze/bodies/bodies.h"

#include "methods/clavet/coefficients.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::clavet {

/// Particles touch a dynamic body from this far (R of digest section 5), in h. Other solids carry density
/// (wall.h), which keeps liquid off them; round a body that floats it would falsify the lift. Without it the
/// liquid crowds at the body's surface, which then seems to displace less than it does; this radius makes up
/// for it. Round a small body it crowds less: with 0.335 h for all, spheres of 1, 1.5, 2 and 3 h and density
/// ratio 0.6 float 0.09, 0.06, 0.04 and 0.01 too high.
inline constexpr float kDynamicRadius = 0.365f;
/// What of that a curvature of 1 / h takes away [h].
inline constexpr float kDynamicCurvature = 0.09f;

/// @return [m]
inline float collisionRadius(const Body& body, float h) {
  if (body.motion != Motion::Dynamic) return kCollisionRadius * h;
  const float radius = std::cbrt(static_cast<float>(body.unitMass.volume * (0.75 * std::numbers::inv_pi)));
  return h * std::max(kCollisionRadius, kDynamicRadius - kDynamicCurvature * h / radius);
}
inline float stickDistance(const Body& body, const Coefficients& c) {
  return body.stickDistance.value_or(c.stickDistance);
}
inline float stickiness(const Body& body, const Coefficients& c) {
  return body.stickiness.value_or(c.stickiness);
}

/// Eq. 12: the change of velocity towards the solid, at d within the stick range.
inline float stickImpulse(float dt, float kStick, float d, float range) {
  return dt * kStick * d * (1.f - d / range);
}

/// Departs from Clavet 2005 eq. 11 in time only: mu acts per frictionTime, whatever the number of substeps.
/// Remembers the last answer, because a power costs as much as the rest of a contact.
class FrictionPerStep {
 public:
  explicit FrictionPerStep(float dt) : dt_(dt) {}
  float operator()(const Body& body, const Coefficients& c) {
    const float mu = body.friction.value_or(c.friction);
    if (mu != of_ || c.frictionTime != time_) {
      of_ = mu, time_ = c.frictionTime;
      perStep_ = 1.f - std::pow(1.f - mu, dt_ / time_);
    }
    return perStep_;
  }

 private:
  float dt_, of_ = 0.f, time_ = 1.f, perStep_ = 0.f;
};

}  // namespace ooze::clavet
