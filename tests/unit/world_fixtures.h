// Fixtures for tests of World: small worlds.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "methods/clavet/material.h"

#include <span>
#include <string>
#include <vector>

namespace ooze::test {

inline constexpr float kH = 0.02f;  // interaction radius [m]

inline MaterialDefinition material(const std::string& name, const clavet::Material& m = {},
                                   float density = 1000.f) {
  MaterialDefinition definition;
  definition.name = name;
  definition.values = toValues<clavet::Material>(clavet::kParameters, m);
  definition.referenceRadius = kH;
  definition.density = density;
  return definition;
}

/// Returns a material of a method with every parameter at its default.
inline MaterialDefinition defaultMaterial(const MethodRow& method) {
  MaterialDefinition definition;
  definition.name = "liquid";
  for (const ParameterInfo& p : method.parameters()) definition.values.push_back(p.defaultValue);
  return definition;
}

/// Returns every method, for parameterised tests.
inline std::vector<const MethodRow*> everyMethod() {
  std::vector<const MethodRow*> rows;
  for (const MethodRow& row : methodRegistry()) rows.push_back(&row);
  return rows;
}

inline clavet::Material dough() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.viscosityLinear = 0.5f;
  return m;
}

inline LiquidVolume box(const Vec3& centre, const Vec3& halfExtents, std::uint16_t of = 0) {
  LiquidVolume volume;
  volume.shape = makeBox(halfExtents);
  volume.pose.position = centre;
  volume.material = of;
  return volume;
}

inline Body ground() {
  return makeBody("ground", {SolidShape::SolidKind::Plane, {0.f, 1.f, 0.f}}, Motion::Static);
}

/// Returns a brick of dough that falls on the ground while a nozzle pours another liquid on top. The brick
/// has some 300 particles.
inline WorldSpec busySpec() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {material("dough", dough()), material("oil", {}, 900.f)};
  spec.settings.substeps = 3.f;
  spec.liquids = {box({0.f, 0.05f, 0.f}, {0.025f, 0.025f, 0.025f})};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.15f, 0.f};
  nozzle.radius = 0.015f;
  nozzle.speed = 0.8f;
  nozzle.material = 1;
  spec.emitters = {nozzle};
  spec.bodies = {ground()};
  return spec;
}

inline void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step();
}

inline std::vector<std::byte> saved(const World& world) {
  ByteWriter out;
  world.save(out);
  return out.bytes();
}

inline void restore(World& world, std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  world.restore(in);
}

}  // namespace ooze::test
