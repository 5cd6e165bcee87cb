// A box of whole cells.
#pragma once

#include "ooze/liquid/window.h"

#include <algorithm>

namespace ooze::rasmussen {

/// The cell that a place is in.
inline glm::ivec3 cellOfPlace(const Vec3& p, float side) { return glm::ivec3(glm::floor(p / side + 0.5f)); }

/// Cells with first <= cell < end on every axis, each round the node cell * side.
struct CellRange {
  glm::ivec3 first, end;

  [[nodiscard]] bool contains(const glm::ivec3& cell) const {
    return glm::all(glm::greaterThanEqual(cell, first)) && glm::all(glm::lessThan(cell, end));
  }
  /// How far a node is outside of them, by the greatest of its coordinates; negative inside [cells].
  [[nodiscard]] float outsideBy(const glm::ivec3& node) const {
    const glm::ivec3 by = glm::max(first - node, node - end + 1);
    return static_cast<float>(std::max({by.x, by.y, by.z})) - 0.5f;
  }
};

/// Those whose middles are in a window's box, moved on by whole cells as the window has.
[[nodiscard]] CellRange cellsOf(const PosedWindow& window, float side);

}  // namespace ooze::rasmussen
