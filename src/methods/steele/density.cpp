// Steele et al. 2004, density correction.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/density.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/density.h"
#include "methods/steele/pairs-inl.h"

#ifndef OOZE_STEELE_DENSITY_TASK
#define OOZE_STEELE_DENSITY_TASK
namespace ooze::steele {

inline constexpr float kLatticeNeighbours = 26.f;

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

struct Count {
  const DensityTask& t;
  Here here;
  F8 near = all(0.f);
  std::uint32_t count = 0;
  HWY_INLINE Count(const DensityTask& task, std::size_t i) : t(task), here(task.at, i) {}
  template <class Particles8>
  HWY_INLINE void operator()(const Particles8& others, M8 lanes) {
    const F8 d2 = here.to(t.at, others).d2;
    const M8 within = lanes & (d2 < all(t.support * t.support));
    near = near + only(within, all(1.f) - root(d2) * all(1.f / t.support));
    count += static_cast<std::uint32_t>(std::popcount(bitsOf(within)));
  }
};

struct Push {
  const DensityTask& t;
  std::size_t i;
  Here here;
  F8 push, x = all(0.f), y = all(0.f), z = all(0.f);
  HWY_INLINE Push(const DensityTask& task, std::size_t particle)
      : t(task), i(particle), here(task.at, particle), push(all(task.push[particle])) {}
  template <class Particles8>
  HWY_INLINE void operator()(const Particles8& others, M8 lanes) {
    const Apart apart = here.to(t.at, others);
    const F8 both = only(lanes & (apart.d2 < all(t.support * t.support)),
                         (push + others.of(t.push)) * partOf(t.mass, i, others) / root(apart.d2));
    x = x - both * apart.x, y = y - both * apart.y, z = z - both * apart.z;
  }
};

void measureDensities(const DensityTask& t, std::size_t begin, std::size_t end, double& error,
                      std::size_t& counted) {
  for (std::size_t i = begin; i < end; ++i) {
    Count kernel(t, i);
    forEights(t.neighbours.of(i), static_cast<std::uint32_t>(i), kernel);
    const auto n = static_cast<float>(kernel.count);
    t.push[i] = 0.f;
    t.density[i] = t.rest;
    if (kernel.count == 0) continue;
    const float missing = n < kLatticeNeighbours ? kLatticeNeighbours / n : 1.f;
    t.density[i] = missing * sum(kernel.near);
    const float excess = t.density[i] - t.rest;
    const float c = t.elasticity.own ? t.elasticity.own[i] : t.elasticity.constant;
    t.push[i] = c * excess * t.support / (missing * n);
    error += static_cast<double>(excess < 0.f ? -excess : excess) / static_cast<double>(t.rest);
    ++counted;
  }
}

void pushApart(const DensityTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    Push kernel(t, i);
    forEights(t.neighbours.of(i), static_cast<std::uint32_t>(i), kernel);
    t.moved.set(i, sum(kernel.x), sum(kernel.y), sum(kernel.z));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(measureDensities);
HWY_EXPORT(pushApart);

double DensityCorrection::measure(const Liquid& liquid, float support, float rest,
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

void DensityCorrection::move(const Liquid& liquid, float support, Vec3Array& position,
                             const Threads& threads) {
  const std::size_t n = position.size();
  const DensityTask task{liquid.neighbours, Places(position), liquid.mass,    support, 0.f, {},
                         nullptr,           push_.data(),     Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(pushApart)(task, begin, end);
  });
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) position.add(i, moved_[i]);
  });
}

DensityCorrection::Result DensityCorrection::correct(const Liquid& liquid, float support, float rest,
                                                     const PairValue& elasticity, Vec3Array& position,
                                                     std::vector<float>& density, const Threads& threads) {
  Result result;
  while (result.passes < kMostPasses) {
    result.error = measure(liquid, support, rest, elasticity, position, density, threads);
    if (result.error < static_cast<double>(kTolerance)) break;
    move(liquid, support, position, threads);
    ++result.passes;
  }
  return result;
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
