// Implicit solver for spatially varying viscosity: stable for any viscosity and time step.
#pragma once

#include "ooze/base/threads.h"

#include "base/numbering.h"
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

/// Solids that drag the liquid along.
struct SolidWalls {
  const CellField& distance;  ///< signed distance from the solid at the cell centres, negative inside [m]
  SolidMotionFunction motion;
};

/// Exchange of momentum between the liquid and a solid at a face, in a step. The solid gains mass (liquid -
/// solid).
struct WallDrag {
  int axis;        ///< component of the velocity
  CellIndex face;  ///< face closed by the solid
  double mass;     ///< mass over the density of the liquid [m^3]
  double liquid;   ///< velocity of the liquid beside the face after the step, along the axis [m/s]
};

/// Semi-implicit viscosity step of Rasmussen et al. 2004.
/// The terms that couple velocity components are explicit, taken from u^n (eq. 8 to 10). Each component is
/// then the solution of (I - dt A) u** = u* (eq. 11 to 16), whose matrix is symmetric and positive definite.
/// Viscosity is stored at cell centres and at edges, with the same values for both parts. The viscosity is 0
/// outside the liquid and at edges where not all four faces are known. The free surface thus has no traction,
/// and liquid rotates freely. As |grad u : (grad u)^T| <= |grad u|^2, the norm |u|^2 + dt (-A u, u) cannot
/// grow, for any time step and any jump of viscosity.
/// Hard faces enter with their own velocity. Faces closed by a solid enter with the solid's velocity, at the
/// solid's distance. The stress along a wall is multiplied by the wall's friction: 0 slips, 1 holds. Departs
/// from Rasmussen et al. 2004, where faces in a solid have a mean of the solid's velocity and the liquid's
/// velocity before the step. That mean makes a slippery wall hold back the decay of any flow along the wall,
/// and puts a sticky wall half a cell too deep. Buffers are reused.
class ImplicitViscosity {
 public:
  /// Applies the viscosity to the velocity.
  /// @param phi       signed distance from the surface, negative in the liquid [m]
  /// @param nu        kinematic viscosity; negative values count as 0 [m^2/s]
  /// @param before    u^n, the velocity at the start of the time step, divergence-free; must not be
  /// `velocity` [m/s]
  /// @param walls     solids; null: closed faces enter with their own velocity
  /// @param drags     the exchange with solids is appended; null: not wanted
  /// @param velocity  u* on entry; then u** at the faces of liquid that are not held; others keep their bits
  /// [m/s]
  ViscosityResult act(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                      const FaceConditions& faces, const FaceField& before, float dt, FaceField& velocity,
                      const GridSolverSettings& settings, const Threads& threads,
                      const SolidWalls* walls = nullptr, std::vector<WallDrag>* drags = nullptr);

  /// Returns the matrix of the component that was solved last.
  [[nodiscard]] const SparseRows& matrix() const { return matrix_; }

 private:
  /// Coupling of a free face with a neighbouring face that is not free.
  struct Coupling {
    double share = 1.0;  ///< factor of the viscosity [1]
    double velocity = 0.0;
  };
  void findWalls(const CellBlocks& cells, const FaceConditions& faces, const SolidWalls& walls,
                 const Threads& threads);
  void findViscosity(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                     const FaceConditions& faces, const SolidWalls* walls, const Threads& threads);
  [[nodiscard]] double tieOf(const CellBlocks& cells, int axis, CellIndex face) const;
  [[nodiscard]] Coupling couplingOf(const CellBlocks& cells, int axis, CellIndex face, CellIndex other,
                                    const FaceConditions& faces, const SolidWalls* walls,
                                    const FaceField& velocity) const;
  template <class Visit>
  void forSides(const CellBlocks& cells, int axis, CellIndex face, const Visit& visit) const;
  [[nodiscard]] double crossTerms(const CellBlocks& cells, int axis, CellIndex face,
                                  const FaceField& before) const;
  SolverResult solve(const CellBlocks& cells, int axis, double scale, const FaceConditions& faces,
                     const SolidWalls* walls, const FaceField& before, FaceField& velocity,
                     const GridSolverSettings& settings, const Threads& threads);
  void addDrags(const CellBlocks& cells, int axis, double scale, const FaceConditions& faces,
                const SolidWalls& walls, const FaceField& velocity, const Threads& threads,
                std::vector<WallDrag>& drags);

  std::vector<float> atCells_;  ///< viscosity at the cell centres [m^2/s]
  /// Viscosity at the lower edge of each cell along each axis [m^2/s].
  std::array<std::vector<float>, 3> atEdges_;
  FaceFlags isKnown_;  ///< kind of the face where its velocity is known, else 0
  /// Fraction of the viscosity that acts between liquid and solid at faces whose middle lies in a solid [1].
  std::array<std::vector<float>, 3> wallShare_;
  Numbering numbering_;
  std::vector<std::vector<WallDrag>> drags_;  ///< exchange of each chunk of unknowns with walls
  std::vector<std::uint32_t> number_;         ///< index of the unknown at the lower face of each cell
  std::vector<CellIndex> face_;               ///< cell whose lower face each unknown belongs to
  std::vector<glm::ivec3> at_;                ///< coordinates of the cell of each unknown
  SparseRows matrix_;
  GridSolver solver_;
  std::vector<double> right_, solution_;
};

}  // namespace ooze::grid
