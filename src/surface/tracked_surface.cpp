// SIMD evolution of the tracked surface, eight nodes of a row at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/tracked_surface.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "surface/tracked_surface.h"

#ifndef OOZE_SURFACE_TRACKED_STEP
#define OOZE_SURFACE_TRACKED_STEP

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ooze::surface {

using TrackedWindow = grid::BlockWindow<1>;

/// Parameters of a step. Lengths in cells.
struct TrackedStep {
  float perSpacing, rounding, dt, maxDeviation;
};

}  // namespace ooze::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::surface {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

OOZE_LANES FloatPacket squared(FloatPacket v) { return v * v; }

/// Computes the upwind square of a component of grad phi by Godunov's scheme (Osher and Fedkiw 2003, section
/// 6.2). First-order differences suffice, since the resting surface does not depend on the order.
/// @param outward  whether the surface moves towards larger phi
OOZE_LANES FloatPacket godunov(FloatPacket minus, FloatPacket plus, MaskPacket outward) {
  const FloatPacket none = broadcast(0.f);
  return select(outward, max(squared(max(minus, none)), squared(min(plus, none))),
                max(squared(min(minus, none)), squared(max(plus, none))));
}

/// Computes kappa |grad phi|, with the curvature kappa, by central differences, for eight nodes at once (see
/// grid/finite_differences.h).
/// @param gradients  derivatives of phi along the three axes
OOZE_LANES FloatPacket curvatureTerm(const float* phi, FloatPacket here, FloatPacket gx, FloatPacket gy,
                                     FloatPacket gz) {
  constexpr int sx = TrackedWindow::kStep[0], sy = TrackedWindow::kStep[1], sz = TrackedWindow::kStep[2];
  const auto twice = [&](int s) HWY_ATTR { return load(phi + s) - broadcast(2.f) * here + load(phi - s); };
  const auto mixed = [&](int s, int t) HWY_ATTR {
    return (load(phi + s + t) - load(phi + s - t) - load(phi + t - s) + load(phi - s - t)) * broadcast(0.25f);
  };
  const FloatPacket xx = twice(sx), yy = twice(sy), zz = twice(sz);
  const FloatPacket square = gx * gx + gy * gy + gz * gz;
  const FloatPacket sum =
      gx * gx * (yy + zz) + gy * gy * (xx + zz) + gz * gz * (xx + yy) -
      broadcast(2.f) * (gx * gy * mixed(sx, sy) + gx * gz * mixed(sx, sz) + gy * gz * mixed(sy, sz));
  const FloatPacket limit =
      broadcast(2.f) * sqrt(square);  // limited to the curvature of a ball of radius one cell
  const FloatPacket bent = sum / max(square, broadcast(1e-12f));
  return max(broadcast(0.f) - limit, min(limit, bent));
}

/// Advances phi in a block by a time step.
/// @param guess  D, the estimated signed distance, at the nodes of the block [cells]
/// @return the largest change of phi near the surface [cells]
float stepBlock(const TrackedWindow& window, const float* guess, const TrackedStep& step, float* to) {
  constexpr int sx = TrackedWindow::kStep[0], sy = TrackedWindow::kStep[1], sz = TrackedWindow::kStep[2];
  const FloatPacket none = broadcast(0.f), half = broadcast(0.5f), one = broadcast(1.f),
                    maxDeviation = broadcast(step.maxDeviation);
  FloatPacket changed = none;
  for (int z = 0; z < kBlock; ++z)
    for (int y = 0; y < kBlock; ++y, guess += kBlock, to += kBlock) {
      const float* const phi = window.at(0, y, z);
      const FloatPacket here = load(phi), target = load(guess);
      const FloatPacket speed = (here - target) * broadcast(step.perSpacing);
      const MaskPacket outward = none < speed;
      FloatPacket square = none;
      FloatPacket central[3];
      for (const auto& [axis, s] : {std::pair{0, sx}, std::pair{1, sy}, std::pair{2, sz}}) {
        const FloatPacket minus = here - load(phi - s), plus = load(phi + s) - here;
        square = square + godunov(minus, plus, outward);
        central[axis] = (minus + plus) * half;
      }
      const FloatPacket bend = curvatureTerm(phi, here, central[0], central[1], central[2]);
      const FloatPacket moved =
          here + broadcast(step.dt) * (broadcast(step.rounding) * bend - speed * sqrt(square));
      const FloatPacket now = max(target - maxDeviation, min(target + maxDeviation, moved));
      store(now, to);
      const FloatPacket change = max(now - here, here - now);
      const FloatPacket away = max(here, none - here);
      changed = max(changed, maskedOrZero(away < one, change));
    }
  alignas(64) float lanes[8];
  store(changed, lanes);
  return *std::max_element(lanes, lanes + 8);
}

/// Estimates D, the signed distance to the resting surface, from the sum of eq. 30.
/// Across a flat surface the force over its constant, F / |T|, is about tanh: nearly linear at the surface,
/// and near -1 and 1 a spacing away.
/// @return whether the estimate is equal at all nodes, so that no surface passes through the block
bool guessBlock(const float* sums, float threshold, float perForce, float* to) {
  const FloatPacket one = broadcast(1.f), minusOne = broadcast(-1.f),
                    perThreshold = broadcast(-1.f / threshold);
  std::uint32_t others = 0;
  for (std::size_t n = 0; n < kNodes; n += 8) {
    const FloatPacket force = (load(sums + n) + broadcast(threshold)) * perThreshold;
    const FloatPacket part = max(minusOne, min(one, force));
    const FloatPacket guess = part * broadcast(-perForce) / (one - broadcast(0.5f) * part * part);
    store(guess, to + n);
    const FloatPacket first = broadcast(to[0]);
    others |= bitsOf((guess < first) | (first < guess));
  }
  return others == 0;
}

/// Converts phi to the field level - perCell phi, and marks the inside nodes.
/// @param perCell  factor from phi [cells] to values of the field
void leaveBlock(const float* phi, float level, float perCell, float* nodes, Plane* inside) {
  for (std::size_t z = 0; z < kBlock; ++z) {
    inside[z] = 0;
    for (std::size_t y = 0; y < kBlock; ++y, phi += kBlock, nodes += kBlock) {
      const FloatPacket f = max(broadcast(0.f), broadcast(level) - load(phi) * broadcast(perCell));
      store(f, nodes);
      inside[z] |= static_cast<Plane>(bitsOf(broadcast(level) < f)) << (8 * y);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::surface {
HWY_EXPORT(stepBlock);
HWY_EXPORT(guessBlock);
HWY_EXPORT(leaveBlock);

namespace {

// Slope of the force over its constant, F / |T|, per spacing at a flat surface (makeAttractionSettings()).
constexpr float kSteepness = 1.86f;
constexpr float kFarthest = 2.f / kSteepness;  // largest estimated distance [spacings]
// Largest difference between phi and D, the signed distance that the particles' attraction gives
// (estimateDistances()) [spacings]. A surface that lags farther behind the particles starts the frame at this
// difference. New liquid thus has a surface at once, removed liquid has none, and curvature cannot remove a
// drop.
constexpr float kMaxDeviation = 0.5f;
constexpr float kCourant = 0.9f;
// A surface this close to its resting place counts as still [spacings].
constexpr float kStill = 0.01f;
constexpr int kMostSteps = 30;  // slower parts continue in the next frame

}  // namespace

void TrackedSurface::forget() {
  known_.clear();
  phi_.clear();
}

void TrackedSurface::follow(BlockGrid& grid, const TrackingSettings& settings, const Threads& threads) {
  estimateDistances(grid, settings, threads);
  begin(grid, kMaxDeviation * settings.spacing, threads);
  findAround(grid, threads);
  // Stability limit of the explicit step: the rates of motion, curvature and settling add up.
  const float rounding = settings.rounding / settings.spacing;
  const float rate = std::sqrt(3.f) * kMaxDeviation + 4.f * rounding + 1.f / settings.spacing;
  const float dt = kCourant / rate;
  moves_.assign(grid.size(), 1);
  for (steps_ = 0; steps_ < kMostSteps && step(settings, dt, threads); ++steps_) std::swap(phi_, next_);
  leave(grid, settings, threads);
}

void TrackedSurface::estimateDistances(const BlockGrid& grid, const TrackingSettings& settings,
                                       const Threads& threads) {
  guess_.resize(kNodes * grid.size());
  near_.resize(grid.size());
  threads.forEach(grid.size(), [&](std::size_t k) {
    near_[k] = !HWY_DYNAMIC_DISPATCH(guessBlock)(grid.nodes(k), settings.threshold,
                                                 settings.spacing / kSteepness, guess_.data() + kNodes * k);
  });
  nears_.clear();
  for (std::uint32_t k = 0; k < near_.size(); ++k)
    if (near_[k]) nears_.push_back(k);
}

/// Initialises phi with the result of the last frame, clamped to within `maxDeviation` of the estimated
/// distance D [cells].
void TrackedSurface::begin(const BlockGrid& grid, float maxDeviation, const Threads& threads) {
  std::swap(known_, knownBefore_);
  known_.clear();
  for (std::size_t k = 0; k < grid.size(); ++k) known_.add(grid.block(k).at);
  next_.resize(kNodes * grid.size());
  threads.forEach(grid.size(), [&](std::size_t k) {
    const float* const guess = guess_.data() + kNodes * k;
    float* const to = next_.data() + kNodes * k;
    const std::uint32_t before = knownBefore_.find(grid.block(k).at);
    if (before == kNone || !near_[k]) {
      std::copy_n(guess, kNodes, to);
      return;
    }
    const float* const from = phi_.data() + kNodes * before;
    for (std::size_t n = 0; n < kNodes; ++n)
      to[n] = std::clamp(from[n], guess[n] - maxDeviation, guess[n] + maxDeviation);
  });
  std::swap(phi_, next_);
  next_ = phi_;
}

void TrackedSurface::findAround(const BlockGrid& grid, const Threads& threads) {
  around_.resize(nears_.size());
  threads.forChunks(nears_.size(), 64, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      for (std::int32_t n = 0; n < 27; ++n)
        around_[k][static_cast<std::size_t>(n)] =
            grid.find(grid.block(nears_[k]).at.beside(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1));
  });
}

/// Computes the next phi into next_. Blocks at rest whose neighbours all rest are skipped.
/// @return whether any block moves
bool TrackedSurface::step(const TrackingSettings& settings, float dt, const Threads& threads) {
  const TrackedStep step{1.f / settings.spacing, settings.rounding / settings.spacing, dt,
                         kMaxDeviation * settings.spacing};
  const float far = kFarthest * settings.spacing;
  movesNext_.assign(moves_.size(), 0);
  threads.forEach(nears_.size(), [&](std::size_t k) {
    const grid::BlockNeighbours& around = around_[k];
    if (std::none_of(around.begin(), around.end(), [&](std::uint32_t n) { return n != kNone && moves_[n]; }))
      return;
    TrackedWindow window;
    window.load(phi_.data(), around, far);
    const std::size_t first = kNodes * nears_[k];
    float* const to = next_.data() + first;
    const float change = HWY_DYNAMIC_DISPATCH(stepBlock)(window, guess_.data() + first, step, to);
    if (change > kStill * dt)
      movesNext_[nears_[k]] = 1;
    else
      std::copy_n(phi_.data() + first, kNodes, to);
  });
  std::swap(moves_, movesNext_);
  return std::find(moves_.begin(), moves_.end(), 1) != moves_.end();
}

void TrackedSurface::leave(BlockGrid& grid, const TrackingSettings& settings, const Threads& threads) const {
  threads.forEach(grid.size(), [&](std::size_t k) {
    HWY_DYNAMIC_DISPATCH(leaveBlock)
    (phi_.data() + kNodes * k, settings.level, settings.perH, grid.nodes(k), grid.block(k).inside.data());
  });
}

}  // namespace ooze::surface
#endif  // HWY_ONCE
