// Six plates that squeeze a block along one axis while the plates of the other axes give way.
#pragma once

#include "unit/body_world_fixtures.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ooze::test {

/// A time [s], and the distances of the plates' faces from the middle at that time [m].
using Squeeze = std::pair<double, Vec3>;

/// Returns the sizes of a block that is squeezed along one axis after the other at constant volume. Each
/// squeeze multiplies the size along its axis by `part` and takes `each` seconds, beginning at `start`. At
/// the end the plates draw back.
inline std::vector<Squeeze> squeezes(const Vec3& half, float part, const std::vector<int>& axes, double start,
                                     double each) {
  std::vector<Squeeze> course{{start, half}};
  Vec3 now = half;
  for (const int axis : axes) {
    Vec3 by(1.f / std::sqrt(part));
    by[axis] = part;
    now *= by;
    start += each;
    course.emplace_back(start, now);
  }
  course.emplace_back(start + 2.0 * each, 2.f * now);
  return course;
}

/// Makes six plates round the origin with friction and without stickiness.
/// @param slack  gap between plates and block [m]
inline std::vector<Body> plates(const std::vector<Squeeze>& course, float slack) {
  constexpr float kThick = 0.02f, kWide = 0.15f;  // half thickness and half width of a plate [m]
  std::vector<Body> all;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.f, 1.f}) {
      SolidShape solid{.kind = SolidShape::SolidKind::Box};
      solid.size = Vec3(kWide);
      solid.size[axis] = kThick;
      Body plate =
          makeBody(std::string("plate ") + "xyz"[axis] + (side < 0.f ? '-' : '+'), solid, Motion::Kinematic);
      for (const auto& [time, half] : course) {
        Vec3 at(0.f);
        at[axis] = side * (half[axis] + slack + kThick);
        plate.keys.push_back({time, {at, {1.f, 0.f, 0.f, 0.f}}});
      }
      plate.pose = plate.previousPose = plate.keys.front().pose;
      plate.stickiness = 0.f;
      plate.friction = 0.2f;
      all.push_back(plate);
    }
  return all;
}

}  // namespace ooze::test
