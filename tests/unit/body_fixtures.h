// Rigid bodies for tests of contacts.
#pragma once

#include "ooze/bodies/bodies.h"

#include <string>
#include <utility>

namespace ooze::body_fixtures {

inline const Vec3 kGravity{0.f, -9.81f, 0.f};

/// Makes a body without a signed distance field, because these tests have no liquid.
inline Body solidBody(std::string name, const SolidShape& solid, Motion motion, const Vec3& at) {
  Body body;
  body.name = std::move(name);
  body.solid = solid;
  body.motion = motion;
  if (motion == Motion::Dynamic) body.unitMass = massProperties(solid);
  body.pose.position = body.previousPose.position = at;
  return body;
}

inline SolidShape solid(SolidShape::SolidKind kind, const Vec3& size) {
  SolidShape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

inline SolidShape meshSolid(std::shared_ptr<const Mesh> mesh,
                            SolidShape::SolidKind kind = SolidShape::SolidKind::Mesh) {
  SolidShape shape;
  shape.kind = kind;
  shape.mesh = std::move(mesh);
  return shape;
}

inline Body box(const Vec3& half, const Vec3& at, std::string name = "box") {
  return solidBody(std::move(name), solid(SolidShape::SolidKind::Box, half), Motion::Dynamic, at);
}

inline Body sphere(float radius, const Vec3& at, std::string name = "sphere") {
  return solidBody(std::move(name), solid(SolidShape::SolidKind::Sphere, Vec3(radius)), Motion::Dynamic, at);
}

inline Body ground() {
  return solidBody("ground", solid(SolidShape::SolidKind::Plane, {0.f, 1.f, 0.f}), Motion::Static, Vec3(0.f));
}

/// Steps bodies under gravity as a world without liquid does.
struct BodySimulation {
  Bodies bodies;
  float dt;
  double time = 0.0;
  Vec3 gravity = kGravity;

  void step() {
    for (Body& body : bodies.list)
      if (body.motion == Motion::Dynamic && body.present) body.velocity += dt * gravity;
    time += dt;
    bodies.advance(time, dt);
    bodies.advanceWithContacts(dt, gravity);
  }
  void run(double seconds) {
    for (int i = 0, n = static_cast<int>(seconds / dt + 0.5); i < n; ++i) step();
  }
  Body& operator[](std::size_t i) { return bodies.list[i]; }
};

}  // namespace ooze::body_fixtures
