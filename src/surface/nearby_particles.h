// Neighbour search for a part of a block: copies the nearby particles into contiguous arrays.
#pragma once

#include "ooze/base/math.h"

#include "surface/blocks.h"
#include "surface/lattice_particles.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Candidate particles near a box, in structure-of-arrays layout.
/// Positions are relative to the first node of a block [cells]. The arrays are padded to full SIMD batches of
/// eight with particles far away. Buffers are reused.
class NearbyParticles {
 public:
  /// Selects the blocks around `at` as candidates.
  /// @param at      block whose first node is the origin of the collected positions
  /// @param around  number of further blocks on each side that may contain candidates
  void lookFrom(const LatticeParticles& particles, const BlockCoordinate& at, int around);

  /// Collects the candidates inside a box.
  /// @param box  bounds of the wanted positions, relative to the block's first node [cells]
  void collect(const LatticeParticles& particles, const Aabb& box);

  [[nodiscard]] std::size_t found() const { return found_; }  ///< number of collected particles
  [[nodiscard]] std::size_t padded() const { return (found_ + 7) / 8 * 8; }

  std::vector<float> x, y, z;
  std::vector<std::uint32_t> index;  ///< index into the sorted particles

 private:
  struct NearHome {
    std::uint32_t begin, end;
    Vec3 lower, upper, shift;
  };
  void reserveWithSlack(std::size_t more);

  std::vector<NearHome> homes_;
  std::size_t found_ = 0;
};

}  // namespace ooze::surface
