// The acceleration of gravity on Earth, for limits in worlds without gravity.
#pragma once

#include "ooze/base/math.h"

namespace ooze {

inline constexpr float kEarthGravity = 9.81f;  ///< acceleration of gravity on Earth [m/s^2]

/// Returns the strength of a world's gravity, or that of the Earth in a world without gravity [m/s^2].
inline float gravityOrEarths(const Vec3& gravity) {
  const float strength = glm::length(gravity);
  return strength > 0.f ? strength : kEarthGravity;
}

}  // namespace ooze
