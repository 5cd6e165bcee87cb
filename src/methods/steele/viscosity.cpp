// Implements the viscous exchange of momentum (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/viscosity.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/steele/pair_stages.h"

#ifndef OOZE_STEELE_VISCOSITY_TASK
#define OOZE_STEELE_VISCOSITY_TASK
namespace ooze::steele {

struct ExchangeTask {
  const Neighbours& neighbours;
  Places at, velocity;
  const float* mass;
  PairValue rate, support;
  float dt;
  float* perWeight;
  Vectors gained;
};

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

OOZE_LANES FloatPacket weightOf(FloatPacket d2, FloatPacket support) {
  return poly6Kernel(d2 / (support * support));
}

struct SumWeights {
  const ExchangeTask& t;
  std::size_t i;
  PairOrigin here;
  FloatPacket weight = broadcast(0.f);
  OOZE_LANES SumWeights(const ExchangeTask& task, std::size_t particle)
      : t(task), i(particle), here(task.at, particle) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    weight = weight + maskedOrZero(lanes, weightOf(here.to(t.at, others).d2, meanOf(t.support, i, others)));
  }
};

struct Exchange {
  const ExchangeTask& t;
  std::size_t i;
  PairOrigin here, moving;
  FloatPacket perWeight, x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);
  OOZE_LANES Exchange(const ExchangeTask& task, std::size_t particle)
      : t(task),
        i(particle),
        here(task.at, particle),
        moving(task.velocity, particle),
        perWeight(broadcast(task.perWeight[particle])) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const FloatPacket weight =
        maskedOrZero(lanes, weightOf(here.to(t.at, others).d2, meanOf(t.support, i, others)));
    // Each pair counts twice, as (p, n) and as (n, p), hence the sum of both weights.
    const FloatPacket share = weight * (perWeight + others.of(t.perWeight)) * meanOf(t.rate, i, others) *
                              broadcast(0.5f * t.dt) * partOf(t.mass, i, others);
    x = x + share * (others.of(t.velocity.x) - moving.x);
    y = y + share * (others.of(t.velocity.y) - moving.y);
    z = z + share * (others.of(t.velocity.z) - moving.z);
  }
};

void weigh(const ExchangeTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<SumWeights>(t, i);
    const float weight = sum(kernel.weight);
    t.perWeight[i] = weight > 0.f ? 1.f / weight : 0.f;
  }
}

void exchange(const ExchangeTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNeighbours<Exchange>(t, i);
    t.gained.set(i, sum(kernel.x), sum(kernel.y), sum(kernel.z));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(weigh);
HWY_EXPORT(exchange);

void ViscousExchange::exchange(const PairLiquid& liquid, Vec3Array& velocity, const PairValue& rate,
                               const PairValue& support, float dt, int parts, const Threads& threads) {
  const std::size_t n = velocity.size();
  perWeight_.resize(n);
  gained_.resize(n);
  const ExchangeTask task{
      liquid.neighbours, Places(liquid.position),        Places(velocity),  liquid.mass,     rate,
      support,           dt / static_cast<float>(parts), perWeight_.data(), Vectors(gained_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(weigh)(task, begin, end);
  });
  for (int part = 0; part < parts; ++part) {
    threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      HWY_DYNAMIC_DISPATCH(exchange)(task, begin, end);
    });
    threads.forEachIndex(n, kGrain, [&](std::size_t i) { velocity.add(i, gained_[i]); });
  }
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
