// Implements the classification of surface particles (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/surface.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/near-inl.h"
#include "methods/steele/pair_stages.h"

#ifndef OOZE_STEELE_SURFACE_TASK
#define OOZE_STEELE_SURFACE_TASK
namespace ooze::steele {

inline constexpr float kSine = 0.173648f;  // sine of 10 degrees

struct SurfaceTask {
  const NearLists& near;
  const float* at;  ///< position, by particle
  float reach;
  float* exposure;
};

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct Centroid {
  const SurfaceTask& t;
  NearOrigin here;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);
  std::uint32_t count = 0;
  OOZE_LANES Centroid(const SurfaceTask& task, std::size_t i) : t(task), here(task.at, i) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const MaskPacket within = lanes & (apart.d2 < broadcast(t.reach * t.reach));
    x = x + maskedOrZero(within, apart.x), y = y + maskedOrZero(within, apart.y),
    z = z + maskedOrZero(within, apart.z);
    count += static_cast<std::uint32_t>(std::popcount(bitsOf(within)));
  }
};

struct CountOutward {
  const SurfaceTask& t;
  NearOrigin here;
  FloatPacket x, y, z, leastDot;
  std::uint32_t count = 0;
  /// @param nx, ny, nz  vector in the outward direction
  /// @param length  length of that vector
  OOZE_LANES CountOutward(const SurfaceTask& task, std::size_t i, float nx, float ny, float nz, float length)
      : t(task),
        here(task.at, i),
        x(broadcast(nx)),
        y(broadcast(ny)),
        z(broadcast(nz)),
        leastDot(broadcast(kSine * length)) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const MaskPacket within = lanes & (apart.d2 < broadcast(t.reach * t.reach));
    const FloatPacket outward = apart.x * x + apart.y * y + apart.z * z;
    count += static_cast<std::uint32_t>(
        std::popcount(bitsOf(andNot(within, outward < leastDot * sqrt(apart.d2)))));
  }
};

void classifyParticles(const SurfaceTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const NearList list = t.near.of(i);
    Centroid centroid(t, i);
    forEachNear(list, centroid);
    // Vector from the centroid of the neighbourhood, including the particle itself, to the particle.
    const float x = -sum(centroid.x), y = -sum(centroid.y), z = -sum(centroid.z);
    const float length = std::sqrt(x * x + y * y + z * z);
    t.exposure[i] = 1.f;
    if (centroid.count == 0 || !(length > 0.f)) {
      if (centroid.count > 0) t.exposure[i] = 0.f;  // a symmetric neighbourhood lies inside the liquid
      continue;
    }
    CountOutward outward(t, i, x, y, z, length);
    forEachNear(list, outward);
    const float ratio =
        static_cast<float>(outward.count) / static_cast<float>(1 + centroid.count - outward.count);
    const float depth = ratio / kDeepRatio;
    t.exposure[i] = depth < 1.f ? 1.f - depth : 0.f;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(classifyParticles);

void SurfaceClassifier::classify(const PairLiquid& liquid, float reach, std::vector<float>& exposure,
                                 const Threads& threads) {
  const std::size_t n = liquid.position.size();
  exposure.resize(n);
  pack(liquid.position, nullptr, at_, threads);
  const SurfaceTask task{liquid.near, at_.data(), reach, exposure.data()};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(classifyParticles)(task, begin, end);
  });
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
