// Triangulates the loops of a marching-cubes case: a disc in a single loop, a tube between two loops.
#pragma once

#include "surface/cube_outline.h"

#include <vector>

namespace ooze::surface {

/// Triangles between edge crossings (0..11) and middles: extra points in the cube, numbered from 12 on.
struct LoopTriangles {
  std::vector<CubeTriangle> triangles;
  std::vector<std::uint16_t> middles;  ///< each is the mean of the crossings of these edges (a bit each)
};

/// Adds the triangles that span a loop, or the space between two loops.
/// Only edges of the loops may lie in a face of the cube. Another edge in a face might also occur in the
/// adjacent cube, and then four triangles would share the edge. If no triangulation satisfies this rule,
/// middles are added. Otherwise the triangulation has minimal area, with the crossings assumed at the
/// midpoints of their edges.
void addDisc(const Loop& loop, LoopTriangles& to);
void addTube(const Loop& one, const Loop& two, LoopTriangles& to);

}  // namespace ooze::surface
