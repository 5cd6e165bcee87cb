// Measures the arrangement of neighbours and corrects the shear stress that it causes (packing.h).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/packing.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/clavet/packing.h"

#ifndef OOZE_CLAVET_PACKING_TASK
#define OOZE_CLAVET_PACKING_TASK

#include <array>

namespace ooze::clavet {

/// Number of tensor components per particle: far xx yy zz xy xz yz, then near.
inline constexpr std::size_t kParts = 12;

struct PackingTask {
  const Neighbours& neighbours;
  Places at;
  std::array<const float*, kParts> own;  ///< fabric tensors of each particle, not averaged, by component
  float h;
};

/// Sums over the neighbours of one particle.
struct PackingSums {
  Tensor6 far, near;  ///< sums of w q r^ r^ and w^2 q r^ r^, w = 1 - q, r^ unit vectors
};

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct PackingLanes {
  FloatPacket far[6], near[6];
};

OOZE_LANES void addLanes(MaskPacket lanes, FloatPacket h2, FloatPacket perH, const PairOffset& apart,
                         PackingLanes& s) {
  const FloatPacket r = sqrt(apart.d2);
  const FloatPacket inverse = broadcast(1.f) / r, q = r * perH;
  const FloatPacket w = maskedOrZero(lanes & (apart.d2 < h2), broadcast(1.f) - q);
  const FloatPacket ux = inverse * apart.x, uy = inverse * apart.y, uz = inverse * apart.z;
  const FloatPacket products[6] = {ux * ux, uy * uy, uz * uz, ux * uy, ux * uz, uy * uz};
  for (int k = 0; k < 6; ++k) {
    const FloatPacket far = w * q * products[k];
    s.far[k] = s.far[k] + far;
    s.near[k] = s.near[k] + w * far;
  }
}

void observe(const PackingTask& t, std::uint32_t i, PackingSums& out) {
  const PairOrigin here(t.at, i);
  const FloatPacket h2 = broadcast(t.h * t.h), perH = broadcast(1.f / t.h);
  PackingLanes s;
  for (FloatPacket& f : s.far) f = broadcast(0.f);
  for (FloatPacket& f : s.near) f = broadcast(0.f);
  const auto add = [&](const auto& others, MaskPacket lanes)
                       HWY_ATTR { addLanes(lanes, h2, perH, here.to(t.at, others), s); };
  forEachPacket(t.neighbours.of(i), i, add);
  for (std::size_t k = 0; k < 6; ++k) out.far[k] = sum(s.far[k]), out.near[k] = sum(s.near[k]);
}

void observeRange(const PackingTask& t, std::uint32_t begin, std::uint32_t end, PackingSums* out) {
  for (std::uint32_t i = begin; i < end; ++i) observe(t, i, out[i - begin]);
}

/// Sums the tensors of one particle's neighbours, weighted by closeness. @return sum of the weights
float sumAround(const PackingTask& t, std::uint32_t i, std::array<float, kParts>& out) {
  const PairOrigin here(t.at, i);
  const FloatPacket perH = broadcast(1.f / t.h);
  FloatPacket sums[kParts], weights = broadcast(0.f);
  for (FloatPacket& s : sums) s = broadcast(0.f);
  const auto add = [&](const auto& others, MaskPacket lanes) HWY_ATTR {
    const FloatPacket w = maskedOrZero(lanes, linearKernel(sqrt(here.to(t.at, others).d2) * perH));
    weights = weights + w;
    for (std::size_t k = 0; k < kParts; ++k) sums[k] = sums[k] + w * others.of(t.own[k]);
  };
  forEachPacket(t.neighbours.of(i), i, add);
  for (std::size_t k = 0; k < kParts; ++k) out[k] = sum(sums[k]);
  return sum(weights);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
HWY_EXPORT(observeRange);
HWY_EXPORT(sumAround);

namespace {

constexpr std::size_t kGrain = 256;  // particles per parallel chunk

// Inverse of the factor between a push along n M n and its traceless stress 2/15 tr(Q) M. The factor follows
// from the mean n_a n_b n_c n_d = (sum of the three pairings) / 15 over uniformly distributed directions n.
constexpr float kInverse = 7.5f;

// Limit of the correction. A larger anisotropy means a surface or a few crowded particles, not strained
// liquid.
constexpr float kMostShear = 3.f;

// The correction fades out towards a surface, where anisotropic cohesion is the surface tension itself. The
// strength was measured with an oscillating drop of three radii (README.md, Packing); twice the strength
// would overcorrect.
constexpr float kMostExposure = 0.3f;
constexpr float kPart = 0.57f;
// Tension at which the correction begins [1]. Near the surface of a pool, where tension is low, the
// correction would cause rolls.
constexpr float kLeastTension = 1.f;
// The correction fades out beside walls, where neighbours exist on one side only.
constexpr float kMostWall = 0.25f;

bool isSound(const Packing& packing, const StateBounds&) {
  const auto finite = [](float v) { return std::isfinite(v); };
  return std::all_of(packing.far.begin(), packing.far.end(), finite) &&
         std::all_of(packing.near.begin(), packing.near.end(), finite) && finite(packing.meanPressure);
}

float traceOf(const Tensor6& t) { return t[0] + t[1] + t[2]; }

void takeTrace(Tensor6& t) {
  const float third = traceOf(t) / 3.f;
  for (std::size_t k = 0; k < 3; ++k) t[k] -= third;
}

float normOf(const Tensor6& t) {
  float squares = 0.f;
  for (std::size_t k = 0; k < 6; ++k) squares += (k < 3 ? 1.f : 2.f) * t[k] * t[k];
  return std::sqrt(squares);
}

}  // namespace

ShearCorrection computeShearCorrection(const Packing& packing, const ShearCorrectionInput& parts) {
  const float strength = kPart * std::clamp(parts.tension - kLeastTension, 0.f, 1.f) *
                         std::max(0.f, 1.f - parts.exposure / kMostExposure) *
                         std::max(0.f, 1.f - parts.wallShare / kMostWall);
  ShearCorrection push;
  push.most = strength * parts.near;
  if (!(push.most > 0.f)) return {};
  for (std::size_t k = 0; k < 6; ++k)
    push.shear[k] = strength * (parts.far * packing.far[k] + parts.near * packing.near[k]);
  const float norm = normOf(push.shear), limit = kMostShear * push.most;
  const float part = norm > limit ? limit / norm : 1.f;
  for (std::size_t k = 0; k < 6; ++k) push.shear[k] *= k < 3 ? part : 2.f * part;
  return push;
}

void ObservedPacking::addTo(ParticleArrays& arrays) {
  values = arrays.add(ParticleArray<Packing>{.extent = ArrayExtent::MayBeShorter, .isSound = isSound});
}

void ObservedPacking::observe(ParticleLiquid& liquid, const MaterialLaws& laws, const Threads& threads) {
  std::vector<Packing>& packing = liquid[values];
  packing.resize(liquid.size());
  // Without volume stiffness the liquid is the paper's own and gets no correction.
  const std::span<const Coefficients> all = laws.all();
  if (std::none_of(all.begin(), all.end(), [](const Coefficients& c) { return c.kVolume > 0.f; })) return;
  for (std::vector<float>& part : own_) part.resize(liquid.size());
  const Vec3Array& x = liquid.particles.position;
  PackingTask task{liquid.neighbours(), Places(x), {}, laws.h()};
  for (std::size_t k = 0; k < kParts; ++k) task.own[k] = own_[k].data();
  threads.forChunks(x.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::array<PackingSums, kGrain> sums;
    HWY_DYNAMIC_DISPATCH(observeRange)
    (task, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), sums.data());
    for (std::size_t i = begin; i < end; ++i) {
      PackingSums& s = sums[i - begin];
      const float trace = std::max(traceOf(s.far) + kVolumeNear * traceOf(s.near), 1e-6f);
      takeTrace(s.far), takeTrace(s.near);
      for (std::size_t k = 0; k < 6; ++k)
        own_[k][i] = kInverse / trace * s.far[k], own_[6 + k][i] = kInverse / trace * s.near[k];
    }
  });
  threads.forEachIndex(x.size(), kGrain, [&](std::size_t i) {
    std::array<float, kParts> around{};
    float weights = 1.f;
    // Averaging over neighbours is only needed under tension; compressed liquid gets no correction.
    if (packing[i].meanPressure < 0.f)
      weights += HWY_DYNAMIC_DISPATCH(sumAround)(task, static_cast<std::uint32_t>(i), around);
    for (std::size_t k = 0; k < 6; ++k) {
      packing[i].far[k] = (own_[k][i] + around[k]) / weights;
      packing[i].near[k] = (own_[6 + k][i] + around[6 + k]) / weights;
    }
  });
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
