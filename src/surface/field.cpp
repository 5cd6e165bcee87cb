// SIMD evaluation of eq. 13 for a run of blocks: eight nodes of a row at a time, particle after particle.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/field.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "surface/field.h"

#ifndef OOZE_SURFACE_BAR_TASK
#define OOZE_SURFACE_BAR_TASK

#include <algorithm>
#include <bit>
#include <cmath>

namespace ooze::surface {

/// Accumulates the rows of a bar. Each row has a margin of eight nodes on both sides, so SIMD writes that
/// start before or end after the bar need no special case.
struct BlockStripSums {
  /// Rows of a block; the row at (y, z) has index 8 z + y.
  static constexpr std::size_t kRows = kBlock * kBlock;
  static constexpr int kMargin = 8;
  static constexpr std::size_t kStride = kMaxBlockStrip * kBlock + 2 * kMargin;
  alignas(64) float sums[kRows * kStride];
};

/// Selects the smoothing kernel: the contribution of a particle to a node.
enum class Kernel {
  Ball,       ///< (1 - r / reach)^2, a function of the distance r alone
  Ellipsoid,  ///< w (1 - q)^2 for the weight w and the elliptic distance q (KernelShapes)
  Pull,       ///< w (1 - q^2)^2 / (1 + sharpness q^2), for the tracked surface
};

/// Particles of a single block, and the offset of that block from the bar [cells].
struct BlockStripTask {
  const LatticeParticles& particles;
  Kernel kernel;
  const KernelShapes* shapes = nullptr;  ///< kernel shape of each particle; null for Kernel::Ball
  float reach, sharpness = 0.f;
  int width = 0;  ///< width of the BlockStrip [nodes]
  std::uint32_t begin = 0, end = 0;
  Vec3 shift{0.f};
};

}  // namespace ooze::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::surface {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

alignas(64) constexpr float kLanes[8] = {0.f, 1.f, 2.f, 3.f, 4.f, 5.f, 6.f, 7.f};

/// Bit mask of the rows within reach of a particle, and the terms of q^2 on each row.
/// q^2 = (a dx + linear) dx + constant.
struct ReachedRows {
  std::uint64_t bits = 0;
  alignas(64) float linear[BlockStripSums::kRows];
  alignas(64) float constant[BlockStripSums::kRows];
};

struct Centre {
  float x, y, z;
};

struct PlaneRange {
  int first, last;
};
inline PlaneRange planesWithin(float z, float reach) {
  return {std::max(0, static_cast<int>(std::floor(z - reach)) + 1),
          std::min(kBlock - 1, static_cast<int>(std::ceil(z + reach)) - 1)};
}

inline void findRows(const Centre& p, float reach, float perReach2, ReachedRows& rows) {
  rows.bits = 0;
  const FloatPacket dy = load(kLanes) - broadcast(p.y);
  const FloatPacket dy2 = dy * dy * broadcast(perReach2);
  const PlaneRange planes = planesWithin(p.z, reach);
  for (int z = planes.first; z <= planes.last; ++z) {
    const float dz = static_cast<float>(z) - p.z;
    const FloatPacket constant = dy2 + broadcast(dz * dz * perReach2);
    store(constant, rows.constant + 8 * z);
    rows.bits |= static_cast<std::uint64_t>(bitsOf(constant < broadcast(1.f))) << (8 * z);
  }
}

inline void findRows(const Centre& p, float reach, const KernelShapes& s, std::size_t i, ReachedRows& rows) {
  rows.bits = 0;
  const FloatPacket dy = load(kLanes) - broadcast(p.y);
  const float perFourXx = 0.25f / s.xx[i];
  const PlaneRange planes = planesWithin(p.z, reach);
  for (int z = planes.first; z <= planes.last; ++z) {
    const float dz = static_cast<float>(z) - p.z;
    const FloatPacket linear = (broadcast(s.xy[i]) * dy + broadcast(s.xz[i] * dz)) * broadcast(2.f);
    const FloatPacket constant =
        (broadcast(s.yy[i]) * dy + broadcast(2.f * s.yz[i] * dz)) * dy + broadcast(s.zz[i] * dz * dz);
    store(linear, rows.linear + 8 * z);
    store(constant, rows.constant + 8 * z);
    // Minimum of q^2 along the row.
    const FloatPacket least = constant - linear * linear * broadcast(perFourXx);
    rows.bits |= static_cast<std::uint64_t>(bitsOf(least < broadcast(1.f))) << (8 * z);
  }
}

/// Adds the particle to eight nodes of each row, starting at node `first` of the bar.
template <Kernel kKernel>
inline void addToRows(const ReachedRows& rows, int first, FloatPacket dx, float xx, float weight,
                      float sharpness, BlockStripSums& bar) {
  const FloatPacket one = broadcast(1.f), none = broadcast(0.f), w = broadcast(weight);
  const FloatPacket square = dx * dx * broadcast(xx), scaled = dx * broadcast(xx);
  float* const begin = bar.sums + (BlockStripSums::kMargin + first);
  for (std::uint64_t left = rows.bits; left != 0; left &= left - 1) {
    const auto row = static_cast<std::size_t>(std::countr_zero(left));
    float* const at = begin + row * BlockStripSums::kStride;
    if constexpr (kKernel == Kernel::Ball) {
      const FloatPacket closeness = max(one - sqrt(square + broadcast(rows.constant[row])), none);
      store(load(at) + closeness * closeness, at);
    } else {
      const FloatPacket q2 =
          max((scaled + broadcast(rows.linear[row])) * dx + broadcast(rows.constant[row]), none);
      if constexpr (kKernel == Kernel::Ellipsoid) {
        const FloatPacket closeness = max(one - sqrt(q2), none);
        store(load(at) + closeness * closeness * w, at);
      } else {
        const FloatPacket closeness = max(one - q2, none);
        store(load(at) + closeness * closeness * w / (one + q2 * broadcast(sharpness)), at);
      }
    }
  }
}

template <Kernel kKernel>
void addParticles(const BlockStripTask& task, BlockStripSums& bar) {
  const LatticeParticles& p = task.particles;
  const float reach = task.reach, perReach2 = 1.f / (reach * reach);
  // An open interval of length 2 reach holds at most that many nodes. A node lost to rounding would receive
  // almost nothing.
  const int eights = static_cast<int>(std::ceil(2.f * reach / 8.f - 1e-4f));
  const FloatPacket low = broadcast(-reach), highX = broadcast(static_cast<float>(task.width - 1) + reach),
                    high = broadcast(static_cast<float>(kBlock - 1) + reach);
  ReachedRows rows;
  for (std::uint32_t k = task.begin; k < task.end; k += 8) {
    const FloatPacket x = load(p.x.data() + k) + broadcast(task.shift.x),
                      y = load(p.y.data() + k) + broadcast(task.shift.y),
                      z = load(p.z.data() + k) + broadcast(task.shift.z);
    const MaskPacket near = (low < x) & (x < highX) & (low < y) & (y < high) & (low < z) & (z < high);
    std::uint32_t hits = bitsOf(near) & (task.end - k >= 8 ? 255u : (1u << (task.end - k)) - 1u);
    for (; hits != 0; hits &= hits - 1) {
      const std::uint32_t i = k + static_cast<std::uint32_t>(std::countr_zero(hits));
      const Centre at{p.x[i] + task.shift.x, p.y[i] + task.shift.y, p.z[i] + task.shift.z};
      if constexpr (kKernel == Kernel::Ball)
        findRows(at, reach, perReach2, rows);
      else
        findRows(at, reach, *task.shapes, i, rows);
      const int start = static_cast<int>(std::floor(at.x - reach)) + 1;
      for (int e = 0; e < eights; ++e) {
        const int first = start + 8 * e;
        if (first <= -8 || first >= task.width) continue;
        const FloatPacket dx = load(kLanes) + broadcast(static_cast<float>(first) - at.x);
        if constexpr (kKernel == Kernel::Ball)
          addToRows<kKernel>(rows, first, dx, perReach2, 1.f, 0.f, bar);
        else
          addToRows<kKernel>(rows, first, dx, task.shapes->xx[i], task.shapes->weight[i], task.sharpness,
                             bar);
      }
    }
  }
}

void addBlock(const BlockStripTask& task, BlockStripSums& bar) {
  switch (task.kernel) {
    case Kernel::Ball:
      return addParticles<Kernel::Ball>(task, bar);
    case Kernel::Ellipsoid:
      return addParticles<Kernel::Ellipsoid>(task, bar);
    case Kernel::Pull:
      return addParticles<Kernel::Pull>(task, bar);
  }
}

/// Takes the square roots of the sums of a block, and marks the nodes above the isovalue.
void finishBlock(const BlockStripSums& bar, std::size_t inBar, float level, float* nodes, Plane* inside) {
  for (std::size_t z = 0; z < kBlock; ++z) {
    inside[z] = 0;
    for (std::size_t y = 0; y < kBlock; ++y) {
      const std::size_t row = kBlock * z + y;
      const FloatPacket f =
          sqrt(load(bar.sums + row * BlockStripSums::kStride + BlockStripSums::kMargin + kBlock * inBar));
      store(f, nodes + kBlock * row);
      inside[z] |= static_cast<Plane>(bitsOf(broadcast(level) < f)) << (8 * y);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::surface {
HWY_EXPORT(addBlock);
HWY_EXPORT(finishBlock);

namespace {

/// Visits the blocks around a bar whose particles may reach the bar, row by row.
template <class Visit>
void forHomesNear(const LatticeParticles& particles, const BlockCoordinate& first, int count, int around,
                  const Visit& visit) {
  for (std::int32_t z = -around; z <= around; ++z)
    for (std::int32_t y = -around; y <= around; ++y)
      for (std::int32_t x = -around; x < count + around; ++x)
        if (const LatticeParticles::ParticleBlock* home = particles.findBlock(first.beside(x, y, z)))
          visit(*home);
}

bool overlaps(const Vec3& lower, const Vec3& upper, float reach, int width) {
  const auto inRange = [&](float from, float to, int nodes) {
    return to + reach > 0.f && from - reach < static_cast<float>(nodes - 1);
  };
  return inRange(lower.x, upper.x, width) && inRange(lower.y, upper.y, kBlock) &&
         inRange(lower.z, upper.z, kBlock);
}

/// Sums the particles of every bar, then calls finish(rows, place of the block in its bar, block) for every
/// block.
/// @param farthest  largest distance from a particle's own block to the end of its kernel [cells]
template <class Finish>
void sumBlockStrips(const BlockStripTask& ofAll, float farthest, const BlockGrid& grid,
                    const Threads& threads, const Finish& finish) {
  const int around = static_cast<int>(std::ceil(farthest / kBlock));
  threads.forEach(grid.blockStrips().size(), [&](std::size_t k) {
    const BlockStrip& bar = grid.blockStrips()[k];
    const BlockCoordinate& at = grid.block(bar.first).at;
    BlockStripTask task = ofAll;
    task.width = static_cast<int>(bar.count) * kBlock;
    BlockStripSums rows;
    std::fill(std::begin(rows.sums), std::end(rows.sums), 0.f);
    forHomesNear(task.particles, at, static_cast<int>(bar.count), around,
                 [&](const LatticeParticles::ParticleBlock& home) {
                   task.shift = {kBlock * (home.at.x - at.x), kBlock * (home.at.y - at.y),
                                 kBlock * (home.at.z - at.z)};
                   if (!overlaps(home.lower + task.shift, home.upper + task.shift, task.reach, task.width))
                     return;
                   task.begin = home.begin, task.end = home.end;
                   HWY_DYNAMIC_DISPATCH(addBlock)(task, rows);
                 });
    for (std::size_t b = 0; b < bar.count; ++b) finish(rows, b, bar.first + b);
  });
}

}  // namespace

void computeField(const LatticeParticles& particles, const KernelShapes* shapes, float reach, float level,
                  BlockGrid& grid, const Threads& threads) {
  const BlockStripTask task{.particles = particles,
                            .kernel = shapes ? Kernel::Ellipsoid : Kernel::Ball,
                            .shapes = shapes,
                            .reach = reach};
  sumBlockStrips(task, reach + (shapes ? shapes->farthest : 0.f), grid, threads,
                 [&](const BlockStripSums& rows, std::size_t inBar, std::size_t block) {
                   HWY_DYNAMIC_DISPATCH(finishBlock)
                   (rows, inBar, level, grid.nodes(block), grid.block(block).inside.data());
                 });
}

void computeAttraction(const LatticeParticles& particles, const KernelShapes& shapes, float reach,
                       float sharpness, BlockGrid& grid, const Threads& threads) {
  const BlockStripTask task{.particles = particles,
                            .kernel = Kernel::Pull,
                            .shapes = &shapes,
                            .reach = reach,
                            .sharpness = sharpness};
  sumBlockStrips(task, reach + shapes.farthest, grid, threads,
                 [&](const BlockStripSums& rows, std::size_t inBar, std::size_t block) {
                   float* to = grid.nodes(block);
                   for (std::size_t row = 0; row < BlockStripSums::kRows; ++row, to += kBlock)
                     std::copy_n(
                         rows.sums + row * BlockStripSums::kStride + BlockStripSums::kMargin + kBlock * inBar,
                         kBlock, to);
                 });
}

}  // namespace ooze::surface
#endif  // HWY_ONCE
