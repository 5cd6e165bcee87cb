// Rigid bodies that the pressure moves, as unknowns of the pressure solve.
#pragma once

#include "grid/cell_blocks.h"

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// A rigid body in the pressure system (Batty, Bertails and Bridson 2007, section 4, "rigid bodies").
/// The body's surface displaces liquid as the body moves, and the pressure pushes on the same surface. Both
/// use the same rows, so liquid and body exchange equal and opposite impulses. The body's velocity at the end
/// of the step is velocity + mobility * push.
struct RigidRows {
  using Vector6 = Eigen::Matrix<double, 6, 1>;  ///< motion or force along and about the axes
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  /// The part of the body's surface in a cell.
  struct Row {
    CellIndex cell;
    /// Area vector of the surface, out of the cell, and its moment about the centre of mass [m^2, m^3].
    Vector6 area;
    std::uint32_t unknown = kNone;  ///< set by the solve: unknown whose pressure acts in the cell
    double push = 0.0;  ///< set by the solve: pressure in the cell over the density, times dt [m^2/s]
  };
  std::vector<Row> rows;
  Vector6 velocity = Vector6::Zero();  ///< (V, omega) without the pressure [m/s, rad/s]
  /// Change of the velocity per impulse, times the density of the liquid; zero holds the velocity.
  Matrix6 mobility = Matrix6::Zero();
  /// Result of the solve: impulse of the pressure over the density of the liquid [m^4/s, m^5/s].
  Vector6 push = Vector6::Zero();

  /// Returns the velocity at the end of the step [m/s, rad/s].
  [[nodiscard]] Vector6 velocityAfter() const { return velocity + mobility * push; }
};

}  // namespace ooze::grid
