// Loops of a marching-cubes case: isolines of the trilinear interpolant on the six faces of a cell, joined to
// closed loops, and the triangles that span a loop or the tube between two loops.
#pragma once

#include "geometry/marching_cubes_table.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::marching_cubes {

/// Returns the corners of face f = 2 axis + side, counter-clockwise as seen from outside.
[[nodiscard]] std::array<std::uint8_t, 4> faceCorners(unsigned face);

/// Returns a bit mask of the faces on which positive and negative corners alternate.
[[nodiscard]] unsigned ambiguousFaces(unsigned signs);

/// Returns true if the bilinear interpolant joins the positive corners of an ambiguous face (asymptotic
/// decider). Both cubes of a face compute exactly the same result.
[[nodiscard]] bool positiveCornersMeet(unsigned face, unsigned signs, const std::array<float, 8>& values);

/// Crossed edges in order along the loop. The positive side is on the left as seen from outside the cube.
using Loop = std::vector<std::uint8_t>;

struct MarchingCubesOutline {
  std::vector<Loop> loops;
  /// Region of each corner; corners joined on the cube's surface share an index.
  std::array<std::uint8_t, 8> region;
};

/// Computes the loops and regions on the surface of a cube.
/// @param meeting  bit mask of the ambiguous faces whose positive corners are joined
[[nodiscard]] MarchingCubesOutline outlineOf(unsigned signs, unsigned meeting);

/// Returns true if two corners of equal sign are joined within the cube.
/// @param region  region of each corner on the cube's surface; corners of the same region are joined
[[nodiscard]] bool cornersMeet(unsigned corner, unsigned other, std::array<std::uint8_t, 8> region,
                               unsigned signs, const std::array<float, 8>& values);

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

}  // namespace ooze::marching_cubes
