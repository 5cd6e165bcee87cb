// Triangulates the loops of a marching-cubes case: a disc in a single loop, a tube between two loops.
#pragma once

#include "surface/marching_cubes_outline.h"

#include <vector>

namespace ooze::surface {

/// Triangles between edge crossings (0..11) and middles: extra points in the cube, numbered from 12 on.
struct MarchingCubesTriangles {
  std::vector<CubeTriangle> triangles;
  std::vector<std::uint16_t>
      interiorPoints;  ///< each is the mean of the crossings of these edges (a bit each)
};

/// Adds the triangles that span a loop, or the space between two loops.
/// Only edges of the loops may lie in a face of the cube. Another edge in a face might also occur in the
/// adjacent cube, and then four triangles would share the edge. If no triangulation satisfies this rule,
/// middles are added. Otherwise the triangulation has minimal area, with the crossings assumed at the
/// midpoints of their edges.
void addDisc(const Loop& loop, MarchingCubesTriangles& to);
void addTube(const Loop& one, const Loop& two, MarchingCubesTriangles& to);

}  // namespace ooze::surface
