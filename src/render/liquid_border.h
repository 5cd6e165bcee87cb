// The border between two liquids, within a triangle of their surface.
#pragma once

#include "ooze/surface/surface_mesh.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ooze {

/// What a triangle shows: at each corner two liquids and which of them is ahead, by how much. Where that
/// changes its sign the border runs, so it is finer than triangles are and goes on from one to the next.
struct LiquidBorder {
  struct Corner {
    std::array<std::uint32_t, 2> colours;  ///< of each alone
    float lead;                            ///< of the first, -1 to 1; over the weight of both
  };
  std::array<std::uint16_t, 2> materials;  ///< ascending, so that neighbours agree which is the first
  std::array<Corner, 3> corners;
};

/// Half the width of the border, as a lead: what hardly leads is shown mixed.
inline constexpr float kBorderBlur = 0.06f;

/// Looks at the two liquids that weigh most over its corners; a third one has no say.
/// @return nothing if one liquid is well ahead at all corners
[[nodiscard]] std::optional<LiquidBorder> borderWithin(const SurfaceMesh& mesh,
                                                       const std::array<std::uint32_t, 3>& triangle);

}  // namespace ooze
