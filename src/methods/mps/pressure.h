// Pressure solve and projection that keep the liquid incompressible: Premoze et al. 2003, eq. 11 to 18.
#pragma once

#include "base/numbering.h"
#include "grid/conjugate_gradients.h"
#include "grid/sparse_rows.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/multigrid.h"
#include "methods/mps/points.h"
#include "methods/mps/pressure_stress.h"

#include <span>
#include <vector>

namespace ooze::mps {

/// Role of a point in the pressure Poisson equation.
enum class PressureRole : std::uint8_t {
  None,     ///< not part of the system: hidden points and walls that no liquid touches
  Surface,  ///< liquid at the free surface: Dirichlet boundary condition p = 0
  Unknown
};

struct MpsPressureResult {
  grid::SolverResult solver;
  std::size_t unknowns = 0;
  std::size_t pockets = 0;  ///< pockets of liquid without a free surface
};

/// Solves the pressure Poisson equation of a step and computes the acceleration by the pressure gradient. The
/// solver is conjugate gradients with a multigrid preconditioner.
class Pressure {
 public:
  std::vector<float> density;      ///< particle number density n* over n0 [1]
  std::vector<float> compression;  ///< relative loss of volume in dt by the predicted velocities [1]
  std::vector<float> source;       ///< right side of eq. 14, times dt^2 / rho [1]
  std::vector<PressureRole> role;
  std::vector<float> pressure;  ///< pressure of each point [Pa]
  Vec3Array acceleration;  ///< acceleration by the pressure gradient, eq. 12 over dt; computed for points
                           ///< of bodies that move too, and 0 for points of resting bodies [m/s^2]
  /// Part of `acceleration` that changes positions but no velocities: three tenths of the uneven forces, and
  /// the opposite of these on the liquid around. The sum of the forces is 0 [m/s^2].
  Vec3Array shift;
  /// True: the stress of the pressure is isotropic (PressureStress). False: the plain pressure acts, for
  /// points that do not move with the liquid. Set this before measure().
  bool isIsotropic = true;

  /// Computes the density n*, its growth rate, and the free surface (eq. 18).
  void measure(const PointSet& points, float dt, float spacing, const Threads& threads) {
    measure(points, points.velocity, 0.f, dt, spacing, threads);
  }
  /// Computes the same where points lag behind the flow (Convection). The compression rate is that of the
  /// liquid at fixed positions of the points. In the rate of a solid's outermost particles, pairs of the same
  /// layer count half, because half of each of their cells is liquid.
  /// @param velocity  velocities from Convection::compressionVelocities() [m/s]
  void measureStaying(const PointSet& points, const Vec3Array& velocity, float dt, float spacing,
                      const Threads& threads) {
    measure(points, velocity, 0.5f, dt, spacing, threads);
  }
  /// Starts from most of the last step's pressure, at points that lag behind the flow, and computes the
  /// acceleration by this pressure. solve() then determines the remaining part (incremental pressure
  /// projection). In steady flow the recalled pressure makes up for the difference between the Laplacian of
  /// eq. 7 and applying eq. 5 twice, which eq. 11 and 12 alone would leave as an error.
  void applyLastPressure(const PointSet& points, std::span<const Coefficients> materials,
                         std::span<const std::uint16_t> material, std::span<const float> last,
                         std::span<const float> share, float spacing, const Threads& threads);
  /// Solves eq. 14 for the pressure.
  /// @param guess  initial guess per liquid particle [Pa]
  /// @param share  fraction c of the displacement by which each point lags behind the flow; empty if all
  ///               points move with the liquid [1]
  /// @param residual  residual over the right side at which the iteration stops [1]
  /// @return the solver's statistics; the caller checks for convergence
  MpsPressureResult solve(const PointSet& points, std::span<const Coefficients> materials,
                          std::span<const std::uint16_t> material, std::span<const float> guess, float dt,
                          float spacing, double residual, const Threads& threads,
                          std::span<const float> share = {});
  /// Computes `acceleration` by the momentum-conserving gradient, eq. 5 with (S_i + S_j) in place
  /// of (p_j - p_i), for points that go with the liquid. S is the stress of PressureStress, or the pressure
  /// without `isIsotropic`.
  ///
  /// With isotropic stress, the own stress of a point pushes the point only where its neighbours lie
  /// unevenly. Three tenths of this uneven force change the position alone (`shift`), as the transport
  /// velocity of Adami, Hu and Adams 2013 does. Without that, uneven packings make noise, which takes energy
  /// from the flow. Each point leaves the opposite of its shift to its liquid neighbours, so momentum is
  /// exact, and solids feel the whole force. Pockets without a surface have no shifts.
  /// The attraction of pairs by surface tension presses liquid together as well, as unevenly as the pressure
  /// against it, and gives velocities. The part of the pressure that resists this cohesion has no shift.
  /// @param share     as in solve()
  /// @param cohesion  pressure with which attraction holds the liquid at each point; empty: none [Pa]
  void accelerate(const PointSet& points, float spacing, const Threads& threads,
                  std::span<const float> share = {}, std::span<const float> cohesion = {});
  /// Returns the force of the pressure on a wall point, equal and opposite to its force on the liquid [N].
  [[nodiscard]] Vec3 forceOn(std::size_t i, float spacing) const;

  [[nodiscard]] std::span<const float> densities() const { return rho_; }

 private:
  /// Computes density, compression rate and roles, for measure() and measureStaying().
  /// @param amongWalls  weight of pairs of two wall points in the compression rate [1]
  void measure(const PointSet& points, const Vec3Array& velocity, float amongWalls, float dt, float spacing,
               const Threads& threads);
  void findSources(const PointSet& points, std::span<const Coefficients> materials,
                   std::span<const std::uint16_t> material, std::span<const float> share, float dt,
                   const Threads& threads);
  void findDensities(const PointSet& points, std::span<const Coefficients> materials,
                     std::span<const std::uint16_t> material, const Threads& threads);
  template <class Of>
  void spreadPressure(const PointSet& points, const Of& of, const Threads& threads);
  void numberUnknowns(const PointSet& points, const Threads& threads);
  void findShifts(const PointSet& points, float scale, const Threads& threads);
  void assemble(const PointSet& points, bool recalls, float dt, float spacing, const Threads& threads);

  bool isOneDensity_ = true;               ///< true if all liquids have the same density of mass
  std::vector<float> rho_;                 ///< density of mass per point [kg/m^3]
  std::vector<float> byLiquid_;            ///< contribution of liquid to the n of a point, over n0 [1]
  std::vector<std::uint32_t> neighbours_;  ///< number of neighbours of each point within the kernel radius
  std::vector<float> takesPart_;           ///< 1 for points with a role in the equation, else 0
  std::vector<float> halfVolume_;          ///< 1 / (2 rho); negative for points without a role [m^3/kg]
  std::vector<float> value_;               ///< a value per point, for means over liquid
  Vec3Array uneven_;                   ///< uneven force of each liquid point, in the units of the sums [Pa]
  std::vector<std::uint32_t> number_;  ///< index of the unknown of each point; Numbering::kNone without one
  std::vector<std::uint32_t> point_;   ///< index of the point of each unknown
  std::vector<Vec3> at_;               ///< position of each unknown [spacings]
  std::vector<std::uint8_t> surface_;  ///< number of neighbours at the free surface, per unknown
  Numbering numbering_;
  grid::Pockets pockets_;
  CouplingRows matrix_;
  PressureStress stress_;
  AggregationMultigrid preconditioner_;
  grid::ConjugateGradients solver_;
  std::vector<double> right_, solution_;
};

}  // namespace ooze::mps
