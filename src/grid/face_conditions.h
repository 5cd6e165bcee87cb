// Boundary conditions on cell faces: areas covered by solids, and prescribed velocities.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/staggered_grid.h"

#include <array>
#include <span>
#include <vector>

namespace ooze::grid {

/// Velocity of a solid at a place, and its friction on the liquid.
struct SolidMotion {
  Vec3 velocity{0.f};  ///< velocity of the solid [m/s]
  /// Friction with the liquid, 0: free-slip, 1: no-slip (alpha_f, Rasmussen et al. 2004) [1].
  float friction = 0.f;
};
using SolidMotionFunction = FunctionRef<SolidMotion(const Vec3&)>;

/// Boundary conditions of the velocity at the faces (cut-cell method).
/// A solid covers a part of each face. Batty, Bertails and Bridson 2007 use the volume around a face; the
/// area of the face itself follows Ng, Min and Gibou 2009, with which resting liquid stays at rest and flow
/// along a slanted wall is exact. Departs from Rasmussen et al. 2004, whose objects cover whole faces: with
/// partial areas a wall has no steps. Hard faces keep their velocity whatever the pressure and viscosity
/// (Dirichlet condition): walls, inlets, controls. Buffers are reused.
struct FaceConditions {
  FaceField open;   ///< fraction of the face's area that no solid covers [1]
  FaceField solid;  ///< velocity of the solid that covers the rest, along the face's axis [m/s]
  FaceFlags hard;   ///< nonzero for a face whose velocity is prescribed

  /// Opens all faces and makes none hard.
  void reset(const CellBlocks& cells);

  /// Computes the open areas and velocities for a solid; hard faces stay.
  /// Faces that are less than a hundredth open are closed, because the pressure of a cell with so small
  /// openings would be ill-conditioned.
  /// @param distance  signed distance from the solid [m], negative inside, with a slope of at most 1; sampled
  /// at the corners of cells
  void setSolids(const CellBlocks& cells, CellField::Function distance, SolidMotionFunction motion,
                 const Threads& threads);
  /// Computes the open areas and velocities from known corner distances.
  /// @param corners  returns the result of findCornerDistances() for a block number; called on any thread [m]
  void setSolidsByCorners(const CellBlocks& cells, FunctionRef<std::span<const float>(std::size_t)> corners,
                          SolidMotionFunction motion, const Threads& threads);

  [[nodiscard]] bool isHard(int axis, CellIndex cell) const {
    return hard[static_cast<std::size_t>(axis)][cell] != 0;
  }
  /// Returns true if the velocity at the face is prescribed.
  [[nodiscard]] bool isHeld(int axis, CellIndex cell) const {
    return isHard(axis, cell) || !(open.at(axis, cell) > 0.f);
  }
  /// Returns the flux through a face per area of the whole face [m/s].
  [[nodiscard]] double flux(int axis, CellIndex cell, const FaceField& velocity) const {
    const auto part = static_cast<double>(open.at(axis, cell));
    return part * static_cast<double>(velocity.at(axis, cell)) +
           (1.0 - part) * static_cast<double>(solid.at(axis, cell));
  }
};

/// Samples the signed distance at the corners of a block's cells, 9^3 values, x fastest.
/// @param distance  signed distance from the solid, with a slope of at most 1 [m]
/// @param corners   receives the samples; empty if no solid reaches into the block [m]
void findCornerDistances(const BlockCoordinate& block, float cell, CellField::Function distance,
                         std::vector<float>& corners);

/// Returns the values at the corners of a cell's lower face, in order around the face.
/// @param values  the result of findCornerDistances() for the cell's block
[[nodiscard]] std::array<float, 4> cornersOf(std::span<const float> values, int axis, CellIndex n);

/// Computes the fraction of a square in which a function is positive [1].
/// The corner values are given in order around the square, and the zero line is straight between the sides.
[[nodiscard]] float positivePart(const std::array<float, 4>& corners);

}  // namespace ooze::grid
