// A surface that a method has of its own, on the lattice of the mesh.
#pragma once

#include "ooze/base/threads.h"

#include "grid/level_set.h"
#include "surface/block_grid.h"

#include <vector>

namespace ooze::surface {

/// The blocks of the mesh's lattice in which the level set has liquid or its surface.
/// @param cell  of the mesh's lattice [m]
[[nodiscard]] std::vector<BlockCoordinate> blocksOf(const grid::LevelSet& liquid, float cell);

/// Puts the level set in the place of the field that particles made, wherever it knows that liquid is near:
/// f = level - phi / h. What is left of particles is drops that are alone.
/// @param h  interaction radius [m]
void layKnownSurface(const grid::LevelSet& liquid, float cell, float h, float level, BlockGrid& grid,
                     const Threads& threads);

}  // namespace ooze::surface
