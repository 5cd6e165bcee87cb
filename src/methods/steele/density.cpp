// Implements the density correction (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/density.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/steele/pair_stages.h"

#ifndef OOZE_STEELE_DENSITY_TASK
#define OOZE_STEELE_DENSITY_TASK
namespace ooze::steele {

inline constexpr float kLatticeNeighbours = 26.f;
// Number of neighbours below which a lack of density attracts no particles.
inline constexpr float kSurfaceNeighbours = 22.f;
// Closeness up to which neighbours count only in part [1]. The fade at the kernel's edge avoids jumps when
// neighbours enter or leave. All 26 neighbours of the lattice count fully.
inline constexpr float kFade = 0.13f;

struct DensityTask {
  const Neighbours& neighbours;
  Places at;
  const float* mass;
  float support, rest;
  PairValue elasticity;
  float *density, *push;
  Vectors moved;
};

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Returns the kernel value max(0, 1 - d / S).
OOZE_LANES FloatPacket closeness(FloatPacket d, float support) {
  return linearKernel(d * broadcast(1.f / support));
}
/// Returns the weight of a neighbour of closeness q in the count: 1 inside, fading to 0 at the kernel's edge.
OOZE_LANES FloatPacket counted(FloatPacket q) { return min(q * broadcast(1.f / kFade), broadcast(1.f)); }

struct NeighbourCount {
  const DensityTask& t;
  PairOrigin here;
  FloatPacket near = broadcast(0.f), count = broadcast(0.f);
  OOZE_LANES NeighbourCount(const DensityTask& task, std::size_t i) : t(task), here(task.at, i) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const FloatPacket q = closeness(sqrt(here.to(t.at, others).d2), t.support);
    near = near + maskedOrZero(lanes, q);
    count = count + maskedOrZero(lanes, counted(q));
  }
};

struct DensityPush {
  const DensityTask& t;
  std::size_t i;
  PairOrigin here;
  FloatPacket push, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);
  OOZE_LANES DensityPush(const DensityTask& task, std::size_t particle)
      : t(task), i(particle), here(task.at, particle), push(broadcast(task.push[particle])) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset apart = here.to(t.at, others);
    const FloatPacket d = sqrt(apart.d2);
    const FloatPacket both = maskedOrZero(
        lanes, counted(closeness(d, t.support)) * (push + others.of(t.push)) * partOf(t.mass, i, others) / d);
    x = x - both * apart.x, y = y - both * apart.y, z = z - both * apart.z;
  }
};

/// Returns the fraction of a lack of density that is corrected: 0 below kSurfaceNeighbours, 1 for a full
/// lattice.
OOZE_LANES float deficitWeight(float neighbours) {
  const float part = (neighbours - kSurfaceNeighbours) / (kLatticeNeighbours - kSurfaceNeighbours);
  return part < 0.f ? 0.f : part < 1.f ? part : 1.f;
}

void measureDensities(const DensityTask& t, std::size_t begin, std::size_t end, double& error,
                      std::size_t& counted) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<NeighbourCount>(t, i);
    const float n = sum(kernel.count);
    t.push[i] = 0.f;
    t.density[i] = t.rest;
    if (!(n > 0.f)) continue;
    t.density[i] = sum(kernel.near);
    float excess = t.density[i] - t.rest;
    if (excess < 0.f) excess *= deficitWeight(n);
    const float c = t.elasticity.own ? t.elasticity.own[i] : t.elasticity.constant;
    t.push[i] = c * excess * t.support / n;
    error += static_cast<double>(excess < 0.f ? -excess : excess) / static_cast<double>(t.rest);
    ++counted;
  }
}

void pushApart(const DensityTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<DensityPush>(t, i);
    t.moved.set(i, sum(kernel.x), sum(kernel.y), sum(kernel.z));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>

namespace ooze::steele {
HWY_EXPORT(measureDensities);
HWY_EXPORT(pushApart);

double DensityCorrection::measure(const PairLiquid& liquid, float support, float rest,
                                  const PairValue& elasticity, const Vec3Array& position,
                                  std::vector<float>& density, const Threads& threads) {
  const std::size_t n = position.size(), chunks = Threads::chunkCount(n, kGrain);
  push_.resize(n);
  density.resize(n);
  moved_.resize(n);
  errors_.assign(chunks, 0.0);
  counts_.assign(chunks, 0);
  const DensityTask task{liquid.neighbours, Places(position), liquid.mass,  support,        rest,
                         elasticity,        density.data(),   push_.data(), Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(measureDensities)(task, begin, end, errors_[chunk], counts_[chunk]);
  });
  double error = 0.0;
  std::size_t counted = 0;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) error += errors_[chunk], counted += counts_[chunk];
  return counted > 0 ? error / static_cast<double>(counted) : 0.0;
}

void DensityCorrection::move(const PairLiquid& liquid, float support, Vec3Array& position,
                             const Threads& threads) {
  const std::size_t n = position.size();
  const DensityTask task{liquid.neighbours, Places(position), liquid.mass,    support, 0.f, {},
                         nullptr,           push_.data(),     Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(pushApart)(task, begin, end);
  });
  threads.forEachIndex(n, kGrain, [&](std::size_t i) { position.add(i, moved_[i]); });
}

DensityCorrection::Result DensityCorrection::correct(const PairLiquid& liquid, float support, float rest,
                                                     const PairValue& elasticity, Vec3Array& position,
                                                     std::vector<float>& density, const Threads& threads) {
  Result result;
  while (result.passes < kMostPasses) {
    result.error = measure(liquid, support, rest, elasticity, position, density, threads);
    const double part = result.passes < kLeastPasses ? 1.0 : std::min(1.0, result.error / kTolerance - 1.0);
    if (!(part > 0.0)) break;
    if (part < 1.0)
      for (float& push : push_) push *= static_cast<float>(part);
    move(liquid, support, position, threads);
    ++result.passes;
  }
  return result;
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
