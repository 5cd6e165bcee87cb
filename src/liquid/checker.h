// A 3D checker pattern that moves with the liquid and shows where the liquid stretches and slides.
#pragma once

#include "ooze/base/math.h"

namespace ooze {

/// Returns the side of a cube of the pattern [m]. @param spacing  rest spacing of particles [m]
inline float checkerSide(float spacing) { return 4.f * spacing; }

/// Returns 1 in a light cube and 0 in a dark cube. @param initial  initial position of the liquid [m]
inline float checkerValue(const Vec3& initial, float side) {
  const Vec3 cube = glm::floor(initial / side);
  const float sum = cube.x + cube.y + cube.z;
  return 1.f - (sum - 2.f * glm::floor(0.5f * sum));
}

}  // namespace ooze
