// Sums of the packing correction: moments and shear rate of each particle's neighbours, and their mean over
// the neighbourhood.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/shape_matching/packing_correction.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/pairs-inl.h"
#include "methods/shape_matching/packing_correction.h"

#ifndef OOZE_SHAPE_MATCHING_PACKING_TASK
#define OOZE_SHAPE_MATCHING_PACKING_TASK
namespace ooze::shape_matching {

struct PackingTask {
  const Neighbours& neighbours;
  Places at, velocity;
  float h;
  const float* counts;
  std::array<float*, 6> moments, strainRate;  ///< of each particle
  std::array<float*, 6> mean;                 ///< moments, averaged over the neighbourhood
  float* shearRate;
};

}  // namespace ooze::shape_matching
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::shape_matching {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Sums of w x x^T and w u x^T over the offsets x and the relative velocities u, with the weight w of the
/// force of pressure.
struct MomentKernel {
  const PackingTask& t;
  PairOrigin here, moving;
  FloatPacket xx = broadcast(0.f), yy = broadcast(0.f), zz = broadcast(0.f), xy = broadcast(0.f),
              yz = broadcast(0.f), zx = broadcast(0.f);
  FloatPacket uxx = broadcast(0.f), uyy = broadcast(0.f), uzz = broadcast(0.f), uxy = broadcast(0.f),
              uyz = broadcast(0.f), uzx = broadcast(0.f);  // twice the symmetric part of u x^T

  OOZE_LANES MomentKernel(const PackingTask& task, std::size_t i)
      : t(task), here(task.at, i), moving(task.velocity, i) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset x = here.to(t.at, others), u = moving.to(t.velocity, others);
    const FloatPacket r = sqrt(x.d2);
    const FloatPacket q = maskedOrZero(lanes, linearKernel(r * broadcast(1.f / t.h)));
    const FloatPacket w = q * (broadcast(1.f) + q + q) / r;
    const FloatPacket wx = w * x.x, wy = w * x.y, wz = w * x.z;
    xx = xx + wx * x.x, yy = yy + wy * x.y, zz = zz + wz * x.z;
    xy = xy + wx * x.y, yz = yz + wy * x.z, zx = zx + wz * x.x;
    uxx = uxx + (wx + wx) * u.x, uyy = uyy + (wy + wy) * u.y, uzz = uzz + (wz + wz) * u.z;
    uxy = uxy + wx * u.y + wy * u.x, uyz = uyz + wy * u.z + wz * u.y, uzx = uzx + wz * u.x + wx * u.z;
  }
};

/// Sets moments over a third of their trace, and the deviator of the strain rate.
void sumMoments(const PackingTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto k = sumOverNeighbours<MomentKernel>(t, i);
    const SymmetricMatrix m{sum(k.xx), sum(k.yy), sum(k.zz), sum(k.xy), sum(k.yz), sum(k.zx)};
    const float trace = m[0] + m[1] + m[2], scale = trace > 0.f ? 3.f / trace : 0.f;
    for (std::size_t c = 0; c < m.size(); ++c) t.moments[c][i] = scale * m[c];
    // In even liquid the sum of w u x^T is the velocity gradient times a third of the trace.
    const float xx = 0.5f * scale * sum(k.uxx), yy = 0.5f * scale * sum(k.uyy),
                zz = 0.5f * scale * sum(k.uzz), xy = 0.5f * scale * sum(k.uxy),
                yz = 0.5f * scale * sum(k.uyz), zx = 0.5f * scale * sum(k.uzx);
    const float mean = (xx + yy + zz) / 3.f;
    const SymmetricMatrix rate{xx - mean, yy - mean, zz - mean, xy, yz, zx};
    for (std::size_t c = 0; c < rate.size(); ++c) t.strainRate[c][i] = rate[c];
  }
}

struct MeanKernel {
  const PackingTask& t;
  PairOrigin here;
  FloatPacket xx = broadcast(0.f), yy = broadcast(0.f), zz = broadcast(0.f), xy = broadcast(0.f),
              yz = broadcast(0.f), zx = broadcast(0.f), weight = broadcast(0.f);
  FloatPacket uxx = broadcast(0.f), uyy = broadcast(0.f), uzz = broadcast(0.f), uxy = broadcast(0.f),
              uyz = broadcast(0.f), uzx = broadcast(0.f), near = broadcast(0.f);

  OOZE_LANES MeanKernel(const PackingTask& task, std::size_t i) : t(task), here(task.at, i) {}
  template <class ParticlePacket>
  OOZE_LANES void operator()(const ParticlePacket& others, MaskPacket lanes) {
    const PairOffset x = here.to(t.at, others);
    const FloatPacket q = maskedOrZero(lanes, linearKernel(sqrt(x.d2) * broadcast(1.f / t.h)));
    const FloatPacket w = q * others.of(t.counts);
    weight = weight + w, near = near + q;
    xx = xx + w * others.of(t.moments[0]), yy = yy + w * others.of(t.moments[1]);
    zz = zz + w * others.of(t.moments[2]), xy = xy + w * others.of(t.moments[3]);
    yz = yz + w * others.of(t.moments[4]), zx = zx + w * others.of(t.moments[5]);
    uxx = uxx + q * others.of(t.strainRate[0]), uyy = uyy + q * others.of(t.strainRate[1]);
    uzz = uzz + q * others.of(t.strainRate[2]), uxy = uxy + q * others.of(t.strainRate[3]);
    uyz = uyz + q * others.of(t.strainRate[4]), uzx = uzx + q * others.of(t.strainRate[5]);
  }
};

/// Averages over the neighbourhood of each particle, itself included: the moments that count, and the strain
/// rate D, for the shear rate sqrt(2 D : D). The mean strain rate has less noise than that of one particle.
void averageMoments(const PackingTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (!(t.counts[i] > 0.f)) {
      t.shearRate[i] = 0.f;
      for (float* mean : t.mean) mean[i] = 0.f;
      continue;
    }
    const auto k = sumOverNeighbours<MeanKernel>(t, i);
    const float all = 1.f + sum(k.weight);
    const SymmetricMatrix m{sum(k.xx), sum(k.yy), sum(k.zz), sum(k.xy), sum(k.yz), sum(k.zx)};
    for (std::size_t c = 0; c < m.size(); ++c) t.mean[c][i] = (m[c] + t.moments[c][i]) / all;
    const SymmetricMatrix rates{sum(k.uxx), sum(k.uyy), sum(k.uzz), sum(k.uxy), sum(k.uyz), sum(k.uzx)};
    float squares = 0.f;
    for (std::size_t c = 0; c < rates.size(); ++c) {
      const float rate = (rates[c] + t.strainRate[c][i]) / (1.f + sum(k.near));
      squares += (c < 3 ? 2.f : 4.f) * rate * rate;
    }
    t.shearRate[i] = std::sqrt(squares);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::shape_matching
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ooze::shape_matching {
HWY_EXPORT(sumMoments);
HWY_EXPORT(averageMoments);

namespace {

constexpr std::size_t kPackingGrain = 256;  // particles per chunk
// Faces within this distance of a particle count when a particle is between two [h].
constexpr float kBesideFace = 0.5f;
// The correction acts by D^2 / (D^2 + D0^2), with the shear rate D and D0 = this factor times sqrt(g / h).
// Liquid at rest trembles at a fraction of D0; waves and eddies shear faster than D0.
constexpr float kSlowShear = 0.032f;
constexpr float kGravity = 9.81f;  // of the earth, so that a material does not change with gravity [m/s^2]

/// Moments of even liquid beyond a plane, over those of even liquid all around.
struct MomentsBeyond {
  float across, along;  ///< component along the normal, and along the plane [1]
};
/// Integrates w x x^T over the cap beyond a plane: w r^4 (1 - c^3) / 3 across and w r^4 ((1 - c) -
/// (1 - c^3) / 3) / 2 along, with c = d / r and w r = q (1 + 2 q).
/// @param d  distance of the plane [h]
MomentsBeyond momentsBeyond(double d) {
  constexpr int kParts = 200;
  double across = 0.0, along = 0.0;
  for (int k = 0; k < kParts; ++k) {
    const double r = d + (1.0 - d) * (k + 0.5) / kParts, q = 1.0 - r, c = d / r;
    const double weight = q * (1.0 + 2.0 * q) * r * r * r, third = (1.0 - c * c * c) / 3.0;
    across += weight * third, along += weight * 0.5 * ((1.0 - c) - third);
  }
  // All around, the integral of q (1 + 2 q) r^3 over r from 0 to 1 is 1 / 12, and two thirds of it are the
  // integral of c^2 over all directions.
  const double whole = (1.0 / 20.0 + 2.0 / 60.0) * 2.0 / 3.0, scale = (1.0 - d) / kParts / whole;
  return {static_cast<float>(scale * across), static_cast<float>(scale * along)};
}

MomentsBeyond interpolatedBeyond(float d) {
  constexpr std::size_t kSteps = 64;
  static const std::array<MomentsBeyond, kSteps + 1> table = [] {
    std::array<MomentsBeyond, kSteps + 1> values{};
    for (std::size_t k = 0; k <= kSteps; ++k) values[k] = momentsBeyond(static_cast<double>(k) / kSteps);
    return values;
  }();
  const float at = std::clamp(d, 0.f, 1.f) * static_cast<float>(kSteps);
  const std::size_t k = std::min(static_cast<std::size_t>(at), kSteps - 1);
  const float u = at - static_cast<float>(k);
  return {(1.f - u) * table[k].across + u * table[k + 1].across,
          (1.f - u) * table[k].along + u * table[k + 1].along};
}

/// What the solids near a particle leave of its neighbourhood.
struct EvenLiquid {
  SymmetricMatrix moments{1.f, 1.f, 1.f, 0.f, 0.f, 0.f};  ///< of even liquid that ends at the solids [1]
  bool isKnown = true;
};
EvenLiquid evenLiquidBeside(const NearFaces& faces, float h) {
  EvenLiquid even;
  int near = 0;
  for (const NearFace& face : faces.list) {
    const float d = face.distance / h;
    if (d >= 1.f) continue;
    if (d < kBesideFace) near += face.body->motion == Motion::Dynamic ? 2 : 1;
    const auto [across, along] = interpolatedBeyond(d);
    const Vec3& n = face.normal;
    const float more = across - along;
    const SymmetricMatrix beyond{along + more * n.x * n.x, along + more * n.y * n.y, along + more * n.z * n.z,
                                 more * n.x * n.y,         more * n.y * n.z,         more * n.z * n.x};
    for (std::size_t c = 0; c < beyond.size(); ++c) even.moments[c] -= beyond[c];
  }
  even.isKnown = near < 2;
  return even;
}

}  // namespace

void PackingCorrection::compareWithEven(const ParticleLiquid& liquid, float h, const Densities& densities,
                                        std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    counts_[i] = 0.f;
    const bool isPressed = liquid.particles.density[i] > 1.f;
    const EvenLiquid even = isPressed ? evenLiquidBeside(densities.nearBodies().of(i), h) : EvenLiquid{};
    const float trace = even.moments[0] + even.moments[1] + even.moments[2];
    if (!isPressed || !even.isKnown || !(trace > 0.f)) {
      moments_.set(i, {});
      continue;
    }
    counts_[i] = 1.f;
    for (std::size_t c = 0; c < even.moments.size(); ++c)
      moments_.part[c][i] -= 3.f / trace * even.moments[c];
  }
}

void PackingCorrection::addTo(ParticleArrays& arrays) {
  const auto isSound = [](const SymmetricMatrix& m, const StateBounds&) {
    return std::ranges::all_of(m, [](float v) { return std::isfinite(v); });
  };
  unevenness = arrays.add(
      ParticleArray<SymmetricMatrix>{.extent = ArrayExtent::MayBeShorter, .isSound = isSound, .late = true});
}

void PackingCorrection::observe(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
                                const Densities& densities, const Threads& threads) {
  const Particles& p = liquid.particles;
  const std::size_t n = p.size();
  moments_.resize(n), strainRate_.resize(n), mean_.resize(n), shearRate_.resize(n), counts_.resize(n);
  PackingTask task{liquid.neighbours(), Places(p.position), Places(p.velocity), h, counts_.data(), {}, {}, {},
                   shearRate_.data()};
  for (std::size_t c = 0; c < task.mean.size(); ++c) {
    task.moments[c] = moments_.part[c].data(), task.strainRate[c] = strainRate_.part[c].data();
    task.mean[c] = mean_.part[c].data();
  }
  threads.forChunks(n, kPackingGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(sumMoments)(task, begin, end);
    compareWithEven(liquid, h, densities, begin, end);
  });
  const float slow = kSlowShear * std::sqrt(kGravity / h);
  std::vector<SymmetricMatrix>& result = liquid[unevenness];
  result.resize(n);
  threads.forChunks(n, kPackingGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(averageMoments)(task, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      const float rate = shearRate_[i] * shearRate_[i];
      const float part = materials[p.material[i]].keepsShape() ? 0.f : rate / (rate + slow * slow);
      for (std::size_t c = 0; c < task.mean.size(); ++c) result[i][c] = part * mean_.part[c][i];
    }
  });
}

const SymmetricMatrices& PackingCorrection::computeStress(std::span<const float> pressure,
                                                          std::span<const SymmetricMatrix> uneven,
                                                          const Threads& threads) {
  stress_.resize(pressure.size());
  threads.forEachIndex(pressure.size(), kPackingGrain, [&](std::size_t i) {
    SymmetricMatrix stress{1.f, 1.f, 1.f, 0.f, 0.f, 0.f};
    if (i < uneven.size())
      for (std::size_t c = 0; c < stress.size(); ++c) stress[c] -= uneven[i][c];
    for (float& value : stress) value *= pressure[i];
    stress_.set(i, stress);
  });
  return stress_;
}

}  // namespace ooze::shape_matching
#endif  // HWY_ONCE
