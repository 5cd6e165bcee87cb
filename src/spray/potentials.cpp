#include "spray/potentials.h"

#include <algorithm>

namespace ooze::spray {
namespace {

constexpr float kNothing = 1e-9f;  ///< lengths and speeds below are of no direction
/// Of a particle whose neighbours pull evenly to all sides the normal is noise: at a plane surface their mean
/// offset is 0.4 of the weights' sum, within settled liquid below 0.1.
constexpr float kOneSided = 0.2f;
constexpr float kOutward = 0.6f;  ///< of v . n, as the paper has it

}  // namespace

float clampedPart(float potential, const Limits& limits) {
  return (std::min(potential, limits.upper) - std::min(potential, limits.lower)) /
         (limits.upper - limits.lower);
}

Vec3 outwardNormal(const NearParticles& near, std::span<const Vec3> positions, std::uint32_t i) {
  Vec3 sum(0.f);
  float weights = 0.f;
  near.visit(positions[i], [&](std::uint32_t j, const Vec3& offset, float distance) {
    if (j == i || distance < kNothing) return;
    const float w = weight(distance, near.reach());
    sum -= w / distance * offset;
    weights += w;
  });
  const float length = glm::length(sum);
  return length > kOneSided * weights && weights > 0.f ? sum / length : Vec3(0.f);
}

float trappedAir(const NearParticles& near, std::span<const Vec3> positions, std::span<const Vec3> velocities,
                 std::uint32_t i) {
  float sum = 0.f;
  near.visit(positions[i], [&](std::uint32_t j, const Vec3& offset, float distance) {
    const Vec3 relative = velocities[i] - velocities[j];
    const float speed = glm::length(relative);
    if (j == i || distance < kNothing || speed < kNothing) return;
    const float parting = -glm::dot(relative, offset) / (speed * distance);  // x_ij is -offset
    sum += speed * (1.f - parting) * weight(distance, near.reach());
  });
  return sum;
}

float waveCrest(const NearParticles& near, std::span<const Vec3> positions, std::span<const Vec3> velocities,
                std::span<const Vec3> normals, std::uint32_t i) {
  const Vec3 normal = normals[i];
  const float speed = glm::length(velocities[i]);
  if (speed < kNothing || glm::dot(velocities[i], normal) < kOutward * speed || normal == Vec3(0.f))
    return 0.f;
  float sum = 0.f;
  near.visit(positions[i], [&](std::uint32_t j, const Vec3& offset, float distance) {
    if (j == i || normals[j] == Vec3(0.f) || glm::dot(offset, normal) >= 0.f) return;
    sum += (1.f - glm::dot(normal, normals[j])) * weight(distance, near.reach());
  });
  return sum;
}

}  // namespace ooze::spray
