// Implements the density correction (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/density.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/near-inl.h"
#include "methods/steele/pair_stages.h"
#include "methods/steele/walls.h"

#include <array>
#include <cmath>

#ifndef OOZE_STEELE_DENSITY_TASK
#define OOZE_STEELE_DENSITY_TASK
namespace ooze::steele {

inline constexpr float kLatticeNeighbours = 26.f;
// Closeness up to which neighbours count only in part [1]. The fade at the kernel's edge avoids jumps when
// neighbours enter or leave. All 26 neighbours of the lattice count fully.
inline constexpr float kFade = 0.13f;
// Neighbours of a particle of settled liquid, with those at the kernel's edge counted in part.
inline constexpr float kSettledNeighbours = 30.f;

// Largest eigenvalue of the tensor that cancels shear stress. Without a limit nothing resists the arrangement
// of particles in dense sheets farther apart than the support, which then burst. A flat sheet has 2.5.
inline constexpr float kMostShear = 1.5f;

/// Returns 7.5 times the traceless part of a fabric over its trace.
inline SymmetricTensor anisotropyOf(SymmetricTensor fabric) {
  const float scale = 7.5f / (fabric[0] + fabric[1] + fabric[2]);
  for (float& component : fabric) component *= scale;
  for (std::size_t k = 0; k < 3; ++k) fabric[k] -= 2.5f;
  return fabric;
}

/// Returns an upper bound of the magnitude of the eigenvalues of a traceless tensor.
inline float largestEigenvalue(const SymmetricTensor& t) {
  return std::sqrt(2.f / 3.f * (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) +
                   4.f / 3.f * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5]));
}

struct DensityTask {
  const NearLists& near;
  bool hasMasses;
  float support, rest;
  PairValue elasticity;
  const NearBodies* solids;  ///< all solids; null in a world without solids
  const float* at;           ///< position and mass, by particle
  float* density;
  float* push;   ///< displacement of each neighbour, and xx yy zz of the displacement that cancels shear
  float* shear;  ///< 2xy 2xz 2yz of that displacement
  Vectors moved;
};

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Returns the kernel value max(0, 1 - d / S).
OOZE_LANES FloatPacket closeness(FloatPacket d, float support) {
  return linearKernel(d * broadcast(1.f / support));
}
/// Returns the weight of a neighbour of closeness q in the count: 1 inside, fading to 0 at the kernel's edge.
OOZE_LANES FloatPacket counted(FloatPacket q) { return min(q * broadcast(1.f / kFade), broadcast(1.f)); }

/// Kernel that sums the density, and the fabric d r^ r^ of the arrangement of neighbours.
struct SumDensity {
  const DensityTask& t;
  NearOrigin here;
  FloatPacket near = broadcast(0.f), smooth = near, xx = near, yy = near, zz = near, xy = near, xz = near,
              yz = near;
  OOZE_LANES SumDensity(const DensityTask& task, std::size_t i) : t(task), here(task.at, i) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const FloatPacket d = sqrt(apart.d2), q = maskedOrZero(lanes, closeness(d, t.support));
    const FloatPacket weight = counted(q);
    near = near + q;
    // The derivative of this sum is `counted`.
    smooth = smooth + weight * (q - broadcast(0.5f * kFade) * weight);
    const FloatPacket per = weight / d, x = per * apart.x, y = per * apart.y;
    xx = xx + x * apart.x, xy = xy + x * apart.y, xz = xz + x * apart.z;
    yy = yy + y * apart.y, yz = yz + y * apart.z, zz = zz + per * apart.z * apart.z;
  }
  /// Returns the sum of d r^ r^ over the neighbours, and over the settled liquid that would fill the solids.
  [[nodiscard]] OOZE_LANES SymmetricTensor fabric(const SymmetricTensor& walls) const {
    SymmetricTensor fabric{sum(xx), sum(yy), sum(zz), sum(xy), sum(xz), sum(yz)};
    for (std::size_t k = 0; k < 6; ++k) fabric[k] += t.support * walls[k];
    return fabric;
  }
};

struct DensityPush {
  const DensityTask& t;
  NearOrigin here, push, shear;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);
  OOZE_LANES DensityPush(const DensityTask& task, std::size_t i)
      : t(task), here(task.at, i), push(task.push, i), shear(task.shear, i) {}
  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const QuadruplePacket theirs = others.quadruplesOf(t.push), theirShear = others.quadruplesOf(t.shear);
    const FloatPacket d = sqrt(apart.d2), per = broadcast(1.f) / d, both = push.x + theirs.x;
    const FloatPacket across =
        apart.x * apart.x * (push.y + theirs.y) + apart.y * apart.y * (push.z + theirs.z) +
        apart.z * apart.z * (push.w + theirs.w) +
        apart.x * (apart.y * (shear.x + theirShear.x) + apart.z * (shear.y + theirShear.y)) +
        apart.y * apart.z * (shear.z + theirShear.z);
    // The correction of shear never turns a push into a pull.
    const FloatPacket apartBy = maskedOrZero(lanes, counted(closeness(d, t.support)) *
                                                        max(both - across * per * per, broadcast(0.f)) *
                                                        partOf(t.hasMasses, here.w, apart.w) * per);
    x = x - apartBy * apart.x, y = y - apartBy * apart.y, z = z - apartBy * apart.z;
  }
};

/// Returns the displacement of a particle by the solids near it [m].
/// @param push  displacement of each of its neighbours [m]
inline Vec3 displacementByWalls(float push, const WallDensity& wall, const SymmetricTensor& shear,
                                float rest) {
  const Vec3& n = wall.out;
  const float length2 = glm::dot(n, n);
  if (!(length2 > 0.f)) return Vec3(0.f);
  const float along = (shear[0] * n.x * n.x + shear[1] * n.y * n.y + shear[2] * n.z * n.z +
                       shear[3] * n.x * n.y + shear[4] * n.x * n.z + shear[5] * n.y * n.z) /
                      length2;
  // Mean of r^ shear r^ over a half-space, weighted by the component of r^ along the normal.
  constexpr float kMean = 0.25f;
  return rest * push * std::max(0.f, 1.f - kMean * along) * n;
}

/// Returns the tensor that cancels the shear stress of particle i, with off-diagonal components doubled.
/// Displacements in proportion to 1 - r^ tensor r^ have no shear stress. The tensor is limited in a sheet,
/// which lies free on both sides. A layer on a dynamic body, which has no density, is as anisotropic but no
/// sheet. Its limit acts as if settled liquid filled the body.
/// @param fabric  sum of d r^ r^ over neighbours and walls [m]
inline SymmetricTensor shearCancellation(const DensityTask& t, std::size_t i, SymmetricTensor fabric) {
  SymmetricTensor shear = anisotropyOf(fabric);
  float most = largestEigenvalue(shear);
  if (most > kMostShear && t.solids) {
    const WallDensity bodies =
        wallDensity({t.at[4 * i], t.at[4 * i + 1], t.at[4 * i + 2]}, t.solids->of(i), t.support, true);
    for (std::size_t k = 0; k < 6; ++k) fabric[k] += t.support * bodies.fabric[k];
    most = largestEigenvalue(anisotropyOf(fabric));
  }
  if (most > kMostShear)
    for (float& component : shear) component *= kMostShear / most;
  for (std::size_t k = 3; k < 6; ++k) shear[k] *= 2.f;
  return shear;
}

void measureDensities(const DensityTask& t, std::size_t begin, std::size_t end, double& error,
                      std::size_t& counted) {
  // The sum over the smooth kernel is less than that of the paper by the same amount for any 26 neighbours.
  const float rest = t.rest - 0.5f * kFade * kLatticeNeighbours;
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<SumDensity>(t, i);
    const float near = sum(kernel.near);
    WallDensity wall;
    if (t.solids)
      wall = wallDensity({t.at[4 * i], t.at[4 * i + 1], t.at[4 * i + 2]}, t.solids->of(i), t.support);
    t.density[i] = near > 0.f ? near + rest * wall.covered : t.rest;
    const float excess = sum(kernel.smooth) + rest * wall.covered - rest;
    float *const push = t.push + 4 * i, *const across = t.shear + 4 * i;
    for (std::size_t k = 0; k < 4; ++k) push[k] = across[k] = 0.f;
    t.moved.set(i, 0.f, 0.f, 0.f);
    counted += near > 0.f;
    if (!(near > 0.f) || !(excess > 0.f)) continue;
    const float c = t.elasticity.own ? t.elasticity.own[i] : t.elasticity.constant;
    const float by = c * excess * t.support / kSettledNeighbours;
    const SymmetricTensor shear = shearCancellation(t, i, kernel.fabric(wall.fabric));
    push[0] = by;
    for (std::size_t k = 0; k < 3; ++k) push[1 + k] = by * shear[k], across[k] = by * shear[3 + k];
    const Vec3 out = displacementByWalls(by, wall, shear, rest);
    t.moved.set(i, out.x, out.y, out.z);
    error += static_cast<double>(excess) / static_cast<double>(t.rest);
  }
}

void pushApart(const DensityTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<DensityPush>(t, i);
    t.moved.set(i, t.moved.x[i] + sum(kernel.x), t.moved.y[i] + sum(kernel.y), t.moved.z[i] + sum(kernel.z));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>

namespace ooze::steele {
HWY_EXPORT(measureDensities);
HWY_EXPORT(pushApart);

double DensityCorrection::measure(const PairLiquid& liquid, float support, float rest,
                                  const PairValue& elasticity, const Vec3Array& position,
                                  std::vector<float>& density, const NearBodies* solids,
                                  const Threads& threads) {
  const std::size_t n = position.size(), chunks = Threads::chunkCount(n, kGrain);
  pack(position, liquid.mass, at_, threads);
  push_.resize(4 * n);
  shear_.resize(4 * n);
  density.resize(n);
  moved_.resize(n);
  errors_.assign(chunks, 0.0);
  counts_.assign(chunks, 0);
  const DensityTask task{
      liquid.near, liquid.mass != nullptr, support,      rest,          elasticity,     solids,
      at_.data(),  density.data(),         push_.data(), shear_.data(), Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(measureDensities)(task, begin, end, errors_[chunk], counts_[chunk]);
  });
  double error = 0.0;
  std::size_t counted = 0;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) error += errors_[chunk], counted += counts_[chunk];
  return counted > 0 ? error / static_cast<double>(counted) : 0.0;
}

void DensityCorrection::move(const PairLiquid& liquid, float support, Vec3Array& position,
                             const Threads& threads, float part) {
  const std::size_t n = position.size();
  const DensityTask task{
      liquid.near,  liquid.mass != nullptr, support,        0.f, {}, nullptr, at_.data(), nullptr,
      push_.data(), shear_.data(),          Vectors(moved_)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(pushApart)(task, begin, end);
    // Neighbours read the packed positions, so these can move at once.
    for (std::size_t i = begin; i < end; ++i) position.add(i, part * moved_[i]);
  });
}

DensityCorrection::Result DensityCorrection::correct(const PairLiquid& liquid, float support, float rest,
                                                     const PairValue& elasticity, Vec3Array& position,
                                                     std::vector<float>& density, const NearBodies* solids,
                                                     const Threads& threads) {
  Result result;
  const auto measured = [&] {
    return measure(liquid, support, rest, elasticity, position, density, solids, threads);
  };
  const auto pass = [&](double error, double part) {
    move(liquid, support, position, threads, static_cast<float>(part));
    result.error = error;
    ++result.passes;
  };
  const double first = measured();
  pass(first, 1.0);
  const double second = measured();
  pass(second, 1.0);
  // The error falls by about the same factor in each pass. A third measurement would only confirm that no
  // further pass is needed.
  if (!(second * second > kTolerance * first)) return result;
  const double third = measured();
  const double more = 2.0 * std::min(1.0, (third - kTolerance) / (kFullTolerance - kTolerance));
  if (!(more > 0.0)) return result;
  pass(third, std::min(1.0, more));
  if (more > 1.0) pass(measured(), more - 1.0);
  return result;
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
