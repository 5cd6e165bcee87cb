// Converts a closed triangle mesh to a level set (signed distance field).
#pragma once

#include "ooze/geometry/mesh.h"

#include "grid/level_set.h"

namespace ooze {

/// Computes phi, the signed distance to the triangles, exact to float rounding. The sign comes from the
/// winding number. Where closed parts of the mesh overlap (two regions of a liquid, surface/regions.h), phi
/// is the distance from their common surface, computed by LevelSet::reinitialise().
/// @param mesh  closed, facing outward
/// @param cell  distance between neighbouring nodes [m]
/// @param band  half width of the narrow band in which phi is known [cells]
/// @throws std::invalid_argument as LevelSet::fromBlocks()
grid::LevelSet levelSetOf(const Mesh& mesh, float cell, float band, const Threads& threads);

}  // namespace ooze
