// Bodies for tests of their contacts.
#pragma once

#include "ooze/bodies/bodies.h"

#include <string>
#include <utility>

namespace ooze::body_fixtures {

inline const Vec3 kGravity{0.f, -9.81f, 0.f};

inline Body solidBody(std::string name, SolidShape::Kind kind, const Vec3& size, const Vec3& at) {
  Body body;
  body.name = std::move(name);
  body.solid.kind = kind;
  body.solid.size = size;
  body.pose.position = body.previousPose.position = at;
  return body;
}

inline Body box(const Vec3& half, const Vec3& at, std::string name = "box") {
  Body body = solidBody(std::move(name), SolidShape::Kind::Box, half, at);
  body.motion = Motion::Dynamic;
  const glm::dvec3 square = glm::dvec3(half) * glm::dvec3(half);
  body.unitMass.volume = 8.0 * half.x * half.y * half.z;
  for (int k = 0; k < 3; ++k)
    body.unitMass.inertia[k][k] = body.unitMass.volume / 3.0 * (square[(k + 1) % 3] + square[(k + 2) % 3]);
  return body;
}

inline Body sphere(float radius, const Vec3& at, std::string name = "sphere") {
  Body body = solidBody(std::move(name), SolidShape::Kind::Sphere, Vec3(radius), at);
  body.motion = Motion::Dynamic;
  body.unitMass.volume = 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius;
  body.unitMass.inertia = glm::dmat3(0.4 * body.unitMass.volume * radius * radius);
  return body;
}

inline Body ground(const Vec3& normal = {0.f, 1.f, 0.f}) {
  return solidBody("ground", SolidShape::Kind::Plane, normal, Vec3(0.f));
}

/// Moves bodies as a world without liquid does.
struct Course {
  Bodies bodies;
  float dt;
  double time = 0.0;
  Vec3 gravity = kGravity;

  void step() {
    for (Body& body : bodies.list)
      if (body.motion == Motion::Dynamic && body.present) body.velocity += dt * gravity;
    time += dt;
    bodies.advance(time, dt);
    bodies.advanceAgain(dt, gravity);
  }
  void run(double seconds) {
    for (int i = 0, n = static_cast<int>(seconds / dt + 0.5); i < n; ++i) step();
  }
  Body& operator[](std::size_t i) { return bodies.list[i]; }
};

}  // namespace ooze::body_fixtures
