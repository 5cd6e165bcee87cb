// Viscosity that varies from place to place, by an equation: any viscosity, any step.
#pragma once

#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"
#include "grid/face_conditions.h"
#include "grid/grid_solver.h"
#include "grid/sparse_rows.h"
#include "grid/staggered_grid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::grid {

struct ViscosityResult {
  std::array<SolverResult, 3> solver;        ///< of each component
  std::array<std::size_t, 3> unknowns = {};  ///< faces
  [[nodiscard]] bool converged() const {
    return solver[0].converged() && solver[1].converged() && solver[2].converged();
  }
};

/// The semi-implicit step of Rasmussen et al. 2004: the terms that couple components are taken from u^n (eq.
/// 8 to 10), and each component by itself then is the solution of (I - dt A) u** = u* (eq. 11 to 16), whose
/// matrix is symmetric and positive definite. Viscosity stands at the middles of cells and at edges, the same
/// for both parts, and is 0 outside of the liquid and at edges of which not all four faces are known: no
/// traction at the free surface, so that liquid turns freely. As |grad u : (grad u)^T| <= |grad u|^2, the
/// norm |u|^2 + dt (-A u, u) cannot grow, whatever the step and however viscosity jumps.
/// Faces that are held (hard, or closed by a solid) count with the velocity that they have: a liquid sticks
/// to them as far as that is the solid's (Extension::holdAlongSolids()). Keeps its memory.
class ImplicitViscosity {
 public:
  /// @param phi       liquid where it is below 0 [m]
  /// @param nu        kinematic; below 0 it counts as 0 [m^2/s]
  /// @param before    u^n: at the step's start, free of divergence; another field than the velocity [m/s]
  /// @param velocity  u*, and then u** at the faces of liquid that are not held; others keep their bits [m/s]
  ViscosityResult act(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                      const FaceConditions& faces, const FaceField& before, float dt, FaceField& velocity,
                      const GridSolverSettings& settings, const Threads& threads);

  /// Of the last component solved.
  [[nodiscard]] const SparseRows& matrix() const { return matrix_; }

 private:
  void findViscosity(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                     const FaceConditions& faces, const Threads& threads);
  template <class Visit>
  void forSides(const CellBlocks& cells, int axis, CellIndex face, const Visit& visit) const;
  [[nodiscard]] double crossTerms(const CellBlocks& cells, int axis, CellIndex face,
                                  const FaceField& before) const;
  SolverResult solve(const CellBlocks& cells, int axis, double scale, const FaceField& before,
                     FaceField& velocity, const GridSolverSettings& settings, const Threads& threads);

  std::vector<float> atCells_;                 ///< [m^2/s]
  std::array<std::vector<float>, 3> atEdges_;  ///< of the lower edge along each axis [m^2/s]
  FaceFlags isKnown_;                          ///< kHeldFace, kFreeFace or 0
  std::vector<std::uint32_t> number_;          ///< by cell: of its lower face
  std::vector<CellIndex> face_;                ///< by unknown
  std::vector<glm::ivec3> at_;                 ///< by unknown
  SparseRows matrix_;
  GridSolver solver_;
  std::vector<double> right_, solution_;
};

}  // namespace ooze::grid
