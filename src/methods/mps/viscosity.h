// Viscosity, explicit or implicit: Premoze et al. 2003, eq. 9.
#pragma once

#include "grid/conjugate_gradients.h"
#include "grid/preconditioners.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"
#include "methods/mps/unknowns.h"
#include "methods/mps/viscous_bodies.h"

#include <span>
#include <vector>

namespace ooze::mps {

/// Applies viscosity by eq. 7 and 9. The implicit form rho u - dt div(mu grad u) = rho u* is stable for a
/// time step of any length. Solids and frozen liquid hold the liquid beside them (no-slip). A pair uses the
/// harmonic mean of both viscosities, which gives the correct shear stress between layers of different
/// liquids.
///
/// Not in Premoze et al. 2003:
/// - Two particles of liquid exchange the velocity along their line alone, some five times as strongly
///   (LatticeSums::alongLine). Exchange of the whole relative velocity (eq. 7) is the same inside liquid, but
///   brakes a free body that turns. Along the line, angular momentum is conserved, and the stress at a free
///   surface is zero.
/// - A solid acts at its surface. The outermost particles of the solid lie half a spacing deeper, so their
///   velocities are extrapolated through the surface (Morris, Fox and Zhu 1997).
/// - A solid may have a friction f below 1 (partial slip). A particle of its outermost layer then has no mass
///   and moves with the surrounding liquid, by the fraction f with the solid. Slipping liquid is held by
///   nothing, and yet its layers beside the solid transmit as much shear as layers inside. At f = 0 a pair
///   counts half, because the mean spreads the contribution of each liquid particle a second time; on a
///   lattice that makes up for the missing liquid in the solid's room.
/// - Slip frees liquid along the solid alone. Across the surface the solid holds the liquid, by the normal
/// stress
///   2 mu du/dn. Without that stress, liquid in a slipping box has half of its viscosity.
/// - Bodies that forces move feel the opposite of what their points do to the liquid (ViscousBodyRows).
class Viscosity {
 public:
  /// False: liquid exchanges the whole relative velocity, for particles that stand on a lattice (convection).
  /// Their lines have few directions.
  bool alongLines = true;

  /// Solves the implicit viscosity equation by conjugate gradients, all three axes at once.
  /// @param mu   dynamic viscosity per point, read for liquid only [Pa s]
  /// @param rho  density of mass per point, read for liquid only [kg/m^3]
  /// @param bodies  bodies that viscous stress moves; receive the velocity that they gain
  grid::SolverResult act(PointSet& points, std::span<const float> mu, std::span<const float> rho, float dt,
                         float spacing, double residual, const Threads& threads,
                         std::span<ViscousBody> bodies = {});

  /// Applies viscosity explicitly, from the present velocities. Cheaper than the implicit form, and stable
  /// where a particle takes on a small fraction of its neighbours' motion in dt.
  /// @param bodies  bodies that viscous stress moves; receive the velocity that they gain. Their velocities
  ///                at the end of the step act on the liquid, so that light bodies are stable; the velocities
  ///                of their points are updated
  void applyExplicit(PointSet& points, std::span<const float> mu, std::span<const float> rho, float dt,
                     float spacing, const Threads& threads, std::span<ViscousBody> bodies = {});

  /// Damps velocities that differ from particle to particle, which are noise, and leaves smooth flow alone: u
  /// loses a part of L D L u, where L is the viscous operator between liquid particles of the same density,
  /// and D is 1 inside such liquid (a viscosity of fourth order). L u is small in smooth flow, except at a
  /// surface, which has neighbours on one side alone; D is 0 there, and beside solids. Pairs nearer than a
  /// spacing count as if they were a spacing apart. A drop that rises in another liquid is no noise. Momentum
  /// and angular momentum are conserved, and energy never grows. Not in Premoze et al. 2003.
  /// @param rho     density of mass per point, read for liquid only [kg/m^3]
  /// @param part    fraction of L D L u that is lost [1]
  void calmNoise(PointSet& points, std::span<const float> rho, float part, const Threads& threads);

 private:
  class PairExchange;
  void applySlipBoundary(const PointSet& points, const PairExchange& exchange, const Threads& threads);
  void moveBodies(PointSet& points, const PairExchange& exchange, std::span<ViscousBody> bodies,
                  float spacing, const Threads& threads);
  void coupleBodies(const PointSet& points, const PairExchange& exchange, std::span<const ViscousBody> bodies,
                    float spacing, const Threads& threads);

  Vec3Array changed_, roughness_;
  std::vector<float> exchange_, wallFactor_, normal_;  ///< ViscosityFields of each point
  Vec3Array seen_;  ///< velocities that neighbours see, where some solid slips [m/s]
  Unknowns unknowns_;
  ViscousRows matrix_;
  ViscousBodyRows bodyRows_;
  grid::DiagonalPreconditioner preconditioner_;
  grid::ConjugateGradients solver_;
  std::vector<double> right_, solution_, diagonal_;
};

}  // namespace ooze::mps
