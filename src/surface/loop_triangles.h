// Triangles that span the loops of a cube's outline: a disc in one loop, a tube between two.
#pragma once

#include "surface/cube_outline.h"

#include <vector>

namespace ooze::surface {

/// Triangles of crossings and of middles: points in the cube, which are numbered from 12 on.
struct LoopTriangles {
  std::vector<CubeTriangle> triangles;
  std::vector<std::uint16_t> middles;  ///< each is the mean of the crossings of these edges (a bit each)
};

/// Adds what spans loops. No triangle's edge but those of the loops lies in a face of the cube: the cube
/// beyond might have the same edge, and four triangles would share it. Where that leaves no way, middles are
/// added. Otherwise it takes the least area, with crossings in the middles of their edges.
void addDisc(const Loop& loop, LoopTriangles& to);
void addTube(const Loop& one, const Loop& two, LoopTriangles& to);

}  // namespace ooze::surface
