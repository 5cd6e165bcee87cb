// Finds the border between two liquids within a triangle of the surface mesh.
#pragma once

#include "ooze/surface/surface_mesh.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ooze {

/// Describes the two liquids of a triangle, with the lead of the first liquid at each corner. The border is
/// the zero line of the interpolated lead, so borders are finer than triangles and continuous across edges.
struct LiquidBorder {
  struct BorderCorner {
    std::array<std::uint32_t, 2> colours;  ///< unmixed colour of each liquid
    float lead;                            ///< (weight of first - second) / weight of both, -1 to 1
  };
  /// The two liquids in ascending order, so that neighbouring triangles agree on the first.
  std::array<std::uint16_t, 2> materials;
  std::array<BorderCorner, 3> corners;
};

/// Half the width of the border, as a lead: colours are mixed where the lead is less.
inline constexpr float kBorderBlur = 0.06f;

/// Finds the border between the two liquids with the greatest weight over the triangle's corners. A third
/// liquid is ignored.
/// @return nothing if one liquid leads by more than kBorderBlur at all corners
[[nodiscard]] std::optional<LiquidBorder> borderWithin(const SurfaceMesh& mesh,
                                                       const std::array<std::uint32_t, 3>& triangle);

}  // namespace ooze
