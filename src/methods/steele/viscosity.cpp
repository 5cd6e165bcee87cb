// Implements the viscous exchange of momentum (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/viscosity.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/near-inl.h"
#include "methods/steele/pair_stages.h"

#include <cmath>

#ifndef OOZE_STEELE_VISCOSITY_TASK
#define OOZE_STEELE_VISCOSITY_TASK
namespace ooze::steele {

// Factor of exchange along the line of a pair: along a line only a fifth of the momentum diffuses that the
// whole relative velocity would carry, as the mean of x^2 y^2 over directions is 1 / 15 and that of y^2 1
// / 3.
inline constexpr float kAlongLine = 5.f;
// Mean square of the distance d under the kernel k of a uniform liquid, over S^2.
inline constexpr float kMeanSquare = 3.f / 11.f;

struct ExchangeTask {
  const NearLists& near;
  bool hasMasses;
  const float* at;        ///< position and mass, by particle
  const float* velocity;  ///< velocity and `perWeight`, by particle
  PairValue rate, support;
  float mostWeight;  ///< limit of the sum of weights along any direction
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

/// Kernel that sums k d^2 and the tensor k r^ r^ over the neighbours of one particle.
struct SumWeights {
  const ExchangeTask& t;
  std::size_t i;
  NearOrigin here;
  FloatPacket square = broadcast(0.f), xx = square, yy = square, zz = square, xy = square, xz = square,
              yz = square;
  OOZE_LANES SumWeights(const ExchangeTask& task, std::size_t particle)
      : t(task), i(particle), here(task.at, particle) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const FloatPacket weight = maskedOrZero(lanes, weightOf(apart.d2, meanOf(t.support, i, others)));
    square = square + weight * apart.d2;
    const FloatPacket per = weight / apart.d2, x = per * apart.x, y = per * apart.y;
    xx = xx + x * apart.x, xy = xy + x * apart.y, xz = xz + x * apart.z;
    yy = yy + y * apart.y, yz = yz + y * apart.z, zz = zz + per * apart.z * apart.z;
  }
};

struct Exchange {
  const ExchangeTask& t;
  std::size_t i;
  NearOrigin here, moving;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);
  OOZE_LANES Exchange(const ExchangeTask& task, std::size_t particle)
      : t(task), i(particle), here(task.at, particle), moving(task.velocity, particle) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const FloatPacket weight = maskedOrZero(lanes, weightOf(apart.d2, meanOf(t.support, i, others)));
    const QuadruplePacket theirs = others.quadruplesOf(t.velocity);
    // Each pair counts twice, as (p, n) and as (n, p), hence the sum of both weights.
    const FloatPacket share = weight * (moving.w + theirs.w) * meanOf(t.rate, i, others) *
                              broadcast(0.5f * t.dt) * partOf(t.hasMasses, here.w, apart.w) / apart.d2;
    const FloatPacket parting =
        (theirs.x - moving.x) * apart.x + (theirs.y - moving.y) * apart.y + (theirs.z - moving.z) * apart.z;
    x = x + share * parting * apart.x;
    y = y + share * parting * apart.y;
    z = z + share * parting * apart.z;
  }
};

/// Returns an upper bound of the largest eigenvalue of a sum of k r^ r^, exact for a pair and for an
/// isotropic neighbourhood.
OOZE_LANES float strongest(const SumWeights& s) {
  const float xx = sum(s.xx), yy = sum(s.yy), zz = sum(s.zz), mean = (xx + yy + zz) / 3.f;
  const float xy = sum(s.xy), xz = sum(s.xz), yz = sum(s.yz);
  const float square = (xx - mean) * (xx - mean) + (yy - mean) * (yy - mean) + (zz - mean) * (zz - mean) +
                       2.f * (xy * xy + xz * xz + yz * yz);
  return mean + std::sqrt(2.f / 3.f * square);
}

void weigh(const ExchangeTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<SumWeights>(t, i);
    const float square = sum(kernel.square), most = strongest(kernel);
    t.perWeight[i] = 0.f;
    if (!(square > 0.f)) continue;
    const float support = t.support.of(i, i), wanted = kAlongLine * kMeanSquare * support * support / square;
    t.perWeight[i] = wanted * most < t.mostWeight ? wanted : t.mostWeight / most;
  }
}

void exchange(const ExchangeTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<Exchange>(t, i);
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

namespace {

// Limit of the exchanged part along any direction, over the s^2 + s up to which s stages are stable for a
// lone pair, less a margin so that a pair does not overshoot much.
constexpr float kStable = 0.35f;

}  // namespace

int exchangeStages(float part) {
  int stages = 1;
  // Deep in a liquid a third of the neighbours lie along each direction.
  while (kStable * static_cast<float>(stages * stages + stages) < 0.4f * kAlongLine * part) ++stages;
  return stages;
}

void ViscousExchange::exchange(const PairLiquid& liquid, Vec3Array& velocity, const PairValue& rate,
                               const PairValue& support, float fastest, float dt, const Threads& threads) {
  const std::size_t n = velocity.size();
  const int stages = exchangeStages(fastest * dt);
  const auto s = static_cast<float>(stages);
  perWeight_.resize(n);
  gained_.resize(n);
  changed_.resize(n);
  pack(liquid.position, liquid.mass, at_, threads);
  moving_.resize(4 * n);
  const ExchangeTask task{liquid.near,
                          liquid.mass != nullptr,
                          at_.data(),
                          moving_.data(),
                          rate,
                          support,
                          kStable * (s * s + s) / (fastest * dt),
                          dt,
                          perWeight_.data(),
                          Vectors(gained_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(weigh)(task, begin, end);
  });
  for (int stage = 1; stage <= stages; ++stage) {
    pack(velocity, perWeight_.data(), moving_, threads);
    const auto j = static_cast<float>(stage);
    const float before = (j - 1.f) / j, now = (2.f - 1.f / j) * 2.f / (s * s + s);
    threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      HWY_DYNAMIC_DISPATCH(exchange)(task, begin, end);
      // Neighbours read the packed velocities, so these can change at once.
      for (std::size_t i = begin; i < end; ++i) {
        const Vec3 change = now * gained_[i] + (stage > 1 ? before * changed_[i] : Vec3(0.f));
        changed_.set(i, change);
        velocity.add(i, change);
      }
    });
  }
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
