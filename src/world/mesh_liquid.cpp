// Liquid in the shape of a mesh.
#include "liquid/occupied.h"
#include "world/state.h"

#include <algorithm>

namespace ooze {

/// Points of the rest spacing in the mesh of a command, without those where something is already.
std::vector<Vec3> World::State::meshSeeds(const Command& command, std::uint64_t limit) {
  const auto material = static_cast<std::uint16_t>(command.values[4]);
  if (material >= materials.size()) return {};  // it waits to be added itself
  const SizedMesh& mesh = meshes->get(command.text, SolidShape::Kind::Mesh, command.values[3]);
  const float spacing = materials.restSpacing(material);
  const Pose pose{Vec3(command.values[0], command.values[1], command.values[2]), turnOf(command)};
  std::vector<Vec3> places =
      fillVolume(*mesh.shape, pose, spacing, Sampling::BlueNoise, spec.seed, 0.f, limit);
  // Liquid at rest is a little nearer than its spacing.
  const Occupied occupied(method->view().particles->position, 0.8f * spacing);
  std::erase_if(places, [&](const Vec3& p) { return bodies.contain(p) || occupied.near(p); });
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
