// Uses the level set of a simulation method as the liquid surface, resampled on the grid of the mesh.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/level_set.h"
#include "surface/block_grid.h"
#include "surface/field.h"
#include "surface/lattice_particles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Returns the blocks of the mesh's grid that contain liquid or the surface of the level set.
/// @param cell  side of a cell of the mesh's grid [m]
[[nodiscard]] std::vector<BlockCoordinate> blocksOf(const grid::LevelSet& liquid, float cell);

/// Particles outside the level set: isolated drops, or parts of sheets and threads thinner than the level
/// set's cells. Buffers are reused.
class DropParticles {
 public:
  /// Collects the particles that count as drops.
  /// @param regions  region number of each particle; may be empty
  void find(const grid::LevelSet& liquid, std::span<const Vec3> positions,
            std::span<const std::uint8_t> regions, const Threads& threads);
  /// Multiplies the kernel weights by each particle's share as a drop, so a particle that leaves the liquid
  /// emerges gradually.
  /// @param sorted  the particles of positions(), sorted by block
  void weigh(const LatticeParticles& sorted, KernelShapes& shapes) const;

  [[nodiscard]] std::span<const Vec3> positions() const { return positions_; }  ///< position of each drop [m]
  [[nodiscard]] std::span<const std::uint8_t> regions() const { return regions_; }

 private:
  std::vector<float> shareOf_;  ///< share of each given particle that counts as a drop, 0 to 1 [1]
  std::vector<Vec3> positions_;
  std::vector<std::uint8_t> regions_;
  std::vector<float> shares_;  ///< shares of the collected particles, above 0
};

/// Combines the level set with the field of the drops: f^4 = f_drops^4 + (level - phi / h)^4, with the last
/// term clamped at 0. The sum of squares of eq. 13 would temporarily double the volume of liquid that leaves
/// the level set.
/// @param h  interaction radius [m]
void addLevelSetToField(const grid::LevelSet& liquid, float cell, float h, float level, BlockGrid& grid,
                        const Threads& threads);

}  // namespace ooze::surface
