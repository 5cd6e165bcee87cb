// Poisson equation for the pressure that gives a staggered flow its prescribed divergence.
#pragma once

#include "ooze/base/threads.h"

#include "base/numbering.h"
#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/grid_solver.h"
#include "grid/rigid_rows.h"
#include "grid/sparse_rows.h"
#include "grid/staggered_grid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Role of a cell in the pressure equation.
enum class CellRole : std::uint8_t {
  Closed,  ///< not part of the system: its faces keep their velocity
  Open,    ///< Dirichlet cell, p = 0: air
  Unknown
};

struct PressureSettings {
  GridSolverSettings solver{};
  double divergence = 1e-9;  ///< the iteration also stops at this rms of (div u - target divergence) dt [1]
  /// Smallest distance of the surface from the centre of a liquid cell; smaller distances would dominate the
  /// matrix (Enright et al. 2003) [cells]
  double leastTheta = 0.01;
  /// Pressure over density on the liquid's side of the surface, as surface tension makes it; known in the
  /// cells on both sides of the surface, which must outlive the solve; null: 0 [m^2/s^2]
  const CellField* surfacePressure = nullptr;
};

struct PressureResult {
  SolverResult solver;
  std::size_t unknowns = 0;
  std::size_t pockets = 0;  ///< connected parts that touch no open cell
};

/// The pressure solve: the pressure Poisson equation in the cells with the role Unknown.
/// Equation: div (w grad q) = div u - D for q = dt p / rho, where D is the prescribed divergence [1/s].
/// The projection is u -= grad q (eq. 2 of Rasmussen et al. 2004, "projection"). Finite volumes: w is the
/// open part of a face (face_conditions.h). At a surface between an unknown and an open cell q = dt s holds
/// to second order by a ghost value (Gibou et al. 2002; Enright et al. 2003). s is the pressure of surface
/// tension (PressureSettings::surfacePressure), so the jump is the one of the ghost fluid method (Kang,
/// Fedkiw and Liu 2000). The matrix is symmetric. Buffers are reused.
class PressureSystem {
 public:
  std::vector<CellRole> role;  ///< role of each cell, to be set before assemble()

  /// Builds the matrix.
  /// @param phi  signed distance that locates the surface between an unknown (below 0) and an open cell;
  /// null: at the centre of the open cell [m]
  void assemble(const CellBlocks& cells, const FaceConditions& faces, const CellField* phi, double leastTheta,
                const Threads& threads);
  /// Returns the parts without an open cell.
  /// Their q is determined up to a constant, and only if their net inflow matches the prescribed divergence
  /// D. solve() removes the mean of the mismatch and sets their minimum q to 0.
  [[nodiscard]] const Pockets& pockets() const { return pockets_; }
  [[nodiscard]] std::size_t unknowns() const { return cell_.size(); }
  [[nodiscard]] CellIndex cellOf(std::uint32_t unknown) const { return cell_[unknown]; }
  /// Returns true if a cell is part of the system; unknown cells enclosed by closed and hard faces are not.
  [[nodiscard]] bool has(CellIndex cell) const { return number_[cell] != kNone; }
  [[nodiscard]] const SparseRows& matrix() const { return matrix_; }

  /// Solves for the pressure.
  /// @param target    prescribed divergence D, per volume of the whole cell [1/s]; null: 0
  /// @param pressure  p / rho [m^2/s^2]: the initial guess, and then the solution; 0 in cells outside the
  /// system
  /// @param bodies    rigid bodies that the pressure moves; receive their push. The solid velocities of
  /// `faces` must leave out the surfaces of these bodies
  PressureResult solve(const CellBlocks& cells, const FaceConditions& faces, const FaceField& velocity,
                       const CellField* target, float dt, CellField& pressure,
                       const PressureSettings& settings, const Threads& threads,
                       std::span<RigidRows> bodies = {});
  /// Subtracts grad q from the velocity of every face in the system; all other faces keep their bits. Reads
  /// the surface pressure of solve().
  void subtractGradient(const CellBlocks& cells, const FaceConditions& faces, FaceField& velocity,
                        const Threads& threads) const;

 private:
  /// Returns the unknown whose pressure acts in a cell of liquid; kNone if there is none in or beside the
  /// cell.
  [[nodiscard]] std::uint32_t unknownIn(const CellBlocks& cells, CellIndex cell) const;
  void addBodies(const CellBlocks& cells, std::span<RigidRows> bodies);
  void findPushes(std::span<RigidRows> bodies) const;
  /// Returns true if air is on both sides of an unknown cell along an axis: a sheet or drop of a single cell.
  [[nodiscard]] bool isSheet(CellIndex unknown) const;
  /// Returns 1 / theta, the factor of the gradient at a face between an unknown cell and another. theta is
  /// the distance from the centre of the unknown cell to the surface [cells]. The factor is 1 in a sheet,
  /// whose two surfaces close to the cell's centre would leave it no mass.
  [[nodiscard]] double inverseTheta(CellIndex unknown, CellIndex other) const;
  /// Returns the distance from the centre of a cell of liquid to the surface, towards an open cell [cells].
  [[nodiscard]] double theta(CellIndex unknown, CellIndex open) const;
  /// Returns q at the surface between an unknown and an open cell [m^2/s].
  [[nodiscard]] double surfaceQ(CellIndex unknown, CellIndex open) const;
  /// Returns the flux through a face per difference of q.
  [[nodiscard]] double conductance(const FaceConditions& faces, int axis, CellIndex face, CellIndex cell,
                                   CellIndex other) const;

  const CellBlocks* cells_ = nullptr;
  const CellField* phi_ = nullptr;
  const CellField* surfacePressure_ = nullptr;  ///< pressure over density at the surface [m^2/s^2]
  double time_ = 0.0;                           ///< time step of the last solve [s]
  double leastTheta_ = 1.0;
  std::vector<std::uint8_t> isPart_;  ///< nonzero for each cell that is part of the system
  Numbering numbering_;
  std::vector<std::uint32_t> number_;  ///< index of the unknown of each cell; kNone: not in the system
  std::vector<CellIndex> cell_;        ///< cell of each unknown
  std::vector<std::uint8_t> isOpen_;   ///< 1 for each unknown that has an open neighbour cell, else 0
  SparseRows matrix_;
  Pockets pockets_;
  std::vector<glm::ivec3> at_;  ///< coordinates of the cell of each unknown
  GridSolver solver_;
  std::vector<double> right_, q_;
  std::vector<LowRankTerm> bodies_;  ///< terms of the rigid bodies in the system
  OrderedSum sum_;
};

}  // namespace ooze::grid
