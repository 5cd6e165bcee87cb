// A checker of cubes that liquid carries with it, by which one sees where it stretches and slides.
#pragma once

#include "ooze/base/math.h"

namespace ooze {

/// Side of a cube [m]. @param spacing  of particles at rest [m]
inline float checkerSide(float spacing) { return 4.f * spacing; }

/// 1 in a light cube, 0 in a dark one. @param initial  where that liquid was at first [m]
inline float checkerValue(const Vec3& initial, float side) {
  const Vec3 cube = glm::floor(initial / side);
  const float sum = cube.x + cube.y + cube.z;
  return 1.f - (sum - 2.f * glm::floor(0.5f * sum));
}

}  // namespace ooze
