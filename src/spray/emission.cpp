#include "spray/emission.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ooze::spray {
namespace {

constexpr float kNothing = 1e-9f;  ///< smaller lengths and speeds have no direction
/// Least normalised offset of a surface particle's neighbours. If neighbours lie evenly on all sides the
/// normal is noise: the mean offset is 0.4 of the weights' sum at a plane surface, and below 0.1 within
/// settled liquid.
constexpr float kOneSided = 0.2f;
/// Least cosine between velocity and outward normal at a wave crest, as in the paper.
constexpr float kOutward = 0.6f;

// Ranges of the potentials for splashes the size of a hand; the paper's ranges are for harbours.
// The energy begins to count for liquid that fell 8 mm and counts in full after 8 cm.
constexpr PotentialRange kEnergy{0.08f, 0.8f};    // kinetic energy per mass [m^2/s^2]
constexpr PotentialRange kTrappedAir{0.6f, 5.f};  // trapped air [m/s]
constexpr PotentialRange kCrest{0.8f, 4.f};
/// Mean speed relative to the neighbours. Not in the paper: a body that falls as a whole has energy and edges
/// but throws nothing off, and liquid that settles trembles without trapping air.
constexpr PotentialRange kAgitation{0.1f, 0.35f};  // [m/s]
// K_ta, k_wc: droplets of one particle per second.
constexpr float kAirPerSecond = 250.f, kCrestPerSecond = 300.f;

// Particle spacing at which the rates above apply [m]. Larger particles hold more liquid and emit more,
// otherwise the amount of spray would depend on the resolution.
constexpr float kUsualSpacing = 0.0032f;
constexpr float kFewest = 0.3f, kMany = 2.f;  // least and greatest factor on the two rates above

constexpr float kShortestLife = 0.25f, kLongestLife = 1.1f;  // range of a droplet's lifetime [s]
constexpr float kSmallest = 0.03f, kLargest = 0.15f;         // range of a droplet's radius [rest spacings]
// Start distance from the particle's path [rest spacings].
constexpr float kInside = 0.35f, kOutside = 0.75f;
constexpr float kThrown = 0.16f;  // speed away from the path, as a part of the particle's speed
constexpr std::size_t kBirthChunk = 1024;

/// A random number sequence that depends only on the frame, the particle and the draw.
class RandomDraws {
 public:
  RandomDraws(std::uint64_t frame, std::uint32_t id) : seed_(randomBits(frame, id)) {}
  float next() { return randomUnit(seed_, counter_++); }

 private:
  std::uint64_t seed_, counter_ = 0;
};

float emissionFactor(const SprayFrame& now, std::size_t i) {
  if (!now.frozen.empty() && now.frozen[i] != 0) return 0.f;
  const std::size_t material = now.materials.empty() ? 0 : now.materials[i];
  return material < now.emissionFactors.size() ? now.emissionFactors[material] : 0.f;
}

/// Returns two unit vectors perpendicular to a unit vector and to each other.
std::pair<Vec3, Vec3> across(const Vec3& axis) {
  const Vec3 other = std::abs(axis.y) < 0.9f ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
  const Vec3 first = glm::normalize(glm::cross(axis, other));
  return {first, glm::cross(axis, first)};
}

/// Samples a droplet from the cylinder around the particle's path (section 3.1).
/// Departs from the paper in two ways. The path is that of the past frame, which leads through no solid.
/// Droplets leave the path towards the air and with a part of the particle's speed, since hand-sized jets
/// break up by their own turbulence.
Droplet dropletFrom(const SprayFrame& now, std::size_t i, const Vec3& normal, float chance,
                    RandomDraws& lots) {
  const Vec3 velocity = now.velocities[i];
  const float speed = glm::length(velocity);
  const auto [first, second] = across(velocity / speed);
  const float angle = 2.f * std::numbers::pi_v<float> * lots.next();
  Vec3 side = std::cos(angle) * first + std::sin(angle) * second;
  if (glm::dot(side, normal) < 0.f) side = -side;
  const float out = std::sqrt(lots.next());
  const float ago = lots.next() * now.seconds;
  Droplet droplet;
  droplet.velocity = (1.f + kThrown * (lots.next() - 0.5f)) * velocity + kThrown * speed * out * side;
  droplet.position = now.positions[i] + ago * (droplet.velocity - velocity) +
                     now.spacing * (kInside + (kOutside - kInside) * out) * side;
  const float size = lots.next();  // cubed below: many small droplets, few large ones
  droplet.radius = now.spacing * (kSmallest + (kLargest - kSmallest) * size * size * size);
  // The more a particle emits, the longer its droplets live (section 3.3).
  droplet.life = (kShortestLife + (kLongestLife - kShortestLife) * chance) * (0.5f + lots.next());
  droplet.rank = lots.next();
  droplet.material = now.materials.empty() ? std::uint16_t{0} : now.materials[i];
  return droplet;
}

float perParticle(float spacing) {
  const float wider = spacing / kUsualSpacing;
  return std::clamp(wider * wider, kFewest, kMany);
}

}  // namespace

float clampedPart(float potential, const PotentialRange& limits) {
  return (std::min(potential, limits.upper) - std::min(potential, limits.lower)) /
         (limits.upper - limits.lower);
}

DropletNeighbourhood computeSurroundings(const NearParticles& near, std::span<const Vec3> positions,
                                         std::span<const Vec3> velocities, std::uint32_t i) {
  Vec3 outward(0.f);
  float weights = 0.f, air = 0.f, speeds = 0.f;
  near.visit(positions[i], [&](std::uint32_t j, const Vec3& offset, float distance) {
    if (j == i || distance < kNothing) return;
    const float w = weight(distance, near.reach());
    const Vec3 towards = offset / distance;  // unit vector to the neighbour, the paper's -x_ij
    outward -= w * towards;
    weights += w;
    const Vec3 relative = velocities[i] - velocities[j];
    const float speed = glm::length(relative);
    speeds += w * speed;
    air += w * (speed + glm::dot(relative, towards));  // the paper's |v_ij| (1 - v_ij . x_ij)
  });
  const float length = glm::length(outward);
  const bool atSurface = weights > 0.f && length > kOneSided * weights;
  return {atSurface ? outward / length : Vec3(0.f), air, weights > 0.f ? speeds / weights : 0.f};
}

float waveCrest(const NearParticles& near, std::span<const Vec3> positions, std::span<const Vec3> velocities,
                std::span<const DropletNeighbourhood> around, std::uint32_t i) {
  const Vec3 normal = around[i].normal;
  const float speed = glm::length(velocities[i]);
  if (speed < kNothing || glm::dot(velocities[i], normal) < kOutward * speed) return 0.f;
  float sum = 0.f;
  near.visit(positions[i], [&](std::uint32_t j, const Vec3& offset, float distance) {
    if (j == i || around[j].normal == Vec3(0.f) || glm::dot(offset, normal) >= 0.f) return;
    sum += (1.f - glm::dot(normal, around[j].normal)) * weight(distance, near.reach());
  });
  return sum;
}

float maxEmissionRate(const Vec3& velocity) {
  return clampedPart(kineticEnergy(velocity), kEnergy) * (kAirPerSecond + kCrestPerSecond);
}

const std::vector<Droplet>& DropletEmission::of(const SprayFrame& now, const NearParticles& near,
                                                const SpraySolids& solids, std::size_t room,
                                                const Threads& threads) {
  const std::size_t count = now.positions.size();
  const float seconds = perParticle(now.spacing) * now.seconds;
  around_.resize(count);
  chunks_.resize(Threads::chunkCount(count, kBirthChunk));
  threads.forChunks(count, kBirthChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      around_[i] = computeSurroundings(near, now.positions, now.velocities, static_cast<std::uint32_t>(i));
  });
  threads.forChunks(count, kBirthChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<Droplet>& born = chunks_[chunk];
    born.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const float most = emissionFactor(now, i) * maxEmissionRate(now.velocities[i]) * seconds;
      if (most <= 0.f) continue;
      // The count n_d = I_k (k_ta I_ta + k_wc I_wc) dt is an expectation. First an upper bound of droplets is
      // drawn at random, then each droplet is accepted or rejected.
      RandomDraws lots(now.frame, now.ids[i]);
      const int drawn = static_cast<int>(most + lots.next());
      if (drawn == 0) continue;
      const float air = clampedPart(around_[i].trappedAir, kTrappedAir);
      const float crest = clampedPart(
          waveCrest(near, now.positions, now.velocities, around_, static_cast<std::uint32_t>(i)), kCrest);
      const float chance = clampedPart(around_[i].agitation, kAgitation) *
                           (kAirPerSecond * air + kCrestPerSecond * crest) /
                           (kAirPerSecond + kCrestPerSecond);
      for (int n = 0; n < drawn; ++n) {
        if (lots.next() >= chance) continue;
        const Droplet droplet = dropletFrom(now, i, around_[i].normal, chance, lots);
        if (!solids.stop(droplet.position, droplet.position, droplet.radius)) born.push_back(droplet);
      }
    }
  });
  all_.clear();
  for (const std::vector<Droplet>& born : chunks_) all_.insert(all_.end(), born.begin(), born.end());
  if (all_.size() <= room) return all_;
  const float part = static_cast<float>(room) / static_cast<float>(all_.size());
  std::uint64_t n = 0;
  std::erase_if(all_, [&](const Droplet&) { return randomUnit(~now.frame, n++) >= part; });
  if (all_.size() > room) all_.resize(room);
  return all_;
}

}  // namespace ooze::spray
