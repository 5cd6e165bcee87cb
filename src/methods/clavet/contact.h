// What holds between a particle and a solid that it meets.
#pragma once

#include "ooze/bodies/bodies.h"

#include "methods/clavet/coefficients.h"

#include <cmath>

namespace ooze::clavet {

/// Particles touch a dynamic body from this far (R of digest section 5), in h. Other solids carry density
/// (wall.h), which keeps liquid off them; round a body that floats it would falsify the lift. Without it the
/// liquid crowds at the body's surface, which then seems to displace less than it does, by the same depth for
/// a sphere and a box; this radius makes up for it. Measured under the surface with our volume law: a sphere
/// of 3 h and a box are lifted by 0.87 and 0.82 of the weight that they displace at 0.25 h, which the shared
/// experiments took with another law, and by 0.97 and 0.96 at 0.35 h. Floating, spheres of 2 and 3 h and the
/// box come nearest to their density ratio between 0.32 and 0.35 h, within 0.04.
inline constexpr float kDynamicRadius = 0.335f;

/// @return [m]
inline float collisionRadius(const Body& body, float h) {
  return h * (body.motion == Motion::Dynamic ? kDynamicRadius : kCollisionRadius);
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
