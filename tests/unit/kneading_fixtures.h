// A block between six plates that squeeze it along one axis while the others give way.
#pragma once

#include "unit/body_world_fixtures.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ooze::test {

/// A time and where the faces of the plates are then, from the middle [s, m].
using Squeeze = std::pair<double, Vec3>;

/// The sizes of a block that is squeezed by this part along one axis after the other, its volume kept: from
/// `start` on, `each` seconds for one of them; then the plates draw back.
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

/// Six plates round the origin that slide and stick to nothing. @param slack  between them and the block [m]
inline std::vector<Body> plates(const std::vector<Squeeze>& course, float slack) {
  constexpr float kThick = 0.02f, kWide = 0.15f;  // half [m]
  std::vector<Body> all;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.f, 1.f}) {
      SolidShape solid{.kind = SolidShape::Kind::Box};
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
