// Serialization of the particle liquid's state.
#include "ooze/base/error.h"

#include "liquid/particle_liquid.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ooze {
namespace {

/// Rejects states with too many particles per grid cell: a million particles in one cell would be 10^12 pairs
/// a step.
/// @param reach  reach of the neighbour lists [m]
void requireSparseEnough(const Vec3Array& positions, float reach) {
  if (StateBounds::isSparseEnough(std::uint64_t{positions.size()} * positions.size(), positions.size()))
    return;
  Neighbours grid;
  try {
    grid.sort(positions, reach, Threads(1));
  } catch (const RunError&) {
    return;  // the next time step reports that the liquid ran away
  }
  requireSaved(StateBounds::isSparseEnough(grid.countCellPairs(), positions.size()));
}

}  // namespace

void ParticleLiquid::saveParticles(ByteWriter& out) const {
  out.value(particles.nextId);
  out.array(particles.id);
  out.array(particles.material);
  out.array(particles.colour);
  saveValues(out, particles.position);
  saveValues(out, particles.velocity);
  saveValues(out, particles.frameStart);
  out.array(particles.density);
  out.array(particles.exposure);
  out.array(particles.frozen);
}

void ParticleLiquid::save(ByteWriter& out) const {
  saveParticles(out);
  arrays.save(out);
  saveLists(out);
}

LiquidState ParticleLiquid::read(ByteReader& in) const {
  LiquidState state = blankState();
  state.readParticles(in);
  state.arrays.read(in);
  state.readLists(in);
  return state;
}

void LiquidState::readParticles(ByteReader& in) {
  particles.nextId = in.value<std::uint32_t>();
  particles.id = in.array<std::uint32_t>();
  particles.material = in.array<std::uint16_t>();
  particles.colour = in.array<std::uint32_t>();
  readValues(in, particles.position);
  readValues(in, particles.velocity);
  readValues(in, particles.frameStart);
  particles.density = in.array<float>();
  particles.exposure = in.array<float>();
  particles.frozen = in.array<std::uint8_t>();
}

void LiquidState::requireSound(const StateBounds& bounds, std::size_t materials, float reach) const {
  const Particles& p = particles;
  const std::size_t n = p.size();
  for (const Vec3Array* a : {&p.position, &p.velocity, &p.frameStart}) requireSaved(a->size() == n);
  requireSaved(p.material.size() == n && p.colour.size() == n && p.density.size() == n &&
               p.exposure.size() == n);
  requireSaved(p.frozen.empty() || p.frozen.size() == n);
  requireSaved(std::all_of(p.frozen.begin(), p.frozen.end(), [](std::uint8_t f) { return f <= 1; }));
  for (std::size_t i = 0; i < n; ++i)
    requireSaved(bounds.isPlace(p.position[i]) && bounds.isPlace(p.frameStart[i]) &&
                 StateBounds::isVelocity(p.velocity[i]) && StateBounds::isDensity(p.density[i]) &&
                 StateBounds::isExposure(p.exposure[i]));
  requireSaved(
      std::all_of(p.material.begin(), p.material.end(), [&](std::uint16_t m) { return m < materials; }));
  requireSaved(listedAt.size() <= n);
  requireSaved(arrays.areSound(n, bounds));
  (void)indicesById();
  requireSparseEnough(p.position, reach);
}

IdTable LiquidState::indicesById() const {
  requireSaved(particles.nextId <= kMaxIds);
  IdTable indexOf;
  indexOf.reset(particles.nextId);
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const std::uint32_t id = particles.id[i];
    requireSaved(id < particles.nextId && !indexOf.holds(id));
    indexOf.set(id, static_cast<std::uint32_t>(i));
  }
  return indexOf;
}

void ParticleLiquid::replaceBy(LiquidState&& state) {
  listed_ = 0;
  if (state.listedAt.size() > 0) listAgain(state.listedAt);
  particles = std::move(state.particles);
  previous = particles.position;
  arrays = std::move(state.arrays);
  listedAt_ = std::move(state.listedAt);
  listed_ = listedAt_.size();
}

/// Repeats the sort and the neighbour search of the step before the save.
void ParticleLiquid::listAgain(const Vec3Array& at) {
  const Threads alone(1);
  std::span<const std::uint32_t> order;
  try {
    order = neighbours_.sort(at, reach_, alone);
  } catch (const RunError& e) {  // no valid save contains positions so far away
    throw InputError("the save is damaged: " + std::string(e.what()));
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != i) throw InputError("the save is damaged: its particles are not in order");
  requireSaved(StateBounds::isSparseEnough(neighbours_.countCellPairs(), order.size()));
  neighbours_.find(at, reach_, alone);
}

}  // namespace ooze
