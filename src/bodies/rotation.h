// Rotation vectors: axis times angle.
#pragma once

#include "ooze/base/math.h"

#include <cmath>

namespace ooze {

/// Returns the rotation vector from one orientation to another, the short way round [rad].
inline Vec3 rotationBetween(const Quat& from, const Quat& to) {
  Quat q = to * glm::conjugate(from);
  if (q.w < 0.f) q = -q;
  const Vec3 axis(q.x, q.y, q.z);
  const float sine = glm::length(axis);
  if (sine < 1e-6f) return 2.f * axis;
  return axis * (2.f * std::atan2(sine, q.w) / sine);
}

/// Returns an orientation rotated by a rotation vector [rad], given in the world's axes.
inline Quat turnedBy(const Quat& orientation, const Vec3& rotation) {
  const float angle = glm::length(rotation);
  if (!(angle > 0.f)) return orientation;
  return glm::normalize(glm::angleAxis(angle, rotation / angle) * orientation);
}

}  // namespace ooze
