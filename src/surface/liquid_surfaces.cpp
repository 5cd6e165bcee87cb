#include "surface/liquid_surfaces.h"

#include <algorithm>
#include <stdexcept>

namespace ooze {

void LiquidSurfaces::Group::clear() {
  positions.clear(), velocities.clear(), colours.clear();
  materials.clear(), values.clear(), regions.clear(), cutSides.clear();
}

void LiquidSurfaces::Group::take(const SurfaceParticles& from, std::size_t i) {
  const auto add = [i](auto& to, const auto& all) {
    if (!all.empty()) to.push_back(all[i]);
  };
  add(positions, from.positions), add(velocities, from.velocities), add(colours, from.colours);
  add(materials, from.materials), add(values, from.values), add(regions, from.regions);
  add(cutSides, from.cutSides);
}

std::span<const SurfaceMesh* const> LiquidSurfaces::build(const SurfaceParticles& particles,
                                                          std::span<const std::uint8_t> groupOf,
                                                          const SurfaceSettings& settings,
                                                          const Threads& threads) {
  if (particles.materials.size() != particles.positions.size())
    throw std::invalid_argument("surfaces of single liquids need the material of every particle");
  std::size_t count = 0;
  for (const std::uint8_t group : groupOf) {
    if (group == kNone) continue;
    if (group >= kMost) throw std::invalid_argument("there are at most 4 surfaces of single liquids");
    count = std::max<std::size_t>(count, group + 1u);
  }
  if (groups_.size() < count) groups_.resize(count);
  for (Group& group : groups_) group.clear();
  for (std::size_t i = 0; i < particles.positions.size(); ++i) {
    const std::uint16_t material = particles.materials[i];
    if (material < groupOf.size() && groupOf[material] != kNone)
      groups_[groupOf[material]].take(particles, i);
  }
  meshes_.clear();
  for (std::size_t g = 0; g < count; ++g) {
    Group& group = groups_[g];
    meshes_.push_back(&group.builder.build({group.positions, group.velocities, group.colours, group.materials,
                                            group.values, particles.walls, group.regions, group.cutSides},
                                           settings, threads));
  }
  return meshes_;
}

void LiquidSurfaces::forget() {
  for (Group& group : groups_) group.builder.forget();
}

}  // namespace ooze
