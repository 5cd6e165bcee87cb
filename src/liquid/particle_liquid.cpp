#include "liquid/particle_liquid.h"

#include "liquid/frozen.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ooze {
namespace {

constexpr std::size_t kOrderGrain = 2048;  // particles per parallel chunk

}  // namespace

bool ParticleLiquid::listsAreValid(float allowed, const Threads& threads) {
  if (listed_ != particles.size()) return false;
  moved_.assign(Threads::chunkCount(particles.size(), kOrderGrain), 0);
  threads.forChunks(particles.size(), kOrderGrain,
                    [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                      bool all = true;
                      for (std::size_t i = begin; i < end; ++i) {
                        const Vec3 path = particles.position[i] - listedAt_[i];
                        // A NaN counts as farther, so the following sort reports it.
                        all &= glm::dot(path, path) <= allowed * allowed;
                      }
                      if (!all) moved_[chunk] = 1;
                    });
  return std::find(moved_.begin(), moved_.end(), 1) == moved_.end();
}

std::span<const std::uint32_t> ParticleLiquid::list(const Threads& threads) {
  const auto order = neighbours_.sort(particles.position, reach_, threads);
  sorted_.gather(particles, order, threads);
  std::swap(particles, sorted_);
  sortedPrevious_.gather(previous, order, threads);
  std::swap(previous, sortedPrevious_);
  arrays.sort(order, threads);
  neighbours_.find(particles.position, reach_, threads);
  listedAt_.copy(particles.position, threads);
  listed_ = particles.size();
  return order;
}

std::span<const std::uint32_t> ParticleLiquid::sortBetweenSteps(const Threads& threads) {
  const std::vector<float> density = particles.density, exposure = particles.exposure;
  const auto order = list(threads);
  for (std::size_t i = 0; i < order.size(); ++i) {
    particles.density[i] = density[order[i]];
    particles.exposure[i] = exposure[order[i]];
  }
  return order;
}

void ParticleLiquid::chooseSweepDirections(std::span<const std::uint8_t> keeps) {
  // If all materials agree, the particles need not be inspected.
  const bool alike = std::adjacent_find(keeps.begin(), keeps.end(), std::not_equal_to<>()) == keeps.end();
  neighbours_.chooseSweepDirections([&](std::uint32_t begin, std::uint32_t end) {
    if (alike && !keeps.empty()) return keeps[0] != 0;
    const std::uint16_t* material = particles.material.data();
    return std::all_of(material + begin, material + end, [&](std::uint16_t m) { return keeps[m] != 0; });
  });
}

void ParticleLiquid::accelerate(const Vec3& gain, const Threads& threads) {
  threads.forEachIndex(particles.size(), kOrderGrain,
                       [&](std::size_t i) { particles.velocity.add(i, gain); });
}

void ParticleLiquid::predictPositions(float dt, const Threads& threads) {
  previous.resize(particles.size());
  threads.forChunks(particles.size(), kOrderGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) previous.set(i, particles.position[i]);
    for (std::size_t i = begin; i < end; ++i) particles.position.add(i, dt * particles.velocity[i]);
  });
}

void ParticleLiquid::deriveVelocities(float dt, const Threads& threads) {
  threads.forEachIndex(particles.size(), kOrderGrain, [&](std::size_t i) {
    particles.velocity.set(i, (particles.position[i] - previous[i]) / dt);
  });
}

void ParticleLiquid::insert(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                            std::uint16_t material, std::uint32_t colour, float elapsed) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    particles.append(positions[i], velocities[i], material, colour, elapsed);
    previous.push(positions[i]);
  }
  arrays.grow(particles.size());
}

void ParticleLiquid::erase(std::span<const std::uint32_t> which) {
  // The last particle takes the place of each erased one, from the back on, so untouched particles cost
  // nothing.
  for (std::size_t k = which.size(); k-- > 0;) {
    const std::uint32_t i = which[k];
    arrays.remove(i, particles.size());
    particles.remove(i);
    previous.remove(i);
  }
  if (which.empty()) return;
  listed_ = 0;
  clearUnusedFrozenFlags(particles);
}

void ParticleLiquid::recolour(std::uint16_t material, std::uint32_t colour) {
  for (std::size_t i = 0; i < particles.size(); ++i)
    if (particles.material[i] == material) particles.colour[i] = colour;
}

RemovedParticles ParticleLiquid::kept(std::span<const std::uint32_t> which) const {
  RemovedParticles kept{{}, arrays.picked(which)};
  for (const std::uint32_t i : which)
    kept.particles.push_back({particles.position[i], particles.velocity[i], particles.density[i],
                              particles.exposure[i], particles.id[i], particles.colour[i],
                              particles.material[i], static_cast<std::uint16_t>(particles.isFrozen(i))});
  return kept;
}

void ParticleLiquid::requireSound(const RemovedParticles& kept, const StateBounds& bounds,
                                  std::size_t materials) const {
  std::vector<std::uint32_t> ids;
  for (const RemovedParticle& p : kept.particles) {
    validateUndoRecord(p.id < particles.nextId && p.material < materials && p.frozen <= 1);
    validateUndoRecord(bounds.isPlace(p.position) && StateBounds::isVelocity(p.velocity));
    validateUndoRecord(StateBounds::isDensity(p.density) && StateBounds::isExposure(p.exposure));
    ids.push_back(p.id);
  }
  std::sort(ids.begin(), ids.end());
  validateUndoRecord(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  validateUndoRecord(kept.arrays.isPickedSound(kept.particles.size(), bounds));
}

void ParticleLiquid::putBack(const RemovedParticles& kept, std::uint64_t room, float elapsed) {
  const IdTable indexOf = indicesById();
  std::vector<std::uint32_t> frozen;
  for (std::size_t k = 0; k < kept.particles.size(); ++k) {
    const RemovedParticle& p = kept.particles[k];
    if (indexOf.holds(p.id) || room == 0) continue;
    --room;
    const auto at = static_cast<std::uint32_t>(particles.size());
    const std::uint32_t next = particles.nextId;
    particles.append(p.position, p.velocity, p.material, p.colour, elapsed);
    particles.nextId = next;
    particles.id.back() = p.id;
    particles.density.back() = p.density;
    particles.exposure.back() = p.exposure;
    previous.push(p.position);
    arrays.grow(particles.size());
    arrays.take(at, kept.arrays, k);
    if (p.frozen) frozen.push_back(at);
  }
  freeze(particles, frozen, true);
}

void ParticleLiquid::save(const RemovedParticles& kept, ByteWriter& out) {
  out.array(kept.particles);
  kept.arrays.save(out);
}

RemovedParticles ParticleLiquid::readRemoved(ByteReader& in) const {
  RemovedParticles kept{in.array<RemovedParticle>(), arrays.blank()};
  kept.arrays.read(in);
  return kept;
}

}  // namespace ooze
