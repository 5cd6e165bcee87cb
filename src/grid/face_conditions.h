// What faces of cells may not do as the flow would: solids that cover them, velocities that are held.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/staggered_grid.h"

#include <array>
#include <span>
#include <vector>

namespace ooze::grid {

/// A solid's velocity at a place, and its hold on liquid beside it.
struct SolidMotion {
  Vec3 velocity{0.f};    ///< [m/s]
  float friction = 0.f;  ///< 0: slips, 1: sticks (alpha_f, Rasmussen et al. 2004) [1]
};
using SolidMotionAt = FunctionRef<SolidMotion(const Vec3&)>;

/// Solids cover a part of each face (Batty, Bertails and Bridson 2007, there of the volume round a face; of
/// the face itself after Ng, Min and Gibou 2009, with which a resting liquid stays at rest and flow along a
/// slanted wall is exact). Departs from Rasmussen et al. 2004, whose objects hold whole faces: with parts a
/// wall has no steps. Hard faces keep the velocity that they have, whatever the pressure and viscosity:
/// walls, inlets, controls. Keeps its memory.
struct FaceConditions {
  FaceField open;   ///< part of the face that no solid covers [1]
  FaceField solid;  ///< velocity of what covers the rest, along the face's axis [m/s]
  FaceFlags hard;   ///< not 0: held

  /// All open, none hard.
  void reset(const CellBlocks& cells);

  /// Open parts and velocities from a solid; hard faces stay. What is open to less than a hundredth is
  /// closed: so little room would let a cell's pressure be anything.
  /// @param distance  from the solid, negative inside, by 1 or less per metre of way; at corners of cells [m]
  void setSolids(const CellBlocks& cells, CellField::Function distance, SolidMotionAt motion,
                 const Threads& threads);
  /// The same from distances that are known.
  /// @param corners  of a block's number, what findCornerDistances() gave; called on any thread [m]
  void setSolidsByCorners(const CellBlocks& cells, FunctionRef<std::span<const float>(std::size_t)> corners,
                          SolidMotionAt motion, const Threads& threads);

  [[nodiscard]] bool isHard(int axis, CellIndex cell) const {
    return hard[static_cast<std::size_t>(axis)][cell] != 0;
  }
  /// Whether liquid may not choose its velocity there.
  [[nodiscard]] bool isHeld(int axis, CellIndex cell) const {
    return isHard(axis, cell) || !(open.at(axis, cell) > 0.f);
  }
  /// What goes through a face, for each of its whole area [m/s].
  [[nodiscard]] double flux(int axis, CellIndex cell, const FaceField& velocity) const {
    const auto part = static_cast<double>(open.at(axis, cell));
    return part * static_cast<double>(velocity.at(axis, cell)) +
           (1.0 - part) * static_cast<double>(solid.at(axis, cell));
  }
};

/// Signed distances at the corners of a block's cells, 9^3 of them, x fastest; none if no solid reaches into
/// the block.
/// @param distance  by 1 or less per metre of way [m]
void findCornerDistances(const BlockCoordinate& block, float cell, CellField::Function distance,
                         std::vector<float>& corners);

/// The part of a square in which a function is positive, from its values at the corners, which go round it;
/// straight between its zeros on the sides [1].
[[nodiscard]] float positivePart(const std::array<float, 4>& corners);

}  // namespace ooze::grid
