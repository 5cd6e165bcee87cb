// Implements the classification of surface particles (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/surface.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/pairs-inl.h"
#include "methods/steele/surface.h"

#ifndef OOZE_STEELE_SURFACE_TASK
#define OOZE_STEELE_SURFACE_TASK
namespace ooze::steele {

inline constexpr float kSine = 0.173648f;  // sine of 10 degrees

struct SurfaceTask {
  const Neighbours& neighbours;
  Places at;
  float reach;
  float* exposure;
};

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

struct Centroid {
  const SurfaceTask& t;
  Here here;
  F8 x = all(0.f), y = all(0.f), z = all(0.f);
  std::uint32_t count = 0;
  OOZE_LANES Centroid(const SurfaceTask& task, std::size_t i) : t(task), here(task.at, i) {}
  template <class Particles8>
  OOZE_LANES void operator()(const Particles8& others, M8 lanes) {
    const Apart apart = here.to(t.at, others);
    const M8 within = lanes & (apart.d2 < all(t.reach * t.reach));
    x = x + only(within, apart.x), y = y + only(within, apart.y), z = z + only(within, apart.z);
    count += static_cast<std::uint32_t>(std::popcount(bitsOf(within)));
  }
};

struct Outward {
  const SurfaceTask& t;
  Here here;
  F8 x, y, z, least;
  std::uint32_t count = 0;
  /// @param nx, ny, nz  outward direction @param length  length of that vector
  OOZE_LANES Outward(const SurfaceTask& task, std::size_t i, float nx, float ny, float nz, float length)
      : t(task), here(task.at, i), x(all(nx)), y(all(ny)), z(all(nz)), least(all(kSine * length)) {}
  template <class Particles8>
  OOZE_LANES void operator()(const Particles8& others, M8 lanes) {
    const Apart apart = here.to(t.at, others);
    const M8 within = lanes & (apart.d2 < all(t.reach * t.reach));
    const F8 outward = apart.x * x + apart.y * y + apart.z * z;
    count +=
        static_cast<std::uint32_t>(std::popcount(bitsOf(without(within, outward < least * root(apart.d2)))));
  }
};

void classify(const SurfaceTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const NeighbourList list = t.neighbours.of(i);
    Centroid all(t, i);
    forEights(list, static_cast<std::uint32_t>(i), all);
    // Vector from the centroid of the neighbourhood, including the particle itself, to the particle.
    const float x = -sum(all.x), y = -sum(all.y), z = -sum(all.z);
    const float length = std::sqrt(x * x + y * y + z * z);
    t.exposure[i] = 1.f;
    if (all.count == 0 || !(length > 0.f)) {
      if (all.count > 0) t.exposure[i] = 0.f;  // symmetric neighbourhood
      continue;
    }
    Outward outward(t, i, x, y, z, length);
    forEights(list, static_cast<std::uint32_t>(i), outward);
    const float ratio = static_cast<float>(outward.count) / static_cast<float>(1 + all.count - outward.count);
    const float depth = ratio / kDeepRatio;
    t.exposure[i] = depth < 1.f ? 1.f - depth : 0.f;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(classify);

void classifySurface(const Liquid& liquid, float reach, std::vector<float>& exposure,
                     const Threads& threads) {
  const std::size_t n = liquid.position.size();
  exposure.resize(n);
  const SurfaceTask task{liquid.neighbours, Places(liquid.position), reach, exposure.data()};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(classify)(task, begin, end);
  });
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
