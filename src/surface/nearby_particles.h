// The particles near a part of a block, copied side by side.
#pragma once

#include "ooze/base/math.h"

#include "surface/block_map.h"
#include "surface/lattice_particles.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Seen from the first node of one block [cells], and in eights: what is missing to the last eight is far
/// away. Keeps its memory.
class NearbyParticles {
 public:
  /// @param at    the block from which they are seen
  /// @param box   in which they lie, at most one block and `around` blocks more wide on each side [cells]
  void collect(const LatticeParticles& particles, const BlockCoordinate& at, const Aabb& box, int around);

  [[nodiscard]] std::size_t found() const { return found_; }  ///< particles
  [[nodiscard]] std::size_t padded() const { return (found_ + 7) / 8 * 8; }

  std::vector<float> x, y, z;
  std::vector<std::uint32_t> index;  ///< among the sorted particles

 private:
  void makeRoom(std::size_t more);
  std::size_t found_ = 0;
};

/// A block is gone through in parts about as wide as the reach, so that the particles near each are few.
[[nodiscard]] inline int partsAlong(float reach) {
  return std::clamp(static_cast<int>(static_cast<float>(kBlock) / reach + 0.5f), 1, 4);
}

}  // namespace ooze::surface
