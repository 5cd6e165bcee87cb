// What holds between a particle and a solid that it meets.
#pragma once

#include "ooze/bodies/bodies.h"

#include "methods/clavet/coefficients.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::clavet {

/// Particles touch a dynamic body from this far (R in Clavet 2005, section 6), in h. Other solids carry
/// density (wall.h), which keeps liquid off them; on a body that floats it would hold liquid back. Without it
/// the liquid crowds at the body's surface, which then seems to displace less than it does; this radius makes
/// up for it. Round a small body it crowds less: with 0.335 h for all, spheres of 1, 1.5, 2 and 3 h and
/// density ratio 0.6 float 0.09, 0.06, 0.04 and 0.01 too high.
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

/// Eq. 12: the change of velocity towards the solid, at d within the stick range. Departs from it in time
/// only: where the pull grows with d it is taken as it will be at the end of the step, so that a step of any
/// length is stable and a particle hangs where gravity and the pull are in balance, whatever the step.
inline float stickImpulse(float dt, float kStick, float d, float range) {
  const float growth = kStick * std::max(0.f, 1.f - 2.f * d / range);
  return dt * kStick * d * (1.f - d / range) / (1.f + dt * dt * growth);
}

/// Friction reaches this far beyond contact with what carries density, in h: as far as the centres of the
/// layer beside it go. Dynamic bodies carry none; liquid crowds within their contact distance.
inline constexpr float kFilmReach = 0.2f;

/// @return [m]
inline float filmReach(const Body& body, float h) {
  return body.motion == Motion::Dynamic ? 0.f : kFilmReach * h;
}

/// Departs from Clavet 2005 eq. 11 in time and in reach.
///
/// In time: mu is what friction takes in frictionTime, whatever the number of substeps; and a step takes
/// dt / (dt + slip time), implicitly, so that liquid under a steady force slides at that force times the slip
/// time. Taken as a power of 1 - mu it would be dt (1 - mu) / mu, faster the longer the step.
///
/// In reach: the layer beside a solid rests about where contact begins, so that with contact alone noise and
/// the length of the step say how often friction acts, and what hangs by stickiness, which acts outside
/// contact only, slides without any. The liquid between passes friction on, less the farther the particle is.
class FrictionPerStep {
 public:
  explicit FrictionPerStep(float dt) : dt_(dt) {}
  /// The part of a sliding speed that a step takes in contact.
  float operator()(const Body& body, const Coefficients& c) { return dt_ / (dt_ + slipTime(body, c)); }
  /// The same at `part` of the reach beyond contact (0 <= part < 1).
  float throughFilm(const Body& body, const Coefficients& c, float part) {
    return dt_ / (dt_ + slipTime(body, c) + c.frictionTime * part / (1.f - part));
  }

 private:
  /// In which a sliding speed falls to 1/e [s]. Remembers the last answer, because a logarithm costs as much
  /// as the rest of a contact.
  float slipTime(const Body& body, const Coefficients& c) {
    const float mu = body.friction.value_or(c.friction);
    if (mu != of_ || c.frictionTime != time_) {
      of_ = mu, time_ = c.frictionTime;
      slipTime_ = -time_ / std::log1p(-mu);
    }
    return slipTime_;
  }

  float dt_, of_ = 1.f, time_ = 0.f, slipTime_ = 0.f;
};

}  // namespace ooze::clavet
