// Trilinear weights of a particle in the cells around it.
#pragma once

#include "grid/cell_blocks.h"
#include "grid/lattice_position.h"

namespace ooze::rasmussen {

/// Calls each(cell, weight) for the eight cells around a place, with trilinear interpolation weights.
/// @param axis  0 to 2: weights refer to the lower faces of cells across this axis; below 0: to their centres
template <class Each>
void forSurroundingCells(const grid::CellBlocks& cells, const Vec3& p, int axis, const Each& each) {
  Vec3 at = p;
  if (axis >= 0) at[axis] += 0.5f * cells.cell();
  const auto place = grid::toLatticePosition(at, cells.cell());
  if (!place) return;
  for (int k = 0; k < 8; ++k) {
    const glm::ivec3 corner(k & 1, k >> 1 & 1, k >> 2);
    const Vec3 part = glm::mix(Vec3(1.f) - place->part, place->part, Vec3(corner));
    const float weight = part.x * part.y * part.z;
    if (!(weight > 0.f)) continue;
    if (const grid::CellIndex c = cells.find(place->node + corner); c != grid::kNone) each(c, weight);
  }
}

}  // namespace ooze::rasmussen
