#include "methods/particle_method.h"

#include "ooze/base/error.h"

#include "liquid/frozen.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <variant>

namespace ooze {

std::vector<InspectedNeighbour> inspectNeighbours(const Particles& particles, std::size_t i, float reach,
                                                  float h) {
  std::vector<InspectedNeighbour> list;
  for (std::size_t j = 0; j < particles.size(); ++j) {
    const float r = glm::length(particles.position[j] - particles.position[i]);
    if (j != i && r < reach) list.push_back({particles.id[j], r, r / h});
  }
  std::sort(list.begin(), list.end(), [](const InspectedNeighbour& a, const InspectedNeighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
  });
  return list;
}

namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

}  // namespace

UndoRecord ParticleMethod::edit(const Edit& edit, const Threads& threads) {
  const Particles& p = liquid_.particles;
  return std::visit(Overloaded{
                        [&](const EraseLiquid& e) { return eraseForUndo(indicesWithin(p, e.within)); },
                        [&](const EraseParticles& e) { return eraseForUndo(indicesOf(p, e.ids)); },
                        [&](const FreezeLiquid& e) {
                          return UndoRecord{.ids = setFrozen(indicesWithin(p, e.within), true)};
                        },
                        [&](const ThawLiquid& e) {
                          return UndoRecord{.ids = setFrozen(indicesWithin(p, e.within), false)};
                        },
                        [&](const AddLiquid& e) {
                          UndoRecord kept;
                          const std::uint32_t first = p.nextId;
                          insert(e.seeds);
                          for (std::uint32_t id = first; id < p.nextId; ++id) kept.ids.push_back(id);
                          return kept;
                        },
                        [&](const CutLiquid& e) { return cut(e); },
                        [&](const RunAction& e) { return carryOut(e, threads); },
                    },
                    edit);
}

void ParticleMethod::revert(const EditName& name, const UndoRecord& kept, std::uint64_t room, float elapsed) {
  switch (name.kind) {
    case EditKind::Erase: {
      ByteReader in(kept.bytes);
      return putBack(in, room, elapsed);
    }
    case EditKind::Freeze:
      setFrozen(indicesOf(liquid_.particles, kept.ids), false);
      return;
    case EditKind::Thaw:
      setFrozen(indicesOf(liquid_.particles, kept.ids), true);
      return;
    case EditKind::Add:
      return erase(indicesOf(liquid_.particles, kept.ids));
    case EditKind::Cut:
      return revertCut(kept);
    case EditKind::Action:
      return revertAction(kept);
  }
}

void ParticleMethod::validateUndoRecord(const EditName& name, const UndoRecord& kept) const {
  validateUndoLinks(name, kept);
  if (name.kind != EditKind::Erase) return;
  ByteReader in(kept.bytes);
  validateUndoParticles(in);
}

void ParticleMethod::validateUndoLinks(const EditName& /*name*/, const UndoRecord& kept) const {
  if (!kept.ties.empty()) throw InputError("the undo record of an edit is not valid");
}

void ParticleMethod::keepWithin(const Aabb& box, const Threads& threads) {
  const std::span<const std::uint32_t> gone = outside_.find(liquid_.particles, box, threads);
  if (!gone.empty()) erase(gone);
}

void ParticleMethod::changeVelocities(VelocityChange change, const Threads& threads) {
  constexpr std::size_t kGrain = 2048;  // particles per parallel chunk
  Particles& p = liquid_.particles;
  threads.forEachIndex(p.size(), kGrain, [&](std::size_t i) {
    if (p.isFrozen(i)) return;
    const auto by = change({p.position[i], p.velocity[i], p.material[i], p.id[i]});
    if (by) p.velocity.add(i, *by);
  });
}

void ParticleMethod::restore(ByteReader& in) {
  LiquidState state = liquid_.read(in);
  state.requireSound(bounds(), materialCount(), liquid_.reach());
  liquid_.replaceBy(std::move(state));
}

void ParticleMethod::insert(const LiquidSeeds& seeds) {
  liquid_.insert(seeds.positions, seeds.velocities, seeds.material, seeds.colour, seeds.elapsed);
}

void ParticleMethod::freeze(std::span<const std::uint32_t> particles, bool frozen) {
  ooze::freeze(liquid_.particles, particles, frozen);
}

/// Erases particles, given by ascending indices.
/// @return the undo record
UndoRecord ParticleMethod::eraseForUndo(std::span<const std::uint32_t> particles) {
  ByteWriter out;
  keep(particles, out);
  erase(particles);
  return {.bytes = out.bytes()};
}

/// Freezes or thaws particles.
/// @return the ids of the particles whose state changed
std::vector<std::uint32_t> ParticleMethod::setFrozen(std::vector<std::uint32_t> particles, bool frozen) {
  const Particles& p = liquid_.particles;
  std::erase_if(particles, [&](std::uint32_t i) { return p.isFrozen(i) == frozen; });
  std::vector<std::uint32_t> ids;
  for (const std::uint32_t i : particles) ids.push_back(p.id[i]);
  freeze(particles, frozen);
  return ids;
}

void ParticleMethod::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  ParticleLiquid::save(liquid_.kept(particles), out);
}

void ParticleMethod::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  const RemovedParticles kept = liquid_.readRemoved(in);
  liquid_.requireSound(kept, bounds(), materialCount());
  liquid_.putBack(kept, room, elapsed);
}

void ParticleMethod::validateUndoParticles(ByteReader& in) const {
  liquid_.requireSound(liquid_.readRemoved(in), bounds(), materialCount());
}

}  // namespace ooze
