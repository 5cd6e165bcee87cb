// The level set on the surface of one cube: lines on its six faces, which close to loops.
#pragma once

#include "surface/cube_cases.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::surface {

/// The corners of face f = 2 axis + side, counter-clockwise as seen from outside.
[[nodiscard]] std::array<std::uint8_t, 4> faceCorners(unsigned face);

/// Faces on which positive and negative corners alternate, a bit each.
[[nodiscard]] unsigned ambiguousFaces(unsigned signs);

/// Whether the bilinear interpolant joins the positive corners of an ambiguous face. Exactly the same for the
/// two cubes of a face.
[[nodiscard]] bool positiveCornersMeet(unsigned face, unsigned signs, const std::array<float, 8>& values);

/// Crossed edges in the order in which they follow one another: the positive side is on the left as seen
/// from outside the cube.
using Loop = std::vector<std::uint8_t>;

struct CubeOutline {
  std::vector<Loop> loops;
  std::array<std::uint8_t, 8> region;  ///< of each corner: corners that meet on the cube's surface share it
};

/// @param meeting  ambiguous faces whose positive corners meet, a bit each
[[nodiscard]] CubeOutline outlineOf(unsigned signs, unsigned meeting);

/// Whether a positive and another positive corner (or two negative ones) are joined within the cube.
/// @param region  of the corners on the cube's surface; corners of one region are joined
[[nodiscard]] bool cornersMeet(unsigned corner, unsigned other, std::array<std::uint8_t, 8> region,
                               unsigned signs, const std::array<float, 8>& values);

}  // namespace ooze::surface
