// Worlds with moving solid bodies, for the tests of commands.
#pragma once

#include "ooze/base/error.h"

#include "unit/world_fixtures.h"

#include <functional>
#include <string>

namespace ooze::test {

inline SolidShape ball(float radius) {
  SolidShape solid{.kind = SolidShape::SolidKind::Sphere};
  solid.size = Vec3(radius);
  return solid;
}

inline Body dynamicBall(const std::string& name, const Vec3& at, float radius = 0.02f) {
  Body body = makeBody(name, ball(radius), Motion::Dynamic);
  body.pose.position = body.previousPose.position = at;
  return body;
}

inline Body kinematicBall(const std::string& name, const Vec3& at) {
  Body body = makeBody(name, ball(0.01f), Motion::Kinematic);
  body.keys = {{0.0, {at, {1.f, 0.f, 0.f, 0.f}}}};
  return body;
}

/// Makes a world with the ground, a dynamic ball and a ball that follows keys, without liquid or gravity.
inline WorldSpec solidsSpec() {
  WorldSpec spec = busySpec();
  spec.liquids.clear();
  spec.emitters.clear();
  spec.settings.gravityY = 0.f;
  spec.bodies.push_back(dynamicBall("duck", {0.f, 0.5f, 0.f}));
  spec.bodies.push_back(kinematicBall("foot", {0.3f, 0.5f, 0.f}));
  return spec;
}

inline const Body& bodyOf(const World& world, const std::string& name) {
  for (const Body& b : world.bodies().list)
    if (b.name == name) return b;
  throw std::runtime_error("no body " + name);
}

/// Returns the message of the InputError that `act` throws, or "" if `act` is accepted.
inline std::string errorMessageOf(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace ooze::test
