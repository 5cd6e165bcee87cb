// How a level set takes steps of several cells: each node looks back to where it came from.
#include "grid/block_window.h"
#include "grid/level_set.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

// Of half the time each.
constexpr float kMostParts = 1024.f;

// From the surface; corners of cells that it goes through are nearer, and what markers there say rests on
// them [cells].
constexpr float kNearSurface = 2.f;

// Below that, how much phi bends from node to node says nothing of which side is the smoother one [cells].
constexpr float kSlightBend = 0.25f;

/// Between b and c, from the parabola through them and a and the one through them and d, together a cubic
/// where both bend alike (WENO; Sebastian and Shu 2003; Macdonald and Ruuth 2008, section 3.1). A distance is
/// bent where it is as near to one surface as to another, and what looks across that makes sheets of two
/// cells grow.
/// @param slight  the square of kSlightBend [m^2]
float between(float a, float b, float c, float d, float t, float slight) {
  const float before = a - 2.f * b + c, after = b - 2.f * c + d;
  const float rough = slight + before * before, roughAfter = slight + after * after;
  const float weight = (2.f - t) * (roughAfter * roughAfter), weightAfter = (1.f + t) * (rough * rough);
  const float bend = (weight * before + weightAfter * after) / (weight + weightAfter);
  return b + t * (c - b) + 0.5f * t * (t - 1.f) * bend;
}

}  // namespace

struct LevelSet::Tracing {
  Vector velocity;
  float time;
  Order order;
  float still;  ///< |phi| from which on nodes keep it [m]
};

void LevelSet::carry(Vector velocity, float time, Order order, const Threads& threads, float fastest) {
  if (!(time >= 0.f && std::isfinite(time)))
    throw std::invalid_argument("a level set's time of motion is negative or not finite");
  // Where the band was, the surface is found again: it moves out of that by less than what is covered.
  const float farthest = 2.f * band_ / cell_ - 2.f;
  float left = time, dt = time;
  while (left > 0.f && !empty()) {
    const float still = (time - left + dt) * fastest + kNearSurface * cell_;
    if (traceBack({velocity, dt, order, still}, threads) > farthest) {
      if (dt * kMostParts <= time) throw std::invalid_argument("a level set's speed is too high");
      dt *= 0.5f;
      continue;
    }
    takeTraced(threads);
    left -= dt;
  }
}

/// To nextBlocks_, in the order in which they are found, and other_.
/// @return the longest way that a node near the surface, before or after, came [cells]
float LevelSet::traceBack(const Tracing& tracing, const Threads& threads) {
  nextBlocks_ = blocks_;
  float longest = 0.f;
  for (std::size_t done = 0; done < nextBlocks_.size();) {
    const std::size_t first = done, count = nextBlocks_.size();
    other_.resize(kNodes * count);
    change_.resize(count);
    threads.forEach(count - first, [&](std::size_t k) {
      change_[first + k] =
          traceBlock(nextBlocks_.at(first + k), tracing, other_.data() + kNodes * (first + k));
    });
    for (; done < count; ++done) {
      if (!std::isfinite(change_[done])) throw std::invalid_argument("a level set's speed is not finite");
      longest = std::max(longest, change_[done]);
      const float* phi = other_.data() + kNodes * done;
      glm::ivec3 low(kBlock), high(-1);
      for (int z = 0; z < kBlock; ++z)
        for (int y = 0; y < kBlock; ++y)
          for (int x = 0; x < kBlock; ++x, ++phi)
            if (std::abs(*phi) < band_)
              low = glm::min(low, glm::ivec3(x, y, z)), high = glm::max(high, glm::ivec3(x, y, z));
      if (high.x < 0) continue;
      const BlockCoordinate at = nextBlocks_.at(done);
      low = (low - 1) >> 3, high = (high + 1) >> 3;
      for (int z = low.z; z <= high.z; ++z)
        for (int y = low.y; y <= high.y; ++y)
          for (int x = low.x; x <= high.x; ++x) nextBlocks_.add(at.beside(x, y, z));
    }
    if (nextBlocks_.size() > kMostBlocks)
      throw std::invalid_argument("the cell of a level set is too small for a surface of this extent");
  }
  return longest;
}

/// @return the longest way that a node near the surface, before or after, came [cells]
float LevelSet::traceBlock(const BlockCoordinate& at, const Tracing& tracing, float* to) const {
  const std::uint32_t old = find(at);
  const float* const before = old < kInside ? values_.data() + kNodes * old : nullptr;
  const float unknown = old == kInside ? -band_ : band_;
  const Home home{at, before ? &around_[old] : nullptr};
  const bool smooth = tracing.order == Order::Second;
  const float perCell = 1.f / cell_;
  float longest = 0.f;
  for (std::size_t n = 0; n < kNodes; ++n) {
    const float own = before ? before[n] : unknown;
    if (std::abs(own) >= tracing.still) {
      to[n] = own;
      continue;
    }
    const glm::ivec3 node = nodeIn(at, n);
    const Vec3 p(static_cast<double>(cell_) * glm::dvec3(node));
    Vec3 u = tracing.velocity(p);
    if (smooth) u = tracing.velocity(p - 0.5f * tracing.time * u);
    const Vec3 way = -tracing.time * perCell * u;
    const float length = glm::length(way);
    if (!(length < static_cast<float>(kFarthestNode))) return std::numeric_limits<float>::infinity();
    const LatticePlace from = LatticePlace{node, {}}.moved(way);
    to[n] = std::clamp(smooth ? sampleWeno(from, home) : sample(from), -band_, band_);
    if (std::abs(to[n]) < band_ || std::abs(own) < band_) longest = std::max(longest, length);
  }
  return longest;
}

/// phi, by between() along the axes [m].
float LevelSet::sampleWeno(const LatticePlace& place, const Home& home) const {
  const float slight = kSlightBend * cell_ * kSlightBend * cell_;
  std::array<float, 64> nodes;
  gather<4>(place.node - 1, nodes, home);
  std::array<float, 4> planes, rows;
  const auto along = [&](const float* v, float t) { return between(v[0], v[1], v[2], v[3], t, slight); };
  for (std::size_t z = 0; z < 4; ++z) {
    for (std::size_t y = 0; y < 4; ++y) rows[y] = along(nodes.data() + 16 * z + 4 * y, place.part.x);
    planes[z] = along(rows.data(), place.part.y);
  }
  return along(planes.data(), place.part.z);
}

void LevelSet::takeTraced(const Threads& threads) {
  keepInside();
  std::swap(inside_, nextInside_);
  std::swap(blocks_, nextBlocks_);
  std::swap(values_, other_);
  if (!std::is_sorted(blocks_.begin(), blocks_.end())) {
    nextBlocks_ = blocks_;
    nextBlocks_.sort();
    next_.resize(values_.size());
    threads.forEach(blocks_.size(), [&](std::size_t k) {
      std::copy_n(values_.data() + kNodes * k, kNodes,
                  next_.data() + kNodes * nextBlocks_.find(blocks_.at(k)));
    });
    std::swap(blocks_, nextBlocks_);
    std::swap(values_, next_);
  }
  keepBand();
  findAround(threads);
}

}  // namespace ooze::grid
