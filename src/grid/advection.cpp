#include "grid/advection.h"

#include "grid/cell_sampler.h"
#include "grid/position_packet.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace ooze::grid {
namespace {

/// Longest backtrace, along each axis [cells].
constexpr double kFarthestWay = 1024.0;

glm::dvec3 placeIn(CellIndex n) {
  return {static_cast<double>(n % 8), static_cast<double>(n / 8 % 8), static_cast<double>(n / 64 % 8)};
}

/// Traces the flow from places in a block, with RK2 (midpoint).
class Tracer {
 public:
  /// @param cellsPerVelocity  time step over cell width; negative traces against the flow [cells s/m]
  Tracer(const PacketSampler& sampler, const FaceField& velocity, double cellsPerVelocity)
      : sampler_(sampler),
        axes_{velocity.axes[0].data(), velocity.axes[1].data(), velocity.axes[2].data()},
        scale_(cellsPerVelocity) {}

  /// Returns the end points of the traces.
  /// @param at  position relative to the middle of the block's first cell [cells]
  [[nodiscard]] PositionPacket follow(const PositionPacket& at) const {
    return moved(at, 1.0, wayAt(moved(at, 0.5, wayAt(at))));
  }

 private:
  [[nodiscard]] PositionPacket wayAt(const PositionPacket& at) const {
    PositionPacket way;
    sampler_.vector(axes_, at, way);
    for (Eight& along : way.along)
      for (double& u : along) {
        const double w = scale_ * u;
        u = std::abs(w) < kFarthestWay ? w : std::copysign(kFarthestWay, w);  // clamps NaN too
      }
    return way;
  }
  static PositionPacket moved(PositionPacket at, double part, const PositionPacket& way) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::size_t l = 0; l < kEight; ++l) at.along[axis][l] += part * way.along[axis][l];
    return at;
  }

  const PacketSampler& sampler_;
  std::array<const float*, 3> axes_;
  double scale_;
};

}  // namespace

/// Up to eight cells of a block (a SIMD batch), and the samplers of the block.
struct Advection::CellBatch {
  const CellSampler& sampler;
  const PacketSampler& samplerOfEight;
  std::size_t count = 0;
  std::array<CellIndex, kEight> cells{};  ///< unused entries repeat the block's first cell
};

/// An array of values to be advected, located at the cell centres or at the lower faces along an axis.
struct Advection::Carried {
  const std::vector<float>& from;
  std::vector<float>& to;
  float outside;
  int axis;  ///< axis of the faces that hold the values; -1: the values are at cell centres
  std::span<const std::uint8_t> wanted;
  double scale;  ///< time step over cell width, from a velocity to a motion in cells [s/m]
  const FaceConditions* conditions = nullptr;  ///< boundary conditions of the faces that hold the values

  /// Returns false for values outside the blocks, and for faces whose velocity is prescribed.
  [[nodiscard]] bool supportsCorrection(CellIndex c) const {
    return c != kNone && (!conditions || !conditions->isHeld(axis, c));
  }
  [[nodiscard]] PositionPacket placesOf(const CellBatch& eight) const {
    PositionPacket at;
    for (std::size_t l = 0; l < kEight; ++l) {
      glm::dvec3 one = placeIn(eight.cells[l]);
      if (axis >= 0) one[axis] -= 0.5;
      for (std::size_t k = 0; k < 3; ++k) at.along[k][l] = one[static_cast<int>(k)];
    }
    return at;
  }
  /// Returns the eight values around a place.
  [[nodiscard]] SampledCells corners(const CellSampler& sampler, glm::dvec3 at) const {
    if (axis >= 0) at[axis] += 0.5;
    return sampler.corners(at);
  }
};

void Advection::advect(const CellBlocks& cells, const FaceField& velocity, const Carried& carried,
                       AdvectionScheme scheme, const Threads& threads) {
  const bool corrects = scheme == AdvectionScheme::MacCormack;
  std::vector<float>& first = corrects ? forwardResult_ : carried.to;
  first.resize(cells.size());
  if (corrects) allowed_.resize(cells.size()), ahead_.resize(cells.size());
  // Calls each(cells) for the wanted cells in batches of eight, and other(cell) for the rest, block by block.
  const auto forWanted = [&](std::span<const std::uint8_t> wanted, const auto& each, const auto& other) {
    threads.forEach(cells.blocks().size(), [&](std::size_t block) {
      const CellSampler sampler(cells, block);
      const PacketSampler samplerOfEight(cells, block);
      CellBatch eight{sampler, samplerOfEight};
      const auto begin = static_cast<CellIndex>(kNodes * block), end = begin + static_cast<CellIndex>(kNodes);
      eight.cells.fill(begin);
      for (CellIndex n = begin; n < end; ++n) {
        if (!wanted.empty() && !wanted[n]) {
          other(n);
          continue;
        }
        eight.cells[eight.count++] = n;
        if (eight.count < kEight) continue;
        each(eight);
        eight.count = 0;
        eight.cells.fill(begin);
      }
      if (eight.count > 0) each(eight);
    });
  };
  // The forward trace starts at the wanted cells; the backward trace starts at the cells that the forward
  // trace reaches.
  std::span<const std::uint8_t> wantedFirst = carried.wanted;
  if (corrects) {
    isNeeded_.assign(carried.wanted.begin(), carried.wanted.end());
    forWanted(
        carried.wanted,
        [&](const CellBatch& eight) {
          const PositionPacket ahead =
              Tracer(eight.samplerOfEight, velocity, carried.scale).follow(carried.placesOf(eight));
          for (std::size_t l = 0; l < eight.count; ++l) {
            const glm::dvec3 at = ahead[l];
            ahead_[eight.cells[l]] = at;
            if (isNeeded_.empty()) continue;
            for (const CellIndex c : carried.corners(eight.sampler, at).cells)
              if (c != kNone) std::atomic_ref(isNeeded_[c]).store(1, std::memory_order_relaxed);
          }
        },
        [](CellIndex) {});
    wantedFirst = isNeeded_;
  }
  forWanted(
      wantedFirst,
      [&](const CellBatch& eight) {
        const PositionPacket from =
            Tracer(eight.samplerOfEight, velocity, -carried.scale).follow(carried.placesOf(eight));
        if (!corrects) {
          Eight values;
          eight.samplerOfEight.value(carried.from.data(), carried.outside, carried.axis, from, values);
          for (std::size_t l = 0; l < eight.count; ++l) first[eight.cells[l]] = static_cast<float>(values[l]);
          return;
        }
        for (std::size_t l = 0; l < eight.count; ++l) {
          const CellIndex n = eight.cells[l];
          const SampledCells corners = carried.corners(eight.sampler, from[l]);
          first[n] = static_cast<float>(corners.value(carried.from.data(), carried.outside));
          float low = std::numeric_limits<float>::infinity(), high = -low;
          for (const CellIndex c : corners.cells) {
            if (!carried.supportsCorrection(c)) {
              low = high = first[n];
              break;
            }
            low = std::min(low, carried.from[c]), high = std::max(high, carried.from[c]);
          }
          allowed_[n] = {low, high};
        }
      },
      [&](CellIndex n) { first[n] = carried.from[n]; });
  if (!corrects) return;
  carried.to.resize(cells.size());
  forWanted(
      carried.wanted,
      [&](const CellBatch& eight) {
        for (std::size_t l = 0; l < eight.count; ++l) {
          const CellIndex n = eight.cells[l];
          const SampledCells to = carried.corners(eight.sampler, ahead_[n]);
          const bool known =
              std::ranges::all_of(to.cells, [&](CellIndex c) { return carried.supportsCorrection(c); });
          const double again = to.value(first.data(), carried.outside);
          const double corrected =
              static_cast<double>(first[n]) + 0.5 * (static_cast<double>(carried.from[n]) - again);
          carried.to[n] =
              known ? std::clamp(static_cast<float>(corrected), allowed_[n][0], allowed_[n][1]) : first[n];
        }
      },
      [&](CellIndex n) { carried.to[n] = carried.from[n]; });
}

void Advection::advect(const CellBlocks& cells, const FaceField& velocity, float dt, const FaceField& from,
                       FaceField& to, AdvectionScheme scheme, const Threads& threads,
                       std::span<const std::uint8_t> wanted, const FaceConditions* conditions) {
  const double scale = static_cast<double>(dt) / static_cast<double>(cells.cell());
  for (int axis = 0; axis < 3; ++axis) {
    if (!wanted.empty()) {
      isWanted_.resize(cells.size());
      cells.forEach(threads, [&](CellIndex c) {
        const CellIndex before = cells.beside(c, axis, -1);
        isWanted_[c] = wanted[c] || (before != kNone && wanted[before]) ? 1 : 0;
      });
    }
    const auto k = static_cast<std::size_t>(axis);
    const std::span<const std::uint8_t> here = wanted.empty() ? wanted : isWanted_;
    advect(cells, velocity, {from.axes[k], to.axes[k], 0.f, axis, here, scale, conditions}, scheme, threads);
  }
}

void Advection::advect(const CellBlocks& cells, const FaceField& velocity, float dt, const CellField& from,
                       CellField& to, AdvectionScheme scheme, const Threads& threads,
                       std::span<const std::uint8_t> wanted) {
  to.outside = from.outside;
  const double scale = static_cast<double>(dt) / static_cast<double>(cells.cell());
  advect(cells, velocity, {from.values, to.values, from.outside, -1, wanted, scale}, scheme, threads);
}

float Advection::stableStep(const CellBlocks& cells, const FaceField& velocity, float cfl,
                            const Threads& threads) {
  fastest_.assign(Threads::chunkCount(cells.size(), CellBlocks::kGrain), 0.f);
  for (const std::vector<float>& axis : velocity.axes)
    threads.forChunks(cells.size(), CellBlocks::kGrain,
                      [&](std::size_t chunk, std::size_t begin, std::size_t end) {
                        for (std::size_t n = begin; n < end; ++n)
                          fastest_[chunk] = std::max(fastest_[chunk], std::abs(axis[n]));
                      });
  const float speed = fastest_.empty() ? 0.f : *std::max_element(fastest_.begin(), fastest_.end());
  return speed > 0.f ? cfl * cells.cell() / speed : std::numeric_limits<float>::infinity();
}

}  // namespace ooze::grid
