// Sums of the poly6 smoothing kernel: SPH and shape matching, eq. 2 and 3 (Müller et al. 2003).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/shape_matching/density.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/shape_matching/density.h"

#ifndef OOZE_SHAPE_MATCHING_DENSITY_TASK
#define OOZE_SHAPE_MATCHING_DENSITY_TASK
namespace ooze::shape_matching {

struct SphDensityTask {
  const Neighbours& neighbours;
  Places at;
  float h, scale;  ///< scale: factor on a sum of (1 - r^2 / h^2)^3
  float *density, *exposure;
};

// Distance from a particle in a flat surface to the centroid of its neighbours on the rest lattice [h].
// Neighbours are weighted with 1 - r^2 / h^2.
inline constexpr float kFlatSurface = 0.21f;
// Between these densities a particle with few neighbours, as in drops and threads, gradually counts as
// surface too.
inline constexpr float kFew = 0.6f, kVeryFew = 0.3f;

}  // namespace ooze::shape_matching
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::shape_matching {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct Poly6 {
  const SphDensityTask& t;
  PairOrigin here;
  FloatPacket inverse;  // 1 / h^2
  FloatPacket sum = broadcast(0.f), weight = broadcast(0.f), toX = broadcast(0.f), toY = broadcast(0.f),
              toZ = broadcast(0.f);

  OOZE_LANES Poly6(const SphDensityTask& task, std::size_t i)
      : t(task), here(task.at, i), inverse(broadcast(1.f / (task.h * task.h))) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset apart = here.to(t.at, others);
    const FloatPacket q = maskedOrZero(lanes, linearKernel(apart.d2 * inverse));
    sum = sum + q * q * q;
    weight = weight + q;
    toX = toX + q * apart.x, toY = toY + q * apart.y, toZ = toZ + q * apart.z;
  }
};

OOZE_LANES float clamped(float part) { return part < 0.f ? 0.f : part < 1.f ? part : 1.f; }

void sumDensities(const SphDensityTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<Poly6>(t, i);
    const float density = t.scale * (1.f + sum(kernel.sum)), weight = t.h * sum(kernel.weight);
    const float cx = sum(kernel.toX), cy = sum(kernel.toY), cz = sum(kernel.toZ);
    const float aside = weight > 0.f ? std::sqrt(cx * cx + cy * cy + cz * cz) / weight : kFlatSurface;
    const float few = clamped((kFew - density) / (kFew - kVeryFew));
    t.density[i] = density;
    t.exposure[i] = std::max(few, clamped(aside / kFlatSurface));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::shape_matching
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <numbers>

namespace ooze::shape_matching {
HWY_EXPORT(sumDensities);

void Densities::measure(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                        const Threads& threads) {
  constexpr std::size_t kGrain = 256;  // particles per chunk
  Particles& p = liquid.particles;
  const std::size_t n = p.size();
  static const auto lattice = static_cast<float>(latticeSum());
  constexpr float kVolume = kSpacing * kSpacing * kSpacing;  // volume of a particle at rest [h^3]
  const float scale = 315.f / (64.f * std::numbers::pi_v<float>)*kVolume / lattice;
  p.density.resize(n), p.exposure.resize(n), pressure_.resize(n), dilation_.resize(n);
  const SphDensityTask task{liquid.neighbours(), Places(p.position), h, scale,
                            p.density.data(),    p.exposure.data()};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumDensities)(task, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      pressure_[i] = pressureAt(p.density[i], materials[p.material[i]]);
      dilation_[i] = 1.f / std::max(1.f, p.density[i]);
    }
  });
}

}  // namespace ooze::shape_matching
#endif  // HWY_ONCE
