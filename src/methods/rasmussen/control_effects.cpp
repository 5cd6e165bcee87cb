// Effects of control particles on the liquid: Rasmussen et al. 2004, section 3.
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>

namespace ooze::rasmussen {
namespace {

using grid::BlockCoordinate;
using grid::CellIndex;
using grid::kBlock;
using grid::kNodes;

bool meet(const Aabb& a, const Aabb& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (a.lower[axis] > b.upper[axis] || b.lower[axis] > a.upper[axis]) return false;
  return true;
}

/// Returns the box of a block's cells, extended by half a cell [m].
Aabb boxOf(const BlockCoordinate& at, float cell) {
  const Vec3 first = cell * static_cast<float>(kBlock) * Vec3(at.x, at.y, at.z);
  return {first - cell, first + cell * static_cast<float>(kBlock)};
}

}  // namespace

/// Calls each(block index, control particles near the block) for the blocks that controls of this field
/// reach.
template <class Each>
void Rasmussen::forControlled(ControlField field, const Threads& threads, const Each& each) const {
  if (!controls_ || !controls_->has(field)) return;
  const Aabb bounds = controls_->bounds(field);
  threads.forEach(grid_.cells().blocks().size(), [&](std::size_t b) {
    const Aabb box = boxOf(grid_.cells().blocks().at(b), cell_);
    if (!meet(box, bounds)) return;
    std::vector<ControlParticle> near;
    controls_->near(field, box, near);
    if (!near.empty()) each(b, std::span<const ControlParticle>(near));
  });
}

void Rasmussen::applyVelocityControls(bool hard, const Threads& threads) {
  forControlled(ControlField::Velocity, threads, [&](std::size_t b, std::span<const ControlParticle> near) {
    for (std::size_t n = 0; n < kNodes; ++n)
      for (int axis = 0; axis < 3; ++axis) {
        const auto c = static_cast<CellIndex>(kNodes * b + n);
        const auto k = static_cast<std::size_t>(axis);
        if (!hard && faces_.isHard(axis, c)) continue;
        const ControlInfluence at = influenceAt(near, Vec3(grid::middleOfFace(grid_.cells(), axis, c)));
        if (!(at.strength > 0.f) || at.hard != hard) continue;
        float& u = grid_.velocity.axes[k][c];
        u = at.blend(u, axis);
        if (hard) faces_.hard[k][c] = 1;
      }
  });
}

void Rasmussen::applyCellControls(ControlField field, grid::CellField& values, const Threads& threads) const {
  forControlled(field, threads, [&](std::size_t b, std::span<const ControlParticle> near) {
    for (std::size_t n = 0; n < kNodes; ++n) {
      const auto c = static_cast<CellIndex>(kNodes * b + n);
      const ControlInfluence at = influenceAt(near, Vec3(grid::middleOf(grid_.cells(), c)));
      if (at.strength > 0.f) values.values[c] = at.blend(values.values[c]);
    }
  });
}

/// Applies level set controls, which add or erase liquid. New liquid gets particles, one per cell; erased
/// liquid takes its particles along.
void Rasmussen::applySurfaceControls(std::uint64_t room, const Threads& threads) {
  if (!controls_ || !controls_->has(ControlField::LevelSet)) return;
  const float band = GridLiquid::kBand * cell_;
  std::vector<ControlParticle> found;
  controls_->all(ControlField::LevelSet, found);
  grid::BlockSet where;
  for (const ControlParticle& particle : found) {
    if (particle.of->control->kind != ControlKind::AddLiquid) continue;
    const Vec3 reach(particle.of->control->radius + 0.5f * particle.of->control->length + 2.f * cell_);
    const glm::ivec3 low = glm::ivec3(glm::floor((particle.place - reach) / cell_)) >> 3,
                     high = glm::ivec3(glm::floor((particle.place + reach) / cell_)) >> 3;
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) where.add({x, y, z});
  }
  const Aabb bounds = controls_->bounds(ControlField::LevelSet);
  std::vector<Vec3> comes;
  const bool changed = grid_.editNodes(
      where,
      [&](const grid::LevelSet& set, std::vector<float>& phi) {
        std::vector<std::vector<Vec3>> ofBlock(set.blocks().size());
        std::vector<std::uint8_t> isChanged(set.blocks().size(), 0);
        threads.forEach(set.blocks().size(), [&](std::size_t b) {
          const BlockCoordinate& at = set.blocks().at(b);
          Aabb box = boxOf(at, cell_);
          box = {box.lower - band, box.upper + band};
          if (!meet(box, bounds)) return;
          std::vector<ControlParticle> near;
          controls_->near(ControlField::LevelSet, box, near);
          if (near.empty()) return;
          for (std::size_t n = 0; n < kNodes; ++n) {
            float& here = phi[kNodes * b + n];
            const Vec3 p = cell_ * Vec3(grid::nodeIn(at, n));
            const float now = std::clamp(controlledLevelSet(near, p, here, band), -band, band);
            if (now == here) continue;
            isChanged[b] = 1;
            if (now < 0.f && here >= 0.f) ofBlock[b].push_back(p);
            here = now;
          }
        });
        for (const auto& places : ofBlock) comes.insert(comes.end(), places.begin(), places.end());
        return std::ranges::any_of(isChanged, [](std::uint8_t c) { return c != 0; });
      },
      threads);
  if (!changed) return;
  const Particles& p = liquid_.particles;
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 0; i < p.size(); ++i) {
    if (p.isFrozen(i) || !(grid_.levelSet().sample(p.position[i]) > 0.5f * cell_)) continue;
    // Particles in air go only where a control erases, since there they have just been liquid.
    found.clear();
    controls_->near(ControlField::LevelSet, {p.position[i] - cell_, p.position[i] + cell_}, found);
    if (std::ranges::any_of(
            found, [](const ControlParticle& c) { return c.of->control->kind == ControlKind::EraseLiquid; }))
      gone.push_back(i);
  }
  ParticleMethod::erase(gone);
  // Cells that have particles need no new one.
  std::vector<std::uint8_t> taken(grid_.cells().size(), 0);
  for (std::size_t i = 0; i < p.size(); ++i)
    if (const CellIndex c = grid_.cells().find(glm::ivec3(glm::round(p.position[i] / cell_)));
        c != grid::kNone)
      taken[c] = 1;
  std::vector<Vec3> positions, velocities;
  for (const Vec3& place : comes) {
    const CellIndex c = grid_.cells().find(glm::ivec3(glm::round(place / cell_)));
    if (c == grid::kNone || taken[c] != 0 || positions.size() >= room || solids_.distance(place) < 0.f)
      continue;
    positions.push_back(place);
    velocities.push_back(velocityOfLiquid(grid_.velocity, place));
  }
  if (positions.empty()) return;
  const std::size_t first = liquid_.size();
  const std::uint16_t material = first > 0 ? p.material[0] : 0;
  const std::uint32_t colour = first > 0 ? p.colour[0] : colourOfNew_;
  liquid_.insert(positions, velocities, material, colour, 0.f);
  for (std::size_t i = first; i < liquid_.size(); ++i) {
    liquid_[movedAs_].set(i, p.velocity[i]);
    startTemperature(i);
  }
  beginTexture(first);
}

}  // namespace ooze::rasmussen
