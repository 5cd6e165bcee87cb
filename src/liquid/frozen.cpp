#include "liquid/frozen.h"

#include "liquid/direction.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ooze {
namespace {

constexpr std::size_t kFrozenGrain = 512;  // particles per parallel chunk

// Least distance to a frozen particle, in edges of the cube that a particle fills at rest. The middle of a
// square of four frozen particles is 0.71 away from each, so a sheet of one layer lets nothing through.
// Settled neighbours are about 1 apart, so liquid at rest beside frozen liquid does not move.
constexpr float kClearance = 0.85f;

void pushAwayFromFrozen(std::size_t i, float clearance, Particles& particles, Vec3Array& previous,
                        const Neighbours& neighbours) {
  Vec3 x = particles.position[i], from = previous[i];
  neighbours.of(i).forEach([&](std::size_t j) {
    if (!particles.frozen[j]) return;
    const Vec3 centre = particles.position[j];
    const Vec3 start = from - centre, now = x - centre;
    // A particle that has passed the middle goes back to the side from which it came.
    const bool crossed = glm::dot(start, now) < 0.f;
    const Vec3 side = crossed ? start : now;
    const Vec3 normal =
        direction(side, glm::length(side), particles.id[static_cast<std::uint32_t>(j)], particles.id[i]);
    const float depth = clearance - glm::dot(now, normal);
    if (!(depth > 0.f)) return;
    // Approach is cancelled. The rest of the displacement gives no speed, as with solids (solid_contact.cpp).
    const float approach = std::max(0.f, -glm::dot(x - from, normal));
    x += depth * normal;
    from += std::max(0.f, depth - approach) * normal;
  });
  particles.position.set(i, x);
  previous.set(i, from);
}

}  // namespace

void freeze(Particles& particles, std::span<const std::uint32_t> which, bool frozen) {
  std::vector<std::uint8_t>& flags = particles.frozen;
  if (frozen && flags.empty() && !which.empty()) flags.resize(particles.size(), 0);
  for (const std::uint32_t i : which) {
    if (!flags.empty()) flags[i] = frozen;
    if (frozen) particles.velocity.set(i, Vec3(0.f));
  }
  clearUnusedFrozenFlags(particles);
}

void clearUnusedFrozenFlags(Particles& particles) {
  std::vector<std::uint8_t>& flags = particles.frozen;
  if (std::find(flags.begin(), flags.end(), 1) == flags.end()) flags.clear();
}

void stopFrozen(Particles& particles, const Threads& threads) {
  forEachFrozen(particles, threads, [&](std::size_t i) { particles.velocity.set(i, Vec3(0.f)); });
}

void holdFrozen(Particles& particles, const Vec3Array& places, const Threads& threads) {
  forEachFrozen(particles, threads, [&](std::size_t i) { particles.position.set(i, places[i]); });
}

void forEachFrozen(const Particles& particles, const Threads& threads, FunctionRef<void(std::size_t)> f) {
  const std::vector<std::uint8_t>& frozen = particles.frozen;
  threads.forEachIndex(frozen.size(), kFrozenGrain, [&](std::size_t i) {
    if (frozen[i]) f(i);
  });
}

void separateFromFrozen(Particles& particles, Vec3Array& previous, const Neighbours& neighbours,
                        FunctionRef<float(std::uint16_t)> spacing, const Threads& threads) {
  if (particles.frozen.empty()) return;
  threads.forEachIndex(particles.size(), kFrozenGrain, [&](std::size_t i) {
    if (!particles.frozen[i])
      pushAwayFromFrozen(i, kClearance * spacing(particles.material[i]), particles, previous, neighbours);
  });
}

}  // namespace ooze
