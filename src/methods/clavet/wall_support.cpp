// What walls hand on of the support that a particle needs along them (wall.h).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/wall_support.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/clavet/clavet.h"
#include "methods/clavet/pair_law-inl.h"

#ifndef OOZE_CLAVET_WALL_SUPPORT_TASK
#define OOZE_CLAVET_WALL_SUPPORT_TASK
namespace ooze::clavet {

struct GradientTask {
  const Neighbours& neighbours;
  const float *x, *y, *z;
  const float *pressure, *nearPressure;  ///< as the mean over the last sweeps [m/s^2]
  float h;
  PairMasses masses;
};

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Eight lanes' half of what differences of pressure push, over their distance [m/s^2 per m].
HWY_INLINE F8 halfPushes(M8 lanes, F8 h2, F8 perH, F8 dx, F8 dy, F8 dz, F8 more, F8 moreNear) {
  const F8 r2 = most(dx * dx + dy * dy + dz * dz, all(1e-30f));
  const F8 r = root(r2);
  const F8 w = only(lanes & (r2 < h2), all(1.f) - r * perH);
  return all(0.5f) * w * (more + w * moreNear) / r;
}

template <bool kOneMass>
Vec3 pushOf(const GradientTask& t, std::uint32_t i) {
  const NeighbourList list = t.neighbours.of(i);
  const F8 x = all(t.x[i]), y = all(t.y[i]), z = all(t.z[i]);
  const F8 far = all(t.pressure[i]), near = all(t.nearPressure[i]);
  const F8 h2 = all(t.h * t.h), perH = all(1.f / t.h);
  F8 sumX = all(0.f), sumY = sumX, sumZ = sumX;
  for (const std::uint32_t e : list.eights) {
    const std::uint32_t j = e >> 8;
    const F8 dx = load(t.x + j) - x, dy = load(t.y + j) - y, dz = load(t.z + j) - z;
    const F8 half = halfPushes(fromBits(e), h2, perH, dx, dy, dz, load(t.pressure + j) - far,
                               load(t.nearPressure + j) - near);
    const F8 own = sharedWithEight<kOneMass>(t.masses, i, j, half).own;
    sumX = sumX + own * dx, sumY = sumY + own * dy, sumZ = sumZ + own * dz;
  }
  for (std::size_t k = 0; k < list.singles.size(); k += 8) {
    const std::size_t count = list.singles.size() - k;
    const M8 lanes = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const I8 j = select(lanes, load(list.singles.data() + k), all(static_cast<std::int32_t>(i)));
    const F8 dx = gather(t.x, j) - x, dy = gather(t.y, j) - y, dz = gather(t.z, j) - z;
    const F8 half = halfPushes(lanes, h2, perH, dx, dy, dz, gather(t.pressure, j) - far,
                               gather(t.nearPressure, j) - near);
    const F8 own = sharedWithEach<kOneMass>(t.masses, i, j, half).own;
    sumX = sumX + own * dx, sumY = sumY + own * dy, sumZ = sumZ + own * dz;
  }
  return -Vec3(sum(sumX), sum(sumY), sum(sumZ));
}

void pushByGradient(const GradientTask& t, std::uint32_t i, Vec3& out) {
  out = t.masses.own ? pushOf<false>(t, i) : pushOf<true>(t, i);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::clavet {
HWY_EXPORT(pushByGradient);

namespace {

constexpr std::size_t kGrain = 512;  // particles

}  // namespace

/// What the gradient of pressure displaces a particle by, as far as its real neighbours hand it on: the push
/// of the relaxation less that of its own pressure from all sides. Uneven packing gives the latter a shear
/// stress, which mirrored liquid would not double but cancel.
void Clavet::supportAlongWalls(float dt, const Threads& threads, const Bodies& bodies) {
  if (bodies.list.empty()) return;
  // What the relaxation found serves: it looked a little farther than h.
  if (wallsOf_ != &bodies) walls_.find(particles_.position, bodies, h_, threads);
  const std::size_t count = particles_.size();
  support_.resize(count);
  meanPressure_.resize(count), meanNearPressure_.resize(count);
  threads.forChunks(count, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      meanPressure_[i] = packing_[i].meanPressure, meanNearPressure_[i] = packing_[i].meanNearPressure;
  });
  const Vec3Array& x = particles_.position;
  const GradientTask task{neighbours_, x.x.data(),           x.y.data(),
                          x.z.data(),  meanPressure_.data(), meanNearPressure_.data(),
                          h_,          pairMasses(threads)};
  threads.forChunks(count, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto near = walls_.of(i);
      if (near.empty()) continue;
      Vec3 byLiquid = x[i] - previous_[i] - dt * particles_.velocity[i];
      if (coefficients_[particles_.material[i]].kVolume > 0.f) {
        HWY_DYNAMIC_DISPATCH(pushByGradient)(task, static_cast<std::uint32_t>(i), byLiquid);
        byLiquid *= dt * dt;
      }
      support_.set(i, clavet::supportAlongWalls(x[i], byLiquid, near, h_));
    }
  });
  threads.forChunks(count, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!walls_.of(i).empty()) particles_.position.add(i, support_[i]);
  });
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
