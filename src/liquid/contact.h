// What holds between a particle and a solid that it meets: Clavet 2005, section 6, eq. 11 and 12.
#pragma once

#include "ooze/bodies/bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {

/// How near to a solid a particle is when the two touch: a method's own numbers, in parts of its unit.
struct ContactDistances {
  float unit;       ///< [m]
  float still;      ///< from solids that are not dynamic [unit]
  float dynamic;    ///< from dynamic ones that are flat [unit]
  float curvature;  ///< what of that a curvature of 1 / unit takes away; never below `still` [unit]
  float film;       ///< friction reaches so far beyond contact with solids that are not dynamic [unit]

  /// From this solid [m].
  [[nodiscard]] float contact(const Body& body) const {
    if (body.motion != Motion::Dynamic) return still * unit;
    const float radius = std::cbrt(static_cast<float>(body.unitMass.volume * (0.75 * std::numbers::inv_pi)));
    return unit * std::max(still, dynamic - curvature * unit / radius);
  }
  /// The most from any solid [m].
  [[nodiscard]] float farthest() const { return std::max(still, dynamic) * unit; }
  /// How far friction reaches beyond contact with this solid [m].
  [[nodiscard]] float filmReach(const Body& body) const {
    return body.motion == Motion::Dynamic ? 0.f : film * unit;
  }
};

/// What a liquid does at solids that have no values of their own.
struct ContactCoefficients {
  float friction;       ///< mu, per frictionTime [1]
  float frictionTime;   ///< [s]
  float stickiness;     ///< k_stick [1/s^2]
  float stickDistance;  ///< d_stick [m]
  // Whether a body's own values stand in place of these, or the method sees to them elsewhere.
  bool takesBodysFriction = true;
  bool takesBodysStickiness = true;
  /// Of a concave edge, in one step; or the nearest alone. What comes to rest needs it. Thin liquid does not
  /// rest, and runs the better for being shaken: with it the period of a slosh is 1.06 of theory's, not 1.04.
  bool meetsEveryFace = false;
};

inline float friction(const Body& body, const ContactCoefficients& c) {
  return c.takesBodysFriction ? body.friction.value_or(c.friction) : c.friction;
}
inline float stickDistance(const Body& body, const ContactCoefficients& c) {
  return c.takesBodysStickiness ? body.stickDistance.value_or(c.stickDistance) : c.stickDistance;
}
inline float stickiness(const Body& body, const ContactCoefficients& c) {
  return c.takesBodysStickiness ? body.stickiness.value_or(c.stickiness) : c.stickiness;
}

/// Eq. 12: the change of velocity towards the solid, at d within the stick range. Departs from it in time
/// only: where the pull grows with d it is taken as it will be at the end of the step, so that a step of any
/// length is stable and a particle hangs where gravity and the pull are in balance, whatever the step.
inline float stickImpulse(float dt, float kStick, float d, float range) {
  const float growth = kStick * std::max(0.f, 1.f - 2.f * d / range);
  return dt * kStick * d * (1.f - d / range) / (1.f + dt * dt * growth);
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
  float operator()(const Body& body, const ContactCoefficients& c) { return dt_ / (dt_ + slipTime(body, c)); }
  /// The same at `part` of the reach beyond contact (0 <= part < 1).
  float throughFilm(const Body& body, const ContactCoefficients& c, float part) {
    return dt_ / (dt_ + slipTime(body, c) + c.frictionTime * part / (1.f - part));
  }

 private:
  /// In which a sliding speed falls to 1/e [s]. Remembers the last answer, because a logarithm costs as much
  /// as the rest of a contact.
  float slipTime(const Body& body, const ContactCoefficients& c) {
    const float mu = friction(body, c);
    if (mu != of_ || c.frictionTime != time_) {
      of_ = mu, time_ = c.frictionTime;
      slipTime_ = -time_ / std::log1p(-mu);
    }
    return slipTime_;
  }

  float dt_, of_ = 1.f, time_ = 0.f, slipTime_ = 0.f;
};

}  // namespace ooze
