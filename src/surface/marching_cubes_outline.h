// Isolines of the trilinear interpolant on the six faces of a marching-cubes cell, joined to closed loops.
#pragma once

#include "surface/marching_cubes_table.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::surface {

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

}  // namespace ooze::surface
