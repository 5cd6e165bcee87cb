// Implicit solver for spatially varying viscosity: stable for any viscosity and time step.
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
  std::array<SolverResult, 3> solver;        ///< result of the linear solve of each velocity component
  std::array<std::size_t, 3> unknowns = {};  ///< number of unknown face velocities of each component
  [[nodiscard]] bool converged() const {
    return solver[0].converged() && solver[1].converged() && solver[2].converged();
  }
};

/// Semi-implicit viscosity step of Rasmussen et al. 2004.
/// The terms that couple velocity components are explicit, taken from u^n (eq. 8 to 10). Each component is
/// then the solution of (I - dt A) u** = u* (eq. 11 to 16), whose matrix is symmetric and positive definite.
/// Viscosity is stored at cell centres and at edges, with the same values for both parts. The viscosity is 0
/// outside the liquid and at edges where not all four faces are known. The free surface thus has no traction,
/// and liquid rotates freely. As |grad u : (grad u)^T| <= |grad u|^2, the norm |u|^2 + dt (-A u, u) cannot
/// grow, for any time step and any jump of viscosity.
/// Held faces (hard, or closed by a solid) enter with their own velocity: liquid sticks to a wall as far as
/// that velocity is the solid's (VelocityExtrapolation::applySolidBoundary()). Buffers are reused.
class ImplicitViscosity {
 public:
  /// Applies the viscosity to the velocity.
  /// @param phi       signed distance from the surface, negative in the liquid [m]
  /// @param nu        kinematic viscosity; negative values count as 0 [m^2/s]
  /// @param before    u^n, the velocity at the start of the time step, divergence-free; must not be
  /// `velocity` [m/s]
  /// @param velocity  u* on entry; then u** at the faces of liquid that are not held; others keep their bits
  /// [m/s]
  ViscosityResult act(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                      const FaceConditions& faces, const FaceField& before, float dt, FaceField& velocity,
                      const GridSolverSettings& settings, const Threads& threads);

  /// Returns the matrix of the component that was solved last.
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

  std::vector<float> atCells_;  ///< viscosity at the cell centres [m^2/s]
  /// Viscosity at the lower edge of each cell along each axis [m^2/s].
  std::array<std::vector<float>, 3> atEdges_;
  FaceFlags isKnown_;  ///< kHeldFace or kFreeFace where the velocity of the face is known, else 0
  std::vector<std::uint32_t> number_;  ///< index of the unknown at the lower face of each cell
  std::vector<CellIndex> face_;        ///< cell whose lower face each unknown belongs to
  std::vector<glm::ivec3> at_;         ///< coordinates of the cell of each unknown
  SparseRows matrix_;
  GridSolver solver_;
  std::vector<double> right_, solution_;
};

}  // namespace ooze::grid
