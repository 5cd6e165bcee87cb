#include "surface/velocity_aligned_kernels.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace ooze::surface {
namespace {

constexpr std::size_t kKernelChunk = 2048;
constexpr float kGravity = 9.81f;  // acceleration of gravity [m/s^2]

/// Scale factors of lengths along and across the motion of a particle.
struct KernelStretch {
  Vec3 direction{1.f, 0.f, 0.f};
  float along = 1.f, across = 1.f;
};

/// Computes the stretch of Premoze et al. 2003, eq. 32.
/// Departs from the printed d = (1 - s) d_along + (1 + s) d_across, whose level sets are double cones: here
/// squares are added, d^2 = ((1 - s) d_along)^2 + ((1 + s) d_across)^2.
KernelStretch decayStretch(const Vec3& velocity, float fastest) {
  const float speed = glm::length(velocity);
  // Slower particles have no meaningful direction.
  if (!(speed > 1e-4f * fastest) || !std::isfinite(speed)) return {};
  const float s = 0.5f * std::min(1.f, speed / fastest);
  return {velocity / speed, 1.f - s, 1.f + s};
}

}  // namespace

AttractionSettings makeAttractionSettings(float h) {
  const float spacing = kSettledSpacing * h;
  return {.radius = 0.6f * spacing,
          .cutOff = 2.f * spacing,
          .threshold = -1.f,
          .loneWeight = 5.6f,
          .fastest = std::sqrt(20.f * kGravity * h)};  // speed after a fall of 10 h
}

float attractionAt(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                   std::span<const float> weights, const AttractionSettings& settings, const Vec3& x) {
  double sum = static_cast<double>(settings.threshold);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const KernelStretch stretch =
        velocities.empty() ? KernelStretch{} : decayStretch(velocities[i], settings.fastest);
    const Vec3 offset = x - positions[i];
    const float along = glm::dot(offset, stretch.direction);
    const float across2 = std::max(0.f, glm::dot(offset, offset) - along * along);
    const float d2 =
        stretch.along * stretch.along * along * along + stretch.across * stretch.across * across2;
    const float closeness = 1.f - d2 / (settings.cutOff * settings.cutOff);
    if (closeness <= 0.f) continue;
    const float weight = weights.empty() ? 1.f : weights[i];
    sum += static_cast<double>(weight * closeness * closeness /
                               (1.f + d2 / (settings.radius * settings.radius)));
  }
  return static_cast<float>(sum);
}

const KernelShapes& VelocityAlignedKernels::of(const LatticeParticles& particles,
                                               std::span<const Vec3> velocities,
                                               std::span<const float> kernelSum,
                                               const AttractionSettings& settings, const Threads& threads) {
  shapes_.resize(particles.size());
  const float perCutOff2 = 1.f / (settings.cutOff * settings.cutOff);
  threads.forChunks(particles.size(), kKernelChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const KernelStretch stretch = velocities.empty()
                                        ? KernelStretch{}
                                        : decayStretch(velocities[particles.order[k]], settings.fastest);
      const float across = stretch.across * stretch.across * perCutOff2;
      const float more = stretch.along * stretch.along * perCutOff2 - across;
      const Vec3& u = stretch.direction;
      shapes_.weight[k] = settings.loneWeight / kernelSum[k];
      shapes_.xx[k] = across + more * u.x * u.x;
      shapes_.yy[k] = across + more * u.y * u.y;
      shapes_.zz[k] = across + more * u.z * u.z;
      shapes_.xy[k] = more * u.x * u.y;
      shapes_.xz[k] = more * u.x * u.z;
      shapes_.yz[k] = more * u.y * u.z;
    }
  });
  return shapes_;
}

}  // namespace ooze::surface
