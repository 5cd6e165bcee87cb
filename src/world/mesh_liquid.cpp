// Liquid in the shape of a mesh.
#include "world/state.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze {
namespace {

/// Tells which places are too near to any of the points that it was made of.
class Occupied {
 public:
  /// @param distance  [m]
  Occupied(const Vec3Array& points, float distance) : points_(points), distance_(distance) {
    for (std::size_t i = 0; i < points.size(); ++i) cells_.emplace_back(cellOf(points[i], {}), i);
    std::sort(cells_.begin(), cells_.end());
  }

  [[nodiscard]] bool near(const Vec3& p) const {
    for (int k = 0; k < 27; ++k) {
      const std::uint64_t cell = cellOf(p, glm::ivec3(k % 3, k / 3 % 3, k / 9) - 1);
      auto at = std::lower_bound(cells_.begin(), cells_.end(), std::make_pair(cell, std::size_t{0}));
      for (; at != cells_.end() && at->first == cell; ++at)
        if (glm::distance(points_[at->second], p) < distance_) return true;
    }
    return false;
  }

 private:
  /// A key that nearly always is of one cell alone; distances decide.
  [[nodiscard]] std::uint64_t cellOf(const Vec3& p, const glm::ivec3& beside) const {
    std::uint64_t key = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const auto cell = static_cast<std::int64_t>(std::floor(p[axis] / distance_)) + beside[axis];
      key = key << 21 ^ (static_cast<std::uint64_t>(cell) & 0xffffffffu) ^ key >> 43;
    }
    return key;
  }

  const Vec3Array& points_;
  float distance_;
  std::vector<std::pair<std::uint64_t, std::size_t>> cells_;
};

}  // namespace

bool World::State::insideSolid(const Vec3& place) const {
  return std::any_of(bodies.list.begin(), bodies.list.end(), [&](const Body& b) {
    return b.present && b.shape->distance(b.pose.toLocal(place)) < 0.f;
  });
}

/// Points of the rest spacing in the mesh of a command, without those where something is already.
std::vector<Vec3> World::State::meshSeeds(const Command& command, std::uint64_t limit) {
  const auto material = static_cast<std::uint16_t>(command.values[4]);
  if (material >= materials.size()) return {};  // it waits to be added itself
  const SizedMesh& mesh = meshes->get(command.text, SolidShape::Kind::Mesh, command.values[3]);
  const float spacing = restSpacing(material);
  const Pose pose{Vec3(command.values[0], command.values[1], command.values[2]), turnOf(command)};
  std::vector<Vec3> places =
      fillVolume(*mesh.shape, pose, spacing, Sampling::BlueNoise, spec.seed, 0.f, limit);
  // Liquid at rest is a little nearer than its spacing.
  const Occupied occupied(method->view().particles->position, 0.8f * spacing);
  std::erase_if(places, [&](const Vec3& p) { return insideSolid(p) || occupied.near(p); });
  return places;
}

KeptEdit World::State::addLiquid(const Command& command) {
  LiquidSeeds seeds;
  // It was refused if there was no room; an emitter may have taken some since.
  seeds.positions = meshSeeds(command, kParticleLimit);
  seeds.positions.resize(std::min<std::size_t>(seeds.positions.size(), room()));
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  seeds.material = static_cast<std::uint16_t>(command.values[4]);
  if (seeds.material < materials.size()) seeds.colour = materials[seeds.material].colour;
  return method->edit(AddLiquid{seeds}, threads);
}

}  // namespace ooze
