// Cells of the method's grid: boxes of whole cells, and trilinear weights of a place.
#pragma once

#include "ooze/liquid/window.h"

#include "grid/cell_blocks.h"
#include "grid/lattice_position.h"

#include <algorithm>

namespace ooze::rasmussen {

/// A particle farther outside the liquid is lost: it moves on its own [cells].
inline constexpr float kLost = 1.f;

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

/// Calls each(cell, weight) for the eight cells around a place, with trilinear interpolation weights.
/// @param axis  0 to 2: weights refer to the lower faces of cells across this axis; below 0: to their centres
template <class Each>
void forSurroundingCells(const grid::CellBlocks& cells, const Vec3& p, int axis, const Each& each) {
  Vec3 at = p;
  if (axis >= 0) at[axis] += 0.5f * cells.cell();
  const auto place = grid::toLatticePosition(at, cells.cell());
  if (!place) return;
  for (int k = 0; k < 8; ++k) {
    const glm::ivec3 corner(k & 1, k >> 1 & 1, k >> 2);
    const Vec3 part = glm::mix(Vec3(1.f) - place->part, place->part, Vec3(corner));
    const float weight = part.x * part.y * part.z;
    if (!(weight > 0.f)) continue;
    if (const grid::CellIndex c = cells.find(place->node + corner); c != grid::kNone) each(c, weight);
  }
}

}  // namespace ooze::rasmussen
