#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/particle_smoothing.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "surface/nearby_particles.h"
#include "surface/particle_smoothing.h"

#ifndef OOZE_SURFACE_NEIGHBOURHOOD
#define OOZE_SURFACE_NEIGHBOURHOOD

#include <algorithm>
#include <cmath>

namespace ooze::surface {

/// Sums over the neighbours of a particle, itself included: kernel sum, weight and first moment.
/// The kernel is (1 - q)^2; the weight is w = 1 - q^3, eq. 11 of Yu and Turk.
struct FirstSums {
  float kernelSum, weight;
  Vec3 moment;
};

/// Second moments of the neighbours, and their weighted `lean` (offset to the mean of their own neighbours).
struct SecondSums {
  float weight;
  Vec3 moment, lean;
  float xx, xy, xz, yy, yz, zz;
};

}  // namespace ooze::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::surface {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

void sumFirst(const NearbyParticles& near, const Vec3& at, float perReach, FirstSums& sums) {
  const FloatPacket x = broadcast(at.x), y = broadcast(at.y), z = broadcast(at.z), one = broadcast(1.f),
                    none = broadcast(0.f);
  FloatPacket kernelSum = none, weight = none, mx = none, my = none, mz = none;
  for (std::size_t k = 0; k < near.padded(); k += 8) {
    const FloatPacket dx = load(near.x.data() + k) - x, dy = load(near.y.data() + k) - y,
                      dz = load(near.z.data() + k) - z;
    const FloatPacket r2 = dx * dx + dy * dy + dz * dz;
    const FloatPacket q2 = r2 * broadcast(perReach * perReach);
    if (bitsOf(q2 < one) == 0) continue;
    const FloatPacket q = min(sqrt(q2), one);
    const FloatPacket w = one - q * q * q;
    kernelSum = kernelSum + (one - q) * (one - q);
    weight = weight + w;
    mx = mx + w * dx, my = my + w * dy, mz = mz + w * dz;
  }
  sums = {sum(kernelSum), sum(weight), {sum(mx), sum(my), sum(mz)}};
}

void sumSecond(const NearbyParticles& near, const float* leanX, const float* leanY, const float* leanZ,
               const Vec3& at, float perReach, SecondSums& sums) {
  const FloatPacket x = broadcast(at.x), y = broadcast(at.y), z = broadcast(at.z), one = broadcast(1.f),
                    none = broadcast(0.f);
  FloatPacket weight = none, mx = none, my = none, mz = none, lx = none, ly = none, lz = none;
  FloatPacket xx = none, xy = none, xz = none, yy = none, yz = none, zz = none;
  for (std::size_t k = 0; k < near.padded(); k += 8) {
    const FloatPacket dx = load(near.x.data() + k) - x, dy = load(near.y.data() + k) - y,
                      dz = load(near.z.data() + k) - z;
    const FloatPacket q2 = (dx * dx + dy * dy + dz * dz) * broadcast(perReach * perReach);
    if (bitsOf(q2 < one) == 0) continue;
    const FloatPacket q = min(sqrt(q2), one);
    const FloatPacket w = one - q * q * q;
    const IntPacket index = load(near.index.data() + k);
    weight = weight + w;
    lx = lx + w * gather(leanX, index), ly = ly + w * gather(leanY, index),
    lz = lz + w * gather(leanZ, index);
    const FloatPacket wx = w * dx, wy = w * dy, wz = w * dz;
    mx = mx + wx, my = my + wy, mz = mz + wz;
    xx = xx + wx * dx, xy = xy + wx * dy, xz = xz + wx * dz;
    yy = yy + wy * dy, yz = yz + wy * dz, zz = zz + wz * dz;
  }
  sums = {sum(weight),
          {sum(mx), sum(my), sum(mz)},
          {sum(lx), sum(ly), sum(lz)},
          sum(xx),
          sum(xy),
          sum(xz),
          sum(yy),
          sum(yz),
          sum(zz)};
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::surface {
HWY_EXPORT(sumFirst);
HWY_EXPORT(sumSecond);

namespace {

// Fraction of the way that a particle moves towards the mean of its neighbours (Yu and Turk, eq. 6), and the
// smallest ratio of a kernel's shortest to its longest axis.
// Chosen together with the isovalue 0.65 so that the top of a pool, a sheet of one layer and a ball have the
// thickness of their liquid; surface_smoothing_test.cpp checks this.
constexpr float kPull = 0.9f;
constexpr float kThinnest = 0.5f;

// Thresholds for a particle to count as near the surface: the offset of its neighbours' mean over the reach,
// or a small number of neighbours. A full neighbourhood has a weighted count of about 37, half a
// neighbourhood 18.
constexpr float kLeanInside = 0.03f, kLeanOutside = 0.1f;
constexpr float kSurfaceNeighbourCount = 15.f, kInteriorNeighbourCount = 25.f;
// Below these neighbour counts a particle is a drop, and its kernel stays a ball (Yu and Turk, section 5.1).
constexpr float kDropNeighbourCount = 1.f, kShapedNeighbourCount = 5.f;

float smoothStep(float from, float to, float v) {
  const float t = std::clamp((v - from) / (to - from), 0.f, 1.f);
  return t * t * (3.f - 2.f * t);
}

struct Symmetric {
  float xx, xy, xz, yy, yz, zz;
};

/// Computes the covariance of the neighbours about their mean.
/// @param mean  mean position of the neighbours, relative to the particle [cells]
Symmetric covarianceOf(const SecondSums& s, const Vec3& mean) {
  const float scale = 1.f / s.weight;
  return {s.xx * scale - mean.x * mean.x, s.xy * scale - mean.x * mean.y, s.xz * scale - mean.x * mean.z,
          s.yy * scale - mean.y * mean.y, s.yz * scale - mean.y * mean.z, s.zz * scale - mean.z * mean.z};
}

/// Computes the largest eigenvalue from the roots of the characteristic polynomial.
float largestEigenvalue(const Symmetric& m) {
  const float mean = (m.xx + m.yy + m.zz) / 3.f;
  const float a = m.xx - mean, b = m.yy - mean, c = m.zz - mean;
  const float off2 = m.xy * m.xy + m.xz * m.xz + m.yz * m.yz;
  const float p = std::sqrt((a * a + b * b + c * c + 2.f * off2) / 6.f);
  if (!(p > 0.f)) return mean;
  const float det =
      a * (b * c - m.yz * m.yz) - m.xy * (m.xy * c - m.yz * m.xz) + m.xz * (m.xy * m.yz - b * m.xz);
  const float angle = std::acos(std::clamp(det / (2.f * p * p * p), -1.f, 1.f)) / 3.f;
  return mean + 2.f * p * std::cos(angle);
}

Symmetric inverseOf(const Symmetric& m, float scale) {
  const float xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz, xz = m.xy * m.yz - m.yy * m.xz;
  const float f = scale / (m.xx * xx + m.xy * xy + m.xz * xz);
  return {xx * f,
          xy * f,
          xz * f,
          (m.xx * m.zz - m.xz * m.xz) * f,
          (m.xy * m.xz - m.xx * m.yz) * f,
          (m.xx * m.yy - m.xy * m.xy) * f};
}

/// Computes the squared axes of the kernel over the squared reach.
/// The result is a ball, blended by `much` with the covariance scaled to a longest axis of 1. Departs from Yu
/// and Turk, eq. 15: the ratio kThinnest is approached smoothly instead of clamped, so that nothing pops from
/// frame to frame; and kernels never grow, so that the reach stays valid.
Symmetric axesOf(const Symmetric& covariance, float much) {
  const float longest = largestEigenvalue(covariance);
  if (!(longest > 1e-6f)) return {1.f, 0.f, 0.f, 1.f, 0.f, 1.f};
  const float least = kThinnest * kThinnest;
  const float part = much * (1.f - least) / longest, ball = 1.f - much * (1.f - least);
  return {part * covariance.xx + ball, part * covariance.xy, part * covariance.xz,
          part * covariance.yy + ball, part * covariance.yz, part * covariance.zz + ball};
}

}  // namespace

/// Visits the particles of a home block part by part, with the candidate neighbours of each part.
class ParticleSmoothing::PartVisitor {
 public:
  PartVisitor(const LatticeParticles& particles, float reach)
      : particles_(particles), reach_(reach), around_(static_cast<int>(std::ceil(reach / kBlock))) {}

  template <class Wanted, class Visit>
  void visit(const LatticeParticles::ParticleBlock& home, const Wanted& wanted, const Visit& visit) {
    // Buffers of each thread, kept between blocks and meshes.
    static thread_local std::vector<std::uint32_t> chosen;
    static thread_local BlockParts parts;
    static thread_local NearbyParticles near;
    chosen.clear();
    for (std::uint32_t i = home.begin; i < home.end; ++i)
      if (wanted(i)) chosen.push_back(i);
    const auto at = [&](std::uint32_t k) {
      return Vec3(particles_.x[chosen[k]], particles_.y[chosen[k]], particles_.z[chosen[k]]);
    };
    if (chosen.empty()) return;
    near.lookFrom(particles_, home.at, around_);
    parts.sort(static_cast<std::uint32_t>(chosen.size()), reach_, at);
    for (int part = 0; part < parts.count(); ++part) {
      if (parts.points(part).empty()) continue;
      Aabb box;
      for (const std::uint32_t k : parts.points(part)) box.include(at(k));
      near.collect(particles_, box.expanded(reach_));
      for (const std::uint32_t k : parts.points(part)) visit(chosen[k], at(k), near);
    }
  }

 private:
  const LatticeParticles& particles_;
  float reach_;
  int around_;
};

void ParticleSmoothing::computeNeighbourSums(const LatticeParticles& particles, float reach,
                                             const Threads& threads) {
  for (std::vector<float>* v : {&kernelSum_, &exposure_, &neighbourWeight_, &leanX_, &leanY_, &leanZ_})
    v->resize(particles.size());
  const auto take = [&](std::uint32_t i, const Vec3& at, const NearbyParticles& near) {
    FirstSums sums;
    HWY_DYNAMIC_DISPATCH(sumFirst)(near, at, 1.f / reach, sums);
    const Vec3 lean = sums.moment / sums.weight;
    kernelSum_[i] = sums.kernelSum;
    neighbourWeight_[i] = sums.weight - 1.f;
    leanX_[i] = lean.x, leanY_[i] = lean.y, leanZ_[i] = lean.z;
    exposure_[i] =
        std::max(smoothStep(kLeanInside, kLeanOutside, glm::length(lean) / reach),
                 1.f - smoothStep(kSurfaceNeighbourCount, kInteriorNeighbourCount, neighbourWeight_[i]));
  };
  const auto everyOne = [](std::uint32_t) { return true; };
  threads.forEach(particles.particleBlocks().size(), [&](std::size_t k) {
    PartVisitor(particles, reach).visit(particles.particleBlocks()[k], everyOne, take);
  });
}

void ParticleSmoothing::shape(const LatticeParticles& particles, float reach, float strength,
                              const Threads& threads) {
  shapes_.resize(particles.size());
  x_.assign(particles.x.begin(), particles.x.end());
  y_.assign(particles.y.begin(), particles.y.end());
  z_.assign(particles.z.begin(), particles.z.end());
  const float perReach2 = 1.f / (reach * reach);
  const auto setShape = [&](std::uint32_t i, const Symmetric& s) {
    shapes_.xx[i] = s.xx, shapes_.xy[i] = s.xy, shapes_.xz[i] = s.xz;
    shapes_.yy[i] = s.yy, shapes_.yz[i] = s.yz, shapes_.zz[i] = s.zz;
  };
  const auto take = [&](std::uint32_t i, const Vec3& at, const NearbyParticles& near) {
    SecondSums sums;
    HWY_DYNAMIC_DISPATCH(sumSecond)
    (near, leanX_.data(), leanY_.data(), leanZ_.data(), at, 1.f / reach, sums);
    const Vec3 mean = sums.moment / sums.weight;
    const float much = strength * exposure_[i];
    // Departs from Yu and Turk, eq. 6, which moves the whole surface inward. Here a particle moves to the
    // mean of its neighbours only relative to the neighbours' own move.
    const Vec3 pull = kPull * much * (mean - sums.lean / sums.weight);
    x_[i] += pull.x, y_[i] += pull.y, z_[i] += pull.z;
    const float shaped = much * smoothStep(kDropNeighbourCount, kShapedNeighbourCount, neighbourWeight_[i]);
    setShape(i, inverseOf(axesOf(covarianceOf(sums, mean), shaped), perReach2));
  };
  threads.forEach(particles.particleBlocks().size(), [&](std::size_t k) {
    const LatticeParticles::ParticleBlock& home = particles.particleBlocks()[k];
    for (std::uint32_t i = home.begin; i < home.end; ++i) {
      // The factor volume over density in Yu and Turk, eq. 7, has the same effect: the field is near 1 inside
      // the liquid for any particle spacing.
      shapes_.weight[i] = 1.f / (1.f + strength * (kernelSum_[i] - 1.f));
      setShape(i, {perReach2, 0.f, 0.f, perReach2, 0.f, perReach2});
    }
    PartVisitor(particles, reach)
        .visit(
            home, [&](std::uint32_t i) { return exposure_[i] > 0.f; }, take);
  });
}

KernelShapes& ParticleSmoothing::apply(LatticeParticles& particles, float reach, float strength,
                                       const Threads& threads) {
  computeNeighbourSums(particles, reach, threads);
  shape(particles, reach, strength, threads);
  particles.x.swap(x_);
  particles.y.swap(y_);
  particles.z.swap(z_);
  particles.measureBoxes(threads);
  shapes_.farthest = 0.f;
  for (const LatticeParticles::ParticleBlock& home : particles.particleBlocks())
    for (int axis = 0; axis < 3; ++axis)
      shapes_.farthest =
          std::max({shapes_.farthest, -home.lower[axis], home.upper[axis] - static_cast<float>(kBlock)});
  return shapes_;
}

}  // namespace ooze::surface
#endif  // HWY_ONCE
