#include "spray/potentials.h"

#include <algorithm>

namespace ooze::spray {
namespace {

constexpr float kNothing = 1e-9f;  ///< smaller lengths and speeds have no direction
/// Least normalised offset of a surface particle's neighbours. If neighbours lie evenly on all sides the
/// normal is noise: the mean offset is 0.4 of the weights' sum at a plane surface, and below 0.1 within
/// settled liquid.
constexpr float kOneSided = 0.2f;
/// Least cosine between velocity and outward normal at a wave crest, as in the paper.
constexpr float kOutward = 0.6f;

}  // namespace

float clampedPart(float potential, const PotentialRange& limits) {
  return (std::min(potential, limits.upper) - std::min(potential, limits.lower)) /
         (limits.upper - limits.lower);
}

DropletNeighbourhood computeSurroundings(const NearParticles& near, std::span<const Vec3> positions,
                                         std::span<const Vec3> velocities, std::uint32_t i) {
  Vec3 outward(0.f);
  float weights = 0.f, air = 0.f;
  near.visit(positions[i], [&](std::uint32_t j, const Vec3& offset, float distance) {
    if (j == i || distance < kNothing) return;
    const float w = weight(distance, near.reach());
    const Vec3 towards = offset / distance;  // unit vector to the neighbour, the paper's -x_ij
    outward -= w * towards;
    weights += w;
    const Vec3 relative = velocities[i] - velocities[j];
    air += w * (glm::length(relative) + glm::dot(relative, towards));  // the paper's |v_ij| (1 - v_ij . x_ij)
  });
  const float length = glm::length(outward);
  const bool atSurface = weights > 0.f && length > kOneSided * weights;
  return {atSurface ? outward / length : Vec3(0.f), air};
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

}  // namespace ooze::spray
