// Contact model between a particle and a solid: distances, friction and stickiness (Clavet 2005, section 6,
// eq. 11 and 12).
#pragma once

#include "ooze/bodies/bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze {

/// The distances at which particles touch solids. Each method sets its own values, as multiples of its unit.
struct ContactDistances {
  float unit;     ///< length of which the members below are multiples [m]
  float still;    ///< contact distance from solids that are not dynamic [unit]
  float dynamic;  ///< contact distance from flat dynamic bodies [unit]
  /// Decrease of `dynamic` for a curvature of 1 / unit; the distance is never below `still` [unit].
  float curvature;
  float film;  ///< reach of friction beyond contact with solids that are not dynamic [unit]

  /// Returns the contact distance from this solid [m].
  [[nodiscard]] float contact(const Body& body) const {
    if (body.motion != Motion::Dynamic) return still * unit;
    const float radius = std::cbrt(static_cast<float>(body.unitMass.volume * (0.75 * std::numbers::inv_pi)));
    return unit * std::max(still, dynamic - curvature * unit / radius);
  }
  /// Returns the greatest contact distance from any solid [m].
  [[nodiscard]] float farthest() const { return std::max(still, dynamic) * unit; }
  /// Returns the reach of friction beyond contact with this solid [m].
  [[nodiscard]] float filmReach(const Body& body) const {
    return body.motion == Motion::Dynamic ? 0.f : film * unit;
  }
};

/// Contact coefficients of a liquid material, used at solids without their own values.
struct ContactCoefficients {
  float friction;       ///< mu: part of the sliding speed that friction removes in frictionTime [1]
  float frictionTime;   ///< duration in which friction removes the part mu of the sliding speed [s]
  float stickiness;     ///< strength of the attraction to solids, k_stick [1/s^2]
  float stickDistance;  ///< distance within which solids attract particles, d_stick [m]
  /// Time in which viscous shear between a face and the centres of the layer on it slows the layer, where
  /// friction alone would hold it [s]. 0: friction acts on the centres.
  float shearTime = 0.f;
  // True if a body's own values replace these; false if the method applies them elsewhere.
  bool usesBodyFriction = true;
  bool usesBodyStickiness = true;
  /// True: collisions with all faces of a concave edge are resolved in one time step; false: with the nearest
  /// face only. Liquid that comes to rest needs all faces. Thin liquid does not rest, and its slosh period is
  /// closer to theory with the nearest face only (README.md, Measurements).
  bool resolvesAllFaces = false;
};

inline float friction(const Body& body, const ContactCoefficients& c) {
  return c.usesBodyFriction ? body.friction.value_or(c.friction) : c.friction;
}
inline float stickDistance(const Body& body, const ContactCoefficients& c) {
  return c.usesBodyStickiness ? body.stickDistance.value_or(c.stickDistance) : c.stickDistance;
}
inline float stickiness(const Body& body, const ContactCoefficients& c) {
  return c.usesBodyStickiness ? body.stickiness.value_or(c.stickiness) : c.stickiness;
}

/// Computes eq. 12: the change of velocity towards the solid, at distance d within the stick range [m/s].
/// Departs from the paper in time integration only. Where the pull grows with d it is evaluated at the end of
/// the time step (implicitly). Steps of any length are then stable, and a particle hangs where gravity and
/// the pull balance, whatever the step.
inline float stickImpulse(float dt, float kStick, float d, float range) {
  const float growth = kStick * std::max(0.f, 1.f - 2.f * d / range);
  return dt * kStick * d * (1.f - d / range) / (1.f + dt * dt * growth);
}

/// Returns the part of shearTime that applies to a liquid of this stickiness [1]. Sticky liquid holds on to
/// solids, so that coats of honey last: 0 for liquid that hangs from a ceiling, 1 without stickiness. The
/// pull of eq. 12 is greatest at half its range.
/// @param gravity  magnitude of gravity [m/s^2]
inline float shearedPart(const ContactCoefficients& c, float gravity) {
  const float pull = 0.25f * c.stickiness * c.stickDistance;
  if (pull <= 0.f) return 1.f;
  return pull < gravity ? 1.f - pull / gravity : 0.f;
}

/// Returns the time in which friction on a face without own values reduces a sliding speed to 1/e [s]. A
/// coefficient of 1 leaves the time of shear.
inline double slipTime(const ContactCoefficients& c) {
  return -double{c.frictionTime} / std::log1p(-double{c.friction}) + double{c.shearTime};
}

/// Converts the friction coefficient mu of eq. 11 into the part of the sliding speed that one time step
/// removes. Departs from Clavet 2005 in time and in reach.
///
/// In time: mu is the part that friction removes in frictionTime, whatever the number of substeps. A step
/// removes dt / (dt + slip time), implicitly, so liquid under a steady force slides at that force times the
/// slip time. A power of 1 - mu would give dt (1 - mu) / mu, faster the longer the step.
///
/// In reach: the layer beside a solid rests about where contact begins. With contact alone, noise and the
/// step length would decide how often friction acts. Liquid that hangs by stickiness, which acts outside
/// contact only, would slide without friction. Hence the liquid in between transmits friction, less with
/// greater distance.
class FrictionPerStep {
 public:
  explicit FrictionPerStep(float dt) : dt_(dt) {}
  /// Returns the part of the sliding speed that a time step removes in contact [1].
  float operator()(const Body& body, const ContactCoefficients& c) { return dt_ / (dt_ + slipTime(body, c)); }
  /// Returns the part removed at `part` of the reach beyond contact (0 <= part < 1) [1].
  float removedInFilm(const Body& body, const ContactCoefficients& c, float part) {
    return dt_ / (dt_ + slipTime(body, c) + c.frictionTime * part / (1.f - part));
  }

 private:
  /// Returns the time in which a sliding speed falls to 1/e [s].
  /// The last result is cached, because a logarithm costs as much as the rest of a contact.
  float slipTime(const Body& body, const ContactCoefficients& c) {
    const float mu = friction(body, c);
    if (mu != of_ || c.frictionTime != time_) {
      of_ = mu, time_ = c.frictionTime;
      slipTime_ = -time_ / std::log1p(-mu);
    }
    return slipTime_ + c.shearTime;
  }

  float dt_, of_ = 1.f, time_ = 0.f, slipTime_ = 0.f;
};

}  // namespace ooze
