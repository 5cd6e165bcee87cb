// Fixtures for tests of the directable grid method: small worlds.
#pragma once

#include "ooze/world/world.h"

#include "grid/level_set.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze::rasmussen_fixtures {

inline constexpr float kH = 0.04f, kCell = 0.02f;  // interaction radius; edge of a grid cell [m]

inline MaterialDefinition liquid(std::initializer_list<std::pair<std::string_view, float>> values) {
  MaterialDefinition m;
  m.name = "liquid";
  m.referenceRadius = kH;
  const std::map<std::string_view, float> own(values.begin(), values.end());
  for (const ParameterInfo& row : findMethod("rasmussen").parameters())
    m.values.push_back(own.contains(row.key) ? own.at(row.key) : row.defaultValue);
  return m;
}

inline WorldSpec worldOf(const MaterialDefinition& material) {
  WorldSpec spec;
  spec.method = "rasmussen";
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {material};
  spec.settings.sleep = 0.f;
  return spec;
}

inline Body tank(const Vec3& half) {
  Body body = makeBody("tank", {SolidShape::SolidKind::Tank, half}, Motion::Static);
  body.pose.position.y = half.y;
  return body;
}

/// Returns a tank of 10 x 10 cells, filled 8 cells high.
inline WorldSpec filledTank(const MaterialDefinition& material) {
  WorldSpec spec = worldOf(material);
  spec.bodies = {tank({0.1f, 0.2f, 0.1f})};
  spec.liquids = {test::box({0.f, 0.08f, 0.f}, {0.1f, 0.08f, 0.1f})};
  return spec;
}

/// Returns the level set function phi at a point [m].
inline float phiAt(const World& world, const Vec3& p) { return world.snapshot({})->surface->sample(p); }

/// Returns the liquid volume in a cube of `reach` cells on each side of the origin, summed over nodes
/// [cells].
inline double volumeOf(const grid::LevelSet& surface, int reach) {
  double cells = 0.0;
  for (int x = -reach; x <= reach; ++x)
    for (int y = -reach; y <= reach; ++y)
      for (int z = -reach; z <= reach; ++z)
        cells +=
            static_cast<double>(std::clamp(0.5f - surface.sample(kCell * Vec3(x, y, z)) / kCell, 0.f, 1.f));
  return cells;
}

inline float maxSpeed(const World& world) {
  float most = 0.f;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    most = std::max(most, glm::length(world.particles().velocity[i]));
  return most;
}

/// Returns the temperature of each particle [degrees Celsius].
inline std::vector<float> temperaturesOf(const World& world) {
  SnapshotContent content;
  for (const Field& field : findMethod("rasmussen").fields)
    if (field.key == "temperature") content.fields.push_back(field);
  return world.snapshot(content)->fields.back().values;
}

inline void advanceFrames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

}  // namespace ooze::rasmussen_fixtures
