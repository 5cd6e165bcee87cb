// The particles near a part of a block, copied side by side.
#pragma once

#include "ooze/base/math.h"

#include "surface/blocks.h"
#include "surface/lattice_particles.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Seen from the first node of one block [cells], and in eights: what is missing to the last eight is far
/// away. Keeps its memory.
class NearbyParticles {
 public:
  /// @param at      the block from which particles will be seen
  /// @param around  how many blocks more there are on each side in which they may lie
  void lookFrom(const LatticeParticles& particles, const BlockCoordinate& at, int around);

  /// @param box  in which they lie, from the block's first node [cells]
  void collect(const LatticeParticles& particles, const Aabb& box);

  [[nodiscard]] std::size_t found() const { return found_; }  ///< particles
  [[nodiscard]] std::size_t padded() const { return (found_ + 7) / 8 * 8; }

  std::vector<float> x, y, z;
  std::vector<std::uint32_t> index;  ///< among the sorted particles

 private:
  struct NearHome {
    std::uint32_t begin, end;
    Vec3 lower, upper, shift;
  };
  void makeRoom(std::size_t more);

  std::vector<NearHome> homes_;
  std::size_t found_ = 0;
};

}  // namespace ooze::surface
