// Viscosity, explicit or implicit: Premoze et al. 2003, eq. 9.
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

/// Applies viscosity by eq. 7 and 9. The implicit form rho u - dt div(mu grad u) = rho u* is stable for a
/// time step of any length. Solids and frozen liquid hold the liquid beside them (no-slip). A pair uses the
/// harmonic mean of both viscosities, which gives the correct shear stress between layers of different
/// liquids.
///
/// Not in Premoze et al. 2003:
/// - A solid acts at its surface. The outermost particles of the solid lie half a spacing deeper, so their
///   velocities are extrapolated through the surface (Morris, Fox and Zhu 1997).
/// - A solid may have a friction f below 1 (partial slip). A particle of its outermost layer then has no mass
///   and moves with the surrounding liquid, by the fraction f with the solid. Slipping liquid is held by
///   nothing, and yet its layers beside the solid transmit as much shear as layers inside. At f = 0 a pair
///   counts half, because the mean spreads the contribution of each liquid particle a second time; on a
///   lattice that makes up for the missing liquid in the solid's room.
class Viscosity {
 public:
  /// Solves the implicit viscosity equation by conjugate gradients, one axis at a time.
  /// @param mu   dynamic viscosity per point, read for liquid only [Pa s]
  /// @param rho  density of mass per point, read for liquid only [kg/m^3]
  /// @return statistics of the worst of the three axes
  grid::SolverResult act(PointSet& points, std::span<const float> mu, std::span<const float> rho, float dt,
                         float spacing, double residual, const Threads& threads);

  /// Applies viscosity explicitly, from the present velocities. Cheaper than the implicit form, and stable
  /// where a particle takes on a small fraction of its neighbours' motion in dt.
  void applyExplicit(PointSet& points, std::span<const float> mu, std::span<const float> rho, float dt,
                     float spacing, const Threads& threads);

 private:
  class PairExchange;
  void applySlipBoundary(const PointSet& points, const PairExchange& exchange, const Threads& threads);

  Vec3Array changed_;
  std::vector<float> exchange_, wallFactor_;  ///< ViscosityFields of each point
  Vec3Array seen_;  ///< velocities that neighbours see, where some solid slips [m/s]
  Unknowns unknowns_;
  grid::SparseRows matrix_;
  grid::DiagonalPreconditioner preconditioner_;
  grid::ConjugateGradients solver_;
  std::array<std::vector<double>, 3> right_, solution_;
};

}  // namespace ooze::mps
