// Liquid that stands like a wall. Frozen particles take part in every sum as liquid does, so that what
// touches them finds density and drag there; what a stage moves them by is undone after it, to the bit.
#include "methods/clavet/clavet.h"
#include "methods/clavet/direction.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

constexpr std::size_t kGrain = 512;  // particles

// Nothing comes nearer to a frozen particle than this, in edges of the cube that a particle fills at rest. A
// square of four of them leaves 0.71 in its middle, so a sheet of one layer lets nothing through; settled
// neighbours are about one apart, so that standing beside frozen liquid moves nothing.
constexpr float kClearance = 0.85f;

}  // namespace

void Clavet::freeze(std::span<const std::uint32_t> particles, bool frozen) {
  std::vector<std::uint8_t>& flags = particles_.frozen;
  if (frozen && flags.empty() && !particles.empty()) flags.resize(particles_.size(), 0);
  for (const std::uint32_t i : particles) {
    if (!flags.empty()) flags[i] = frozen;
    if (frozen) particles_.velocity.set(i, Vec3(0.f));
  }
  forgetNoFrozen();
}

/// Nothing is looked at where nothing is frozen.
void Clavet::forgetNoFrozen() {
  std::vector<std::uint8_t>& flags = particles_.frozen;
  if (std::find(flags.begin(), flags.end(), 1) == flags.end()) flags.clear();
}

/// After what changes velocities.
void Clavet::stopFrozen() {
  for (std::size_t i = 0; i < particles_.frozen.size(); ++i)
    if (particles_.frozen[i]) particles_.velocity.set(i, Vec3(0.f));
}

/// After what moves particles.
void Clavet::holdFrozen() {
  for (std::size_t i = 0; i < particles_.frozen.size(); ++i)
    if (particles_.frozen[i]) particles_.position.set(i, previous_[i]);
}

/// Pressure alone would let a particle through a thin sheet in time, because what is frozen cannot close up.
void Clavet::keepOffFrozen(const Threads& threads) {
  if (particles_.frozen.empty()) return;
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!particles_.frozen[i]) keepOffFrozen(i);
  });
}

void Clavet::keepOffFrozen(std::size_t i) {
  const float clearance = kClearance * restSpacing(particles_.material[i]);
  Vec3 x = particles_.position[i], from = previous_[i];
  neighbours_.of(i).forEach([&](std::size_t j) {
    if (!particles_.frozen[j]) return;
    const Vec3 centre = particles_.position[j];
    const Vec3 start = from - centre, now = x - centre;
    // What has passed the middle goes back to the side that it came from.
    const bool crossed = glm::dot(start, now) < 0.f;
    const Vec3 side = crossed ? start : now;
    const Vec3 normal =
        direction(side, glm::length(side), particles_.id[static_cast<std::uint32_t>(j)], particles_.id[i]);
    const float depth = clearance - glm::dot(now, normal);
    if (!(depth > 0.f)) return;
    // Approach is cancelled; what else it takes gives no speed, as with solids (collisions.cpp).
    const float approach = std::max(0.f, -glm::dot(x - from, normal));
    x += depth * normal;
    from += std::max(0.f, depth - approach) * normal;
  });
  particles_.position.set(i, x);
  previous_.set(i, from);
}

void Clavet::recolour(std::uint16_t material, std::uint32_t colour) {
  for (std::size_t i = 0; i < particles_.size(); ++i)
    if (particles_.material[i] == material) particles_.colour[i] = colour;
}

}  // namespace ooze::clavet
