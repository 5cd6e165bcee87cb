// The arrangement of neighbours, and what it does to pushes (packing.h).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/packing.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/clavet/clavet.h"
#include "methods/clavet/packing.h"

#ifndef OOZE_CLAVET_PACKING_TASK
#define OOZE_CLAVET_PACKING_TASK
namespace ooze::clavet {

struct PackingTask {
  const Neighbours& neighbours;
  const float *x, *y, *z, *vx, *vy, *vz;
  float h;
};

/// Sums over the neighbours of one particle.
struct PackingSums {
  Tensor6 far, near;  ///< of w q r^ r^ and of w^2 q r^ r^
  glm::mat3 rates;    ///< column a: sum of w (v_j - v_i) r^_a [m/s]
};

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

struct PackingLanes {
  F8 far[6], near[6], rates[9];
};

HWY_INLINE void addLanes(M8 lanes, F8 h2, F8 perH, F8 dx, F8 dy, F8 dz, F8 dvx, F8 dvy, F8 dvz,
                         PackingLanes& s) {
  const F8 r2 = most(dx * dx + dy * dy + dz * dz, all(1e-30f));
  const F8 r = root(r2);
  const F8 inverse = all(1.f) / r, q = r * perH;
  const F8 w = only(lanes & (r2 < h2), all(1.f) - q);
  const F8 ux = inverse * dx, uy = inverse * dy, uz = inverse * dz;
  const F8 wq = w * q;
  const F8 products[6] = {ux * ux, uy * uy, uz * uz, ux * uy, ux * uz, uy * uz};
  for (int k = 0; k < 6; ++k) {
    const F8 far = wq * products[k];
    s.far[k] = s.far[k] + far;
    s.near[k] = s.near[k] + w * far;
  }
  const F8 sx = w * ux, sy = w * uy, sz = w * uz;
  s.rates[0] = s.rates[0] + sx * dvx, s.rates[1] = s.rates[1] + sx * dvy, s.rates[2] = s.rates[2] + sx * dvz;
  s.rates[3] = s.rates[3] + sy * dvx, s.rates[4] = s.rates[4] + sy * dvy, s.rates[5] = s.rates[5] + sy * dvz;
  s.rates[6] = s.rates[6] + sz * dvx, s.rates[7] = s.rates[7] + sz * dvy, s.rates[8] = s.rates[8] + sz * dvz;
}

void observe(const PackingTask& t, std::uint32_t i, PackingSums& out) {
  const NeighbourList list = t.neighbours.of(i);
  const F8 x = all(t.x[i]), y = all(t.y[i]), z = all(t.z[i]);
  const F8 vx = all(t.vx[i]), vy = all(t.vy[i]), vz = all(t.vz[i]);
  const F8 h2 = all(t.h * t.h), perH = all(1.f / t.h);
  PackingLanes s;
  for (F8& f : s.far) f = all(0.f);
  for (F8& f : s.near) f = all(0.f);
  for (F8& f : s.rates) f = all(0.f);
  for (const std::uint32_t e : list.eights) {
    const std::uint32_t j = e >> 8;
    addLanes(fromBits(e), h2, perH, load(t.x + j) - x, load(t.y + j) - y, load(t.z + j) - z,
             load(t.vx + j) - vx, load(t.vy + j) - vy, load(t.vz + j) - vz, s);
  }
  for (std::size_t k = 0; k < list.singles.size(); k += 8) {
    const std::size_t count = list.singles.size() - k;
    const M8 lanes = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const I8 j = select(lanes, load(list.singles.data() + k), all(static_cast<std::int32_t>(i)));
    addLanes(lanes, h2, perH, gather(t.x, j) - x, gather(t.y, j) - y, gather(t.z, j) - z,
             gather(t.vx, j) - vx, gather(t.vy, j) - vy, gather(t.vz, j) - vz, s);
  }
  for (std::size_t k = 0; k < 6; ++k) out.far[k] = sum(s.far[k]), out.near[k] = sum(s.near[k]);
  for (int column = 0; column < 3; ++column)
    for (int line = 0; line < 3; ++line) out.rates[column][line] = sum(s.rates[3 * column + line]);
}

void observeRange(const PackingTask& t, std::uint32_t begin, std::uint32_t end, PackingSums* out) {
  for (std::uint32_t i = begin; i < end; ++i) observe(t, i, out[i - begin]);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <cmath>
#include <glm/matrix.hpp>
#include <numbers>

namespace ooze::clavet {
HWY_EXPORT(observeRange);

namespace {

constexpr std::size_t kGrain = 256;  // particles

// An even distribution of directions n has the mean n_a n_b n_c n_d = (sum of the three pairings) / 15, so a
// push along n M n has the traceless stress 2/15 tr(Q) M: this is its inverse.
constexpr float kInverse = 7.5f;

// What is more uneven is a surface or a crowd of a few, not liquid that has been strained.
constexpr float kMostShear = 3.f;

// At a surface cohesion is uneven because it is a surface tension: there it stays. Measured with a drop of
// three radii, which keeps a tenth of a swing without and two thirds with these.
constexpr float kMostExposure = 0.3f;
constexpr float kCohesionPart = 1.3f;
// Under a head, as near the surface of a pool, the same would set the liquid rolling.
constexpr float kLeastTension = 1.f;

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

/// Where the velocity goes as v + G r h, w (v_j - v_i) r^ sums to h G sum w q r^ r^.
Tensor6 gradientOf(const PackingSums& s, float h) {
  // Few neighbours tell little: what they leave open is taken for no change.
  constexpr float kFirm = 0.02f;
  const Tensor6& q = s.far;
  const glm::mat3 moments(q[0] + kFirm, q[3], q[4], q[3], q[1] + kFirm, q[5], q[4], q[5], q[2] + kFirm);
  const glm::mat3 g = s.rates * glm::inverse(moments) * (1.f / h);
  return {g[0][0], g[1][1], g[2][2], g[0][1] + g[1][0], g[0][2] + g[2][0], g[1][2] + g[2][1]};
}

}  // namespace

ShearPush shearPush(const Packing& packing, const PushParts& parts) {
  const float volume = parts.volume * std::max(0.f, 1.f - parts.wallShare);
  const float cohesion = kCohesionPart * std::clamp(parts.tension - kLeastTension, 0.f, 1.f) *
                         std::max(0.f, 1.f - parts.exposure / kMostExposure) *
                         std::max(0.f, 1.f - 4.f * parts.wallShare);
  ShearPush push;
  push.most = parts.volume + cohesion * parts.near;
  if (!(push.most > 0.f)) return {};
  for (std::size_t k = 0; k < 6; ++k)
    push.shear[k] =
        volume * packing.volume[k] + cohesion * (parts.far * packing.far[k] + parts.near * packing.near[k]);
  const float norm = normOf(push.shear), limit = kMostShear * push.most;
  const float part = norm > limit ? limit / norm : 1.f;
  for (std::size_t k = 0; k < 6; ++k) push.shear[k] *= k < 3 ? part : 2.f * part;
  return push;
}

void Clavet::observePacking(const Threads& threads, const Bodies& bodies) {
  packing_.resize(particles_.size());
  if (!calms()) return;
  const Particles& p = particles_;
  walls_.find(p.position, bodies, h_, threads);
  wallsOf_ = nullptr;
  const PackingTask task{neighbours_,         p.position.x.data(), p.position.y.data(), p.position.z.data(),
                         p.velocity.x.data(), p.velocity.y.data(), p.velocity.z.data(), h_};
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::array<PackingSums, kGrain> sums;
    HWY_DYNAMIC_DISPATCH(observeRange)
    (task, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), sums.data());
    for (std::size_t i = begin; i < end; ++i) {
      PackingSums& s = sums[i - begin];
      Packing& own = packing_[i];
      own.gradient = gradientOf(s, h_);
      if (const auto near = walls_.of(i); !near.empty())
        addWallPacking(p.position[i], near, coefficients_[p.material[i]].settledDensity, h_, s.far, s.near);
      const float trace = std::max(traceOf(s.far) + kVolumeNear * traceOf(s.near), 1e-6f);
      takeTrace(s.far), takeTrace(s.near);
      for (std::size_t k = 0; k < 6; ++k) {
        own.far[k] = kInverse / trace * s.far[k], own.near[k] = kInverse / trace * s.near[k];
        own.volume[k] = own.far[k] + kVolumeNear * own.near[k];
      }
    }
  });
  smoothPacking(threads);
}

/// The stress of cohesion is a small difference of pull and push: taken from a particle's own neighbours it
/// would be mostly their disorder. Where pressure pushes, cohesion is not corrected and nothing is smoothed.
void Clavet::smoothPacking(const Threads& threads) {
  const auto wants = [&](std::size_t i) { return packing_[i].meanPressure < 0.f; };
  smoothed_.resize(packing_.size());
  const Vec3Array& x = particles_.position;
  threads.forChunks(x.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!wants(i)) continue;
      Tensor6 far = packing_[i].far, near = packing_[i].near;
      float weights = 1.f;
      neighbours_.of(i).forEach([&](std::size_t j) {
        const Vec3 r = x[j] - x[i];
        const float w = 1.f - glm::length(r) / h_;
        if (!(w > 0.f)) return;
        weights += w;
        for (std::size_t k = 0; k < 6; ++k)
          far[k] += w * packing_[j].far[k], near[k] += w * packing_[j].near[k];
      });
      for (std::size_t k = 0; k < 6; ++k)
        smoothed_[i][k] = far[k] / weights, smoothed_[i][6 + k] = near[k] / weights;
    }
  });
  threads.forChunks(x.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!wants(i)) continue;
      std::copy_n(smoothed_[i].begin(), 6, packing_[i].far.begin());
      std::copy_n(smoothed_[i].begin() + 6, 6, packing_[i].near.begin());
    }
  });
}

/// What has no volume stiffness is the paper's liquid.
bool Clavet::calms() const {
  return std::any_of(coefficients_.begin(), coefficients_.end(),
                     [](const Coefficients& c) { return c.kVolume > 0.f; });
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
