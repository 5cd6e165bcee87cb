// The equation for a pressure that gives a staggered flow the divergence that it should have.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/grid_solver.h"
#include "grid/pockets.h"
#include "grid/sparse_rows.h"
#include "grid/staggered_grid.h"

#include <cstdint>
#include <vector>

namespace ooze::grid {

/// What a cell is in the equation.
enum class CellRole : std::uint8_t {
  Closed,  ///< takes no part: faces beside it keep their velocity
  Open,    ///< p = 0 there: air
  Unknown
};

struct PressureSettings {
  GridSolverSettings solver{};
  double divergence = 1e-9;  ///< or rms of (div u - D) dt that is good enough [1]
  /// Least distance of a surface from the middle of a cell of liquid: nearer ones would outweigh all others
  /// in the equation (Enright et al. 2003) [cells]
  double leastTheta = 0.01;
};

struct PressureResult {
  SolverResult solver;
  std::size_t unknowns = 0;
  std::size_t pockets = 0;  ///< parts that touch no open cell
};

/// div (w grad q) = div u - D for q = dt p / rho, in the cells whose role is Unknown, and u -= grad q (eq. 2
/// of Rasmussen et al. 2004, "projection"). Finite volumes: w is the open part of a face (face_conditions.h).
/// Where a surface comes between a cell and an open one, q is 0 there: second order by a ghost value (Gibou
/// et al. 2002; Enright et al. 2003). The matrix is symmetric. Keeps its memory.
class PressureSystem {
 public:
  std::vector<CellRole> role;  ///< by cell, to be set before assemble()

  /// @param phi  where the surface lies between an unknown (below 0) and an open cell. Null: in the middle
  ///             of the open one [m]
  /// @throws std::invalid_argument if an unknown cell lacks one of its six neighbours
  void assemble(const CellBlocks& cells, const FaceConditions& faces, const CellField* phi, double leastTheta,
                const Threads& threads);
  /// Parts that are tied to no open cell: their q is known up to a constant each, and only if what goes in
  /// is what D asks for. solve() leaves out the mean of what it is not, and makes their least q 0.
  [[nodiscard]] const Pockets& pockets() const { return pockets_; }
  [[nodiscard]] std::size_t unknowns() const { return cell_.size(); }
  [[nodiscard]] CellIndex cellOf(std::uint32_t unknown) const { return cell_[unknown]; }
  /// Whether a cell is part of the system; those that are unknown behind closed and hard faces alone are not.
  [[nodiscard]] bool has(CellIndex cell) const { return number_[cell] != kNone; }
  [[nodiscard]] const SparseRows& matrix() const { return matrix_; }

  /// @param target    D: of each cell's whole volume; null: 0 [1/s]
  /// @param pressure  p / rho: the start, and then the solution; 0 in cells that have none [m^2/s^2]
  PressureResult solve(const CellBlocks& cells, const FaceConditions& faces, const FaceField& velocity,
                       const CellField* target, float dt, CellField& pressure,
                       const PressureSettings& settings, const Threads& threads);
  /// u -= grad q of the solution on every face that is part of it; all others keep their bits.
  void subtractGradient(const CellBlocks& cells, const FaceConditions& faces, FaceField& velocity,
                        const Threads& threads) const;

 private:
  /// Whether there is air on both sides of an unknown cell along an axis: a sheet or a drop of a cell.
  [[nodiscard]] bool isSheet(CellIndex unknown) const;
  /// Of a face between an unknown cell and another, over the open part: 1 / theta; 1 in a sheet, whose two
  /// surfaces next to the middle of its cell would leave it no mass.
  [[nodiscard]] double steepness(CellIndex unknown, CellIndex other) const;
  /// What goes through a face for each difference of q.
  [[nodiscard]] double conductance(const FaceConditions& faces, int axis, CellIndex face, CellIndex cell,
                                   CellIndex other) const;

  const CellBlocks* cells_ = nullptr;
  const CellField* phi_ = nullptr;
  double leastTheta_ = 1.0;
  std::vector<std::uint8_t> isPart_;   ///< by cell
  std::vector<std::uint32_t> number_;  ///< by cell
  std::vector<CellIndex> cell_;        ///< by unknown
  std::vector<std::uint8_t> isOpen_;   ///< by unknown
  SparseRows matrix_;
  Pockets pockets_;
  std::vector<glm::ivec3> at_;  ///< by unknown
  GridSolver solver_;
  std::vector<double> right_, q_;
  OrderedSum sum_;
};

}  // namespace ooze::grid
