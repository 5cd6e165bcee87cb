#include "spray/near_particles.h"

#include <bit>

namespace ooze::spray {

void NearParticles::sort(std::span<const Vec3> positions, float reach) {
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
