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
///
/// Not in Premoze et al. 2003: a solid acts at its surface and not half a spacing behind, where the first of
/// its particles are (their velocities mirrored at it, as Morris, Fox and Zhu 1997 do); and a solid's
/// friction f below 1. A particle of its outermost layer then has no mass and moves as what it sees does, by
/// the part f as the solid. So liquid that slips is held by nothing, and yet its layers beside the solid pass
/// on as much as those inside: at f = 0 a pair counts half, because what one gives it the mean spreads a
/// second time; on a lattice that makes up for what the solid's room lacks.
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
  class PairExchange;
  void letSlip(const Points& points, const PairExchange& exchange, const Threads& threads);

  Vec3Array changed_;
  Vec3Array seen_;  ///< velocities as others see them, where something slips [m/s]
  Unknowns unknowns_;
  grid::SparseRows matrix_;
  grid::DiagonalPreconditioner preconditioner_;
  grid::ConjugateGradients solver_;
  std::array<std::vector<double>, 3> right_, solution_;
};

}  // namespace ooze::mps
