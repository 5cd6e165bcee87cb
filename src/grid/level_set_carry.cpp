// Semi-Lagrangian advection of a level set by steps of several cells: LevelSet::carry().
#include "grid/blocks.h"
#include "grid/level_set.h"
#include "grid/position_packet.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

// Limit for halving the time step.
constexpr float kMostParts = 1024.f;

// Nodes within this distance of the surface are always traced. Corners of cells on the surface are closer,
// and the marker correction depends on their phi [cells].
constexpr float kNearSurface = 2.f;

}  // namespace

struct LevelSet::Tracing {
  VelocityFunction velocity;
  float time;
  Order order;
  float still;  ///< largest |phi| of a node that is traced back; farther nodes keep phi [m]
};

void LevelSet::carry(VelocityFunction velocity, float time, Order order, const Threads& threads,
                     float fastest) {
  if (!(time >= 0.f && std::isfinite(time)))
    throw std::invalid_argument("a level set's time of motion is negative or not finite");
  // Longest motion for which the new surface is certain to be found in the old band and its neighbouring
  // blocks.
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

/// Traces the nodes of all blocks that the surface may have reached.
/// Writes the blocks to nextBlocks_, in the order in which they are found, and phi to other_.
/// @return the longest trace of a node near the old or the new surface [cells]
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
    if (nextBlocks_.size() > kMaxBlocks)
      throw std::invalid_argument("the cell of a level set is too small for a surface of this extent");
  }
  return longest;
}

/// Traces the nodes of a block.
/// @return the longest trace of a node near the old or the new surface [cells]
float LevelSet::traceBlock(const BlockCoordinate& at, const Tracing& tracing, float* to) const {
  const std::uint32_t old = find(at);
  const float* const before = old < kInside ? values_.data() + kNodes * old : nullptr;
  const float unknown = old == kInside ? -band_ : band_;
  const bool smooth = tracing.order == Order::Second;
  const float perCell = 1.f / cell_;
  std::array<std::uint16_t, kNodes> moving;
  std::array<Vec3, kNodes> places, velocities;
  std::size_t count = 0;
  for (std::size_t n = 0; n < kNodes; ++n) {
    to[n] = before ? before[n] : unknown;
    if (std::abs(to[n]) >= tracing.still) continue;
    moving[count] = static_cast<std::uint16_t>(n);
    places[count++] = Vec3(static_cast<double>(cell_) * glm::dvec3(nodeIn(at, n)));
  }
  const std::span<const Vec3> asked(places.data(), count);
  tracing.velocity(asked, velocities.data());
  if (smooth) {
    for (std::size_t k = 0; k < count; ++k) places[k] = places[k] - 0.5f * tracing.time * velocities[k];
    tracing.velocity(asked, velocities.data());
  }
  std::array<LatticePosition, kNodes> from;
  std::array<float, kNodes> lengths, values;
  for (std::size_t k = 0; k < count; ++k) {
    const Vec3 way = -tracing.time * perCell * velocities[k];
    lengths[k] = glm::length(way);
    if (!(lengths[k] < static_cast<float>(kMaxNodeIndex))) return std::numeric_limits<float>::infinity();
    from[k] = LatticePosition{nodeIn(at, moving[k]), {}}.moved(way);
  }
  if (smooth)
    sampleWeno({from.data(), count}, at, old, values.data());
  else
    for (std::size_t k = 0; k < count; ++k) values[k] = sample(from[k]);
  float longest = 0.f;
  for (std::size_t k = 0; k < count; ++k) {
    float& phi = to[moving[k]];
    const float own = phi;
    phi = std::clamp(values[k], -band_, band_);
    if (std::abs(phi) < band_ || std::abs(own) < band_) longest = std::max(longest, lengths[k]);
  }
  return longest;
}

/// Interpolates phi by WENO cubics at places near a block.
/// @param number  number of the block, or kNone or kInside for a block without nodes
void LevelSet::sampleWeno(std::span<const LatticePosition> places, const BlockCoordinate& at,
                          std::uint32_t number, float* to) const {
  if (number >= kInside) {
    for (const LatticePosition& place : places) *to++ = sampleWeno(place, {at});
    return;
  }
  const KnownBlock home{at, &around_[number]};
  if (places.empty()) return;
  CubicWindow window;
  window.load(values_.data(), around_[number], band_);
  const glm::ivec3 corner = nodeIn(at, 0);
  CubicPacket eight;
  std::array<float, CubicPacket::kCount> values;
  for (std::size_t first = 0; first < places.size(); first += CubicPacket::kCount) {
    const std::size_t count = std::min(CubicPacket::kCount, places.size() - first);
    std::uint32_t near = 0;
    for (std::size_t l = 0; l < CubicPacket::kCount; ++l) {
      const LatticePosition& place = places[first + std::min(l, count - 1)];
      const glm::ivec3 n = place.node - corner, low = n + 3;
      const bool isNear = std::max({static_cast<unsigned>(low.x), static_cast<unsigned>(low.y),
                                    static_cast<unsigned>(low.z)}) < kBlock + 5u;
      near |= static_cast<std::uint32_t>(isNear) << l;
      eight.first[l] =
          isNear ? static_cast<std::uint32_t>(CubicWindow::indexOf(n.x - 1, n.y - 1, n.z - 1)) : 0;
      for (int axis = 0; axis < 3; ++axis) eight.part[static_cast<std::size_t>(axis)][l] = place.part[axis];
    }
    if (near != 0) eight.sample(window, kSlightBend * cell_ * kSlightBend * cell_, values);
    for (std::size_t l = 0; l < count; ++l)
      to[first + l] = (near >> l & 1u) != 0 ? values[l] : sampleWeno(places[first + l], home);
  }
}

/// Interpolates phi by wenoCubic() along the axes [m].
float LevelSet::sampleWeno(const LatticePosition& place, const KnownBlock& home) const {
  const float slight = kSlightBend * cell_ * kSlightBend * cell_;
  std::array<float, 64> nodes;
  gather<4>(place.node - 1, nodes, home);
  std::array<float, 4> planes, rows;
  const auto along = [&](const float* v, float t) { return wenoCubic(v[0], v[1], v[2], v[3], t, slight); };
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
  removeBlocksOutsideBand();
  findAround(threads);
}

}  // namespace ooze::grid
