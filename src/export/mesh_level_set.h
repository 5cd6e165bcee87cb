// A closed mesh as a level set.
#pragma once

#include "ooze/geometry/mesh.h"

#include "grid/level_set.h"

namespace ooze {

/// phi at a node is its distance from the triangles, exact to float rounding; what the mesh winds round is
/// inside. Where closed parts of it overlap (two regions of a liquid, surface/regions.h), phi is the distance
/// from their common surface, as LevelSet::reinitialise() has it.
/// @param mesh  closed, facing outward
/// @param cell  distance of two nodes [m]
/// @param band  how far from the triangles phi is known [cells]
/// @throws std::invalid_argument as LevelSet::fromBlocks()
grid::LevelSet levelSetOf(const Mesh& mesh, float cell, float band, const Threads& threads);

}  // namespace ooze
