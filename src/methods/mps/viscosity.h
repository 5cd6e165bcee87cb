// Viscosity: Premoze et al. 2003, eq. 9.
#pragma once

#include "grid/conjugate_gradients.h"
#include "grid/preconditioners.h"
#include "grid/sparse_rows.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"
#include "methods/mps/unknowns.h"

#include <array>
#include <span>
#include <vector>

namespace ooze::mps {

/// Eq. 7 and 9, implicitly: rho u - dt div(mu grad u) = rho u*, so that a step of any length is stable.
/// Solids and frozen liquid hold what lies beside them. A pair has the harmonic mean of both viscosities,
/// which is what flows between layers of different liquids.
class Viscosity {
 public:
  /// @param mu   by point [Pa s]; of what is no liquid: unread @param rho  likewise [kg/m^3]
  /// @return of the worst of the three axes
  grid::SolverResult act(Points& points, std::span<const float> mu, std::span<const float> rho, float dt,
                         float spacing, double residual, const Threads& threads);

  /// The same explicitly, from the velocities that there are: a tenth of the time, stable where a particle
  /// takes on a small part of its neighbours' motion in dt.
  void actAtOnce(Points& points, std::span<const float> mu, std::span<const float> rho, float dt,
                 float spacing, const Threads& threads);

 private:
  Vec3Array changed_;
  Unknowns unknowns_;
  grid::SparseRows matrix_;
  grid::DiagonalPreconditioner preconditioner_;
  grid::ConjugateGradients solver_;
  std::array<std::vector<double>, 3> right_, solution_;
};

}  // namespace ooze::mps
