// Solids for the test bench of the viscoelastic method.
#pragma once

#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "verify/clavet_bench.h"

#include <string>
#include <utility>
#include <vector>

namespace ooze::test {

using verify::drawnOut;
using LiquidBench = verify::ClavetBench;

inline constexpr float kEarth = 9.81f;  // acceleration of gravity on earth [m/s^2]

inline Body solid(std::string name, ShapePtr shape, const Vec3& at = {}) {
  Body body;
  body.name = std::move(name);
  body.shape = std::move(shape);
  body.pose.position = body.previousPose.position = at;
  return body;
}
/// Returns a tank with free-slip walls.
inline Body smoothTank(const Vec3& half, bool open, const Vec3& at) {
  Body tank = solid("tank", makeTank(half, open), at);
  tank.friction = tank.stickiness = 0.f;
  return tank;
}

}  // namespace ooze::test
