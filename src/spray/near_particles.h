// Neighbour search for droplets: a spatial hash of the liquid's particles.
#pragma once

#include "ooze/base/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::spray {

/// Search radius for which the paper's constants are made, in rest spacings; about 33 neighbours lie within.
inline constexpr float kReach = 2.f;

/// Evaluates the paper's kernel W(x, h): 1 at the centre, 0 at the reach.
[[nodiscard]] inline float weight(float distance, float reach) { return 1.f - distance / reach; }

/// Spatial hash with cells as wide as the search radius (Teschner et al. 2003). Buffers are reused.
class NearParticles {
 public:
  /// Sorts the particles into the cells.
  /// @param reach  search radius, positive [m]
  void sort(std::span<const Vec3> positions, float reach);
  [[nodiscard]] float reach() const { return reach_; }

  /// Calls f(index, offset from `at` to the particle, distance) for each particle nearer than the search
  /// radius. The order depends only on the particles and the place.
  template <class F>
  void visit(const Vec3& at, F&& f) const {
    if (entries_.empty()) return;
    const HashCell home = cellOf(at);
    for (std::int32_t z = home.z - 1; z <= home.z + 1; ++z)
      for (std::int32_t y = home.y - 1; y <= home.y + 1; ++y)
        for (std::int32_t x = home.x - 1; x <= home.x + 1; ++x) visitCell({x, y, z}, at, f);
  }

 private:
  struct HashCell {
    std::int32_t x, y, z;
    bool operator==(const HashCell&) const = default;
  };
  struct HashedParticle {
    Vec3 position;
    HashCell cell;
    std::uint32_t index;
  };

  [[nodiscard]] HashCell cellOf(const Vec3& p) const {
    // Positions farther than 2^20 cells from the origin share cells; the distance test still separates them.
    const Vec3 c = glm::clamp(glm::floor(p / reach_), Vec3(-1048576.f), Vec3(1048576.f));
    return {static_cast<std::int32_t>(c.x), static_cast<std::int32_t>(c.y), static_cast<std::int32_t>(c.z)};
  }
  [[nodiscard]] std::size_t rowOf(const HashCell& c) const {
    return (static_cast<std::uint32_t>(c.x) * 73856093u ^ static_cast<std::uint32_t>(c.y) * 19349663u ^
            static_cast<std::uint32_t>(c.z) * 83492791u) &
           mask_;
  }
  template <class F>
  void visitCell(const HashCell& cell, const Vec3& at, F& f) const {
    const std::size_t row = rowOf(cell);
    for (std::uint32_t k = starts_[row]; k < starts_[row + 1]; ++k) {
      const HashedParticle& entry = entries_[k];
      const Vec3 offset = entry.position - at;
      const float distance2 = glm::dot(offset, offset);
      // Another cell may have the same hash.
      if (distance2 < reach_ * reach_ && entry.cell == cell) f(entry.index, offset, std::sqrt(distance2));
    }
  }

  float reach_ = 1.f;
  std::uint32_t mask_ = 0;
  std::vector<std::uint32_t> starts_;
  std::vector<HashedParticle> entries_;
};

inline void NearParticles::sort(std::span<const Vec3> positions, float reach) {
  reach_ = reach;
  const std::size_t rows = std::bit_ceil(2 * positions.size() + 1);
  mask_ = static_cast<std::uint32_t>(rows - 1);
  starts_.assign(rows + 1, 0);
  for (const Vec3& p : positions) ++starts_[rowOf(cellOf(p))];
  std::uint32_t end = 0;
  for (std::uint32_t& start : starts_) start = end += start;
  entries_.resize(positions.size());
  // Filled from last to first, so that the particles of a row keep their order.
  for (std::size_t i = positions.size(); i-- > 0;) {
    const HashCell cell = cellOf(positions[i]);
    entries_[--starts_[rowOf(cell)]] = {positions[i], cell, static_cast<std::uint32_t>(i)};
  }
}

}  // namespace ooze::spray
