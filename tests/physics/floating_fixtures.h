// Fixtures: a tank of water with bodies; lengths in h, earth gravity.
#pragma once

#include "ooze/world/submersion.h"
#include "ooze/world/world.h"

#include "methods/clavet/material.h"
#include "unit/world_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ooze::test {

inline constexpr float kPoolH = 0.05f;  // interaction radius h of the pool's liquid [m]

/// Returns water without friction on walls and bodies.
inline MaterialDefinition poolWater() {
  clavet::Material m;
  m.viscosityLinear = 0.1f;
  m.friction = 0.f;
  MaterialDefinition definition = material("water", m);
  definition.referenceRadius = kPoolH;
  return definition;
}

/// Returns a dynamic body whose centre is at `centre` [h].
inline Body floater(const SolidShape& shape, float density, const Vec3& centre) {
  Body body = makeBody("body", shape, Motion::Dynamic);
  body.density = density;
  body.pose.position = body.previousPose.position = kPoolH * centre;
  return body;
}

inline SolidShape ballOf(float radius) {
  return {.kind = SolidShape::SolidKind::Sphere, .size = kPoolH * Vec3(radius)};
}
inline SolidShape brickOf(const Vec3& halfExtents) {
  return {.kind = SolidShape::SolidKind::Box, .size = kPoolH * halfExtents};
}

/// Adds a tank of this half width and half height, filled to this depth [h], and these bodies to the world.
inline WorldSpec inTank(WorldSpec spec, float halfWidth, float halfHeight, float depth,
                        std::vector<Body> bodies) {
  spec.liquids = {
      box(kPoolH * Vec3(0.f, 0.5f * depth, 0.f), kPoolH * Vec3(halfWidth, 0.5f * depth, halfWidth))};
  const Vec3 half = kPoolH * Vec3(halfWidth, halfHeight, halfWidth);
  Body tank = makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = half}, Motion::Static);
  tank.pose.position = tank.previousPose.position = {0.f, half.y, 0.f};
  spec.bodies = {std::move(tank)};
  for (Body& body : bodies) spec.bodies.push_back(std::move(body));
  return spec;
}

/// Returns a tank of water of this half width, filled to this depth [h].
inline WorldSpec pool(float depth, std::vector<Body> bodies, float halfWidth = 5.25f) {
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings.interactionRadius = kPoolH;
  spec.materials = {poolWater()};
  return inTank(std::move(spec), halfWidth, 8.f, depth, std::move(bodies));
}

/// Returns a world of another method with one liquid. @param parameters  the method's parameter table
template <class Material>
WorldSpec liquidOf(const char* method, std::span<const Parameter<Material>> parameters, const Material& m) {
  MaterialDefinition definition;
  definition.name = "liquid";
  definition.values = toValues<Material>(parameters, m);
  definition.referenceRadius = kPoolH;
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.method = method;
  spec.methodSettings.interactionRadius = kPoolH;
  spec.materials = {definition};
  return spec;
}

/// Returns a tank 6 h wide, filled to 3.2 h with settled liquid, and a body above the surface.
inline WorldSpec narrowTank(WorldSpec spec, Body body) {
  spec = inTank(std::move(spec), 3.f, 5.f, 3.2f, {std::move(body)});
  spec.liquids[0].sampling = Sampling::Settled;
  return spec;
}

/// A body to float in water.
struct Floater {
  const char* name;
  SolidShape shape;
  float ratio;  ///< ratio of the body's density to the water's
};
inline void PrintTo(const Floater& f, std::ostream* out) {
  *out << f.name << " of density ratio " << f.ratio;
}
inline std::string nameOf(const Floater& f) { return f.name + std::to_string(std::lround(10.f * f.ratio)); }

/// Returns the submerged fraction of the world's second body, as a mean over the last 30 of so many frames.
inline double meanSubmersion(World& world, int frames) {
  constexpr int kMean = 30;
  double sum = 0.0;
  for (int frame = 1; frame <= frames; ++frame) {
    world.advanceFrame();
    if (frame <= frames - kMean) continue;
    const auto lies = submersionOf(world, world.bodies().list[1]);
    EXPECT_TRUE(lies.has_value()) << "frame " << frame;
    sum += lies ? lies->fraction / kMean : 0.0;
  }
  return sum;
}

}  // namespace ooze::test
