// Mean curvature of a surface in the cells beside it.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/staggered_grid.h"

namespace ooze::grid {

/// Computes the curvature div (grad phi / |grad phi|) of the level set through each cell's centre by central
/// differences (Osher and Fedkiw 2003, eq. 1.8): the sum of both principal curvatures, 2 / R for a ball of
/// liquid of radius R. The result is limited to 2 / cell.
/// @param phi        signed distance from the surface, negative in the liquid [m]
/// @param reach      distance from the surface within which curvatures are computed [m]
/// @param curvature  receives the curvature; 0 farther from the surface, and in cells at the edge of the
/// blocks [1/m]
void findCurvature(const CellBlocks& cells, const CellField& phi, float reach, CellField& curvature,
                   const Threads& threads);

}  // namespace ooze::grid
