// A surface that a method has of its own, on the lattice of the mesh.
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

/// The blocks of the mesh's lattice in which the level set has liquid or its surface.
/// @param cell  of the mesh's lattice [m]
[[nodiscard]] std::vector<BlockCoordinate> blocksOf(const grid::LevelSet& liquid, float cell);

/// Particles that a level set does not tell of: each is a drop of its own, or part of a sheet or thread that
/// is thinner than the level set's cells. Keeps its memory.
class Drops {
 public:
  /// @param regions  of the particles; may be empty
  void find(const grid::LevelSet& liquid, std::span<const Vec3> positions,
            std::span<const std::uint8_t> regions, const Threads& threads);
  /// What leaves the liquid comes forth from it little by little.
  /// @param sorted  of positions()
  void weigh(const LatticeParticles& sorted, KernelShapes& shapes) const;

  [[nodiscard]] std::span<const Vec3> positions() const { return positions_; }  ///< [m]
  [[nodiscard]] std::span<const std::uint8_t> regions() const { return regions_; }

 private:
  std::vector<float> shareOf_;  ///< of each given particle, as a drop [1]
  std::vector<Vec3> positions_;
  std::vector<std::uint8_t> regions_;
  std::vector<float> shares_;  ///< of what remains, above 0
};

/// Adds the level set to the field that drops made: f^4 = f_drops^4 + (level - phi / h)^4, where that is
/// above 0. (Of squares, as eq. 13 has them, what leaves the liquid would for a while be twice its volume.)
/// @param h  interaction radius [m]
void layKnownSurface(const grid::LevelSet& liquid, float cell, float h, float level, BlockGrid& grid,
                     const Threads& threads);

}  // namespace ooze::surface
