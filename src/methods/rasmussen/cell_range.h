// Box of whole cells, for windows and bands.
#pragma once

#include "ooze/liquid/window.h"

#include <algorithm>

namespace ooze::rasmussen {

/// Returns the cell that contains a place.
/// @param side  side of a cell [m]
inline glm::ivec3 cellOfPlace(const Vec3& p, float side) { return glm::ivec3(glm::floor(p / side + 0.5f)); }

/// Cells with first <= cell < end on every axis. Each cell is centred on the node cell * side.
struct CellRange {
  glm::ivec3 first, end;

  [[nodiscard]] bool contains(const glm::ivec3& cell) const {
    return glm::all(glm::greaterThanEqual(cell, first)) && glm::all(glm::lessThan(cell, end));
  }
  /// Returns the distance of a node outside the range, by its greatest coordinate; negative inside [cells].
  [[nodiscard]] float outsideBy(const glm::ivec3& node) const {
    const glm::ivec3 by = glm::max(first - node, node - end + 1);
    return static_cast<float>(std::max({by.x, by.y, by.z})) - 0.5f;
  }
};

/// Returns the cells whose centres lie in the box of a window, shifted by whole cells as the window has
/// moved.
/// @param side  side of a cell [m]
[[nodiscard]] CellRange cellsOf(const PosedWindow& window, float side);

}  // namespace ooze::rasmussen
