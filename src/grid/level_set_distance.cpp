// Reinitialization (redistancing) of a level set.
#include "grid/blocks.h"
#include "grid/eikonal_sweep.h"
#include "grid/finite_differences.h"
#include "grid/level_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace ooze::grid {
namespace {

using NearWindow = BlockWindow<1>;

// A sweep whose largest change is below this ends the sweeping [cells].
constexpr float kEnough = 1e-4f;
// Maximum number of sweeping rounds. A distance crosses a block in a single round; further rounds are for
// colliding fronts. Second-order differences oscillate forever where fronts collide, so their rounds are
// limited further.
constexpr int kMostRounds = 40, kMostFineRounds = 4;

bool isInside(float phi) { return phi < 0.f; }

/// Estimates the distance of a node next to the surface [m], from the zero of a parabola down the gradient.
/// The second derivative is needed because a linear estimate would bend the surface where the slope of phi
/// varies.
/// @return negative if the surface does not pass between the node and its six neighbours
float distanceBeside(const float* phi, float cell, bool preservesThin) {
  float crossing = -1.f, steepest = 0.f;
  const float here = std::abs(phi[0]);
  for (const int step : NearWindow::kStep)
    for (const int s : {-step, step}) {
      steepest = std::max(steepest, std::abs(phi[s] - phi[0]));
      if (isInside(phi[s]) == isInside(phi[0])) continue;
      const float at = here > 0.f ? cell * here / (here + std::abs(phi[s])) : 0.f;
      crossing = crossing < 0.f ? at : std::min(crossing, at);
    }
  if (crossing <= 0.f) return crossing;
  const float perCell = 1.f / cell;
  const Vec3 g = centralGradient(phi, NearWindow::kStep, perCell);
  const float slope2 = glm::dot(g, g), slope = std::sqrt(slope2);
  // Between two close surfaces central differences vanish; the crossing along the lattice lines still gives a
  // distance.
  if (slope < 0.5f * steepest * perCell) return std::min(crossing, cell * here / steepest);
  const float bend = secondDerivative(phi, NearWindow::kStep, perCell, g) / slope2;
  const float root2 = slope2 - 2.f * phi[0] * bend;
  const float distance = 2.f * here / (slope + std::sqrt(std::max(root2, 0.f)));
  if (!preservesThin) return std::min(cell, distance);
  // Near the middle of thin parts the slope changes sign, and central differences underestimate the slope; a
  // thin stream would grow from step to step. Therefore phi stays unchanged if it is a distance by central
  // differences, by the steeper difference of each axis, or between both.
  float steeper2 = 0.f;
  for (const int step : NearWindow::kStep) {
    const float d = std::max(std::abs(phi[step] - phi[0]), std::abs(phi[-step] - phi[0]));
    steeper2 += d * d;
  }
  const bool isDistance = here <= distance && steeper2 >= cell * cell;
  return std::min(cell, isDistance ? here : distance);
}

}  // namespace

void LevelSet::reinitialise(const Threads& threads) { makeDistance(false, threads); }

void LevelSet::reinitialisePreservingThin(const Threads& threads) { makeDistance(true, threads); }

void LevelSet::makeDistance(bool preservesThin, const Threads& threads) {
  findNear(preservesThin, threads);
  coverBand(threads);
  findAround(threads);
  sweep(false, threads);
  sweep(true, threads);
  threads.forChunks(values_.size(), 8 * kNodes, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) values_[n] = std::clamp(values_[n], -band_, band_);
  });
  moved_ = 0.f;
}

/// Gives nodes next to the surface their distance, and all other nodes a distance that is too large.
void LevelSet::findNear(bool preservesThin, const Threads& threads) {
  near_.resize(blocks_.size());
  next_.resize(values_.size());
  threads.forEach(blocks_.size(), [&](std::size_t k) {
    NearWindow window;
    window.load(values_.data(), around_[k], band_);
    near_[k] = {};
    float* to = next_.data() + kNodes * k;
    for (int z = 0; z < kBlock; ++z)
      for (int y = 0; y < kBlock; ++y)
        for (int x = 0; x < kBlock; ++x, ++to) {
          const float* phi = window.at(x, y, z);
          float distance = distanceBeside(phi, cell_, preservesThin);
          if (distance >= 0.f)
            near_[k][static_cast<std::size_t>(z)] |= std::uint64_t{1} << (kBlock * y + x);
          else
            distance = farther();
          // Inside nodes stay inside, however small the distance.
          *to = isInside(*phi) ? -std::max(distance, std::numeric_limits<float>::min()) : distance;
        }
  });
  std::swap(values_, next_);
}

/// Selects the blocks within the band. Of the other blocks only the blocks inside are remembered.
void LevelSet::coverBand(const Threads& threads) {
  nextBlocks_.clear();
  const int reach = static_cast<int>(std::ceil(band_ / cell_)) + 1;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    glm::ivec3 low(kBlock), high(-1);
    for (int z = 0; z < kBlock; ++z)
      for (std::uint64_t bits = near_[k][static_cast<std::size_t>(z)]; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const glm::ivec3 n(bit % kBlock, bit / kBlock, z);
        low = glm::min(low, n), high = glm::max(high, n);
      }
    if (high.x < 0) continue;
    low = (low - reach) >> 3, high = (high + reach) >> 3;
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) nextBlocks_.add(blocks_.at(k).beside(x, y, z));
  }
  nextBlocks_.sort();
  keepInside();
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    if (!nextBlocks_.contains(blocks_.at(k)) && isInside(values_[kNodes * k])) nextInside_.add(blocks_.at(k));
  nextInside_.sort();

  copyNodes(farther(), threads);
  nextNear_.resize(nextBlocks_.size());
  for (std::size_t k = 0; k < nextBlocks_.size(); ++k) {
    const std::uint32_t old = find(nextBlocks_.at(k));
    nextNear_[k] = old < kInside ? near_[old] : NodeMask{};
  }
  std::swap(blocks_, nextBlocks_);
  std::swap(inside_, nextInside_);
  std::swap(values_, next_);
  std::swap(near_, nextNear_);
}

/// Fast sweeping, block by block, until nothing changes.
/// In each round the neighbours of a block are boundary values from the previous round. Nodes next to the
/// surface stay fixed.
void LevelSet::sweep(bool secondOrder, const Threads& threads) {
  const float enough = kEnough * cell_;
  change_.assign(blocks_.size(), farther());
  next_.resize(values_.size());
  for (int round = 0; round < (secondOrder ? kMostFineRounds : kMostRounds); ++round) {
    nextChange_.resize(blocks_.size());
    threads.forEach(blocks_.size(), [&](std::size_t k) {
      const bool stirred = std::any_of(around_[k].begin(), around_[k].end(),
                                       [&](std::uint32_t n) { return n < kInside && change_[n] > enough; });
      if (stirred) {
        nextChange_[k] = sweepBlock(k, secondOrder);
      } else {
        std::copy_n(values_.data() + kNodes * k, kNodes, next_.data() + kNodes * k);
        nextChange_[k] = 0.f;
      }
    });
    std::swap(values_, next_);
    std::swap(change_, nextChange_);
    if (std::none_of(change_.begin(), change_.end(), [&](float c) { return c > enough; })) return;
  }
}

/// Sweeps a block.
/// @return the largest change of phi [m]
float LevelSet::sweepBlock(std::size_t block, bool secondOrder) {
  SweepWindow window;
  window.load(values_.data(), around_[block], farther());
  EikonalSweep{cell_, band_ + cell_, kEnough * cell_, secondOrder}.run(window, near_[block]);
  float change = 0.f;
  const float* before = values_.data() + kNodes * block;
  float* to = next_.data() + kNodes * block;
  for (int z = 0; z < kBlock; ++z)
    for (int y = 0; y < kBlock; ++y, before += kBlock, to += kBlock) {
      std::copy_n(window.at(0, y, z), kBlock, to);
      for (int x = 0; x < kBlock; ++x) change = std::max(change, std::abs(to[x] - before[x]));
    }
  return change;
}

}  // namespace ooze::grid
