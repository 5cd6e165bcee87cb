// The pressure that keeps the volume: Premoze et al. 2003, eq. 11 to 18.
#pragma once

#include "grid/conjugate_gradients.h"
#include "grid/pockets.h"
#include "grid/preconditioners.h"
#include "grid/sparse_rows.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"
#include "methods/mps/unknowns.h"

#include <span>
#include <vector>

namespace ooze::mps {

/// What a point is in the equation.
enum class PressureRole : std::uint8_t {
  None,     ///< takes no part: hidden, or a wall that no liquid touches
  Surface,  ///< liquid at the free surface: p = 0
  Unknown
};

struct PressureResult {
  grid::SolverResult solver;
  std::size_t unknowns = 0;
  std::size_t pockets = 0;  ///< without a free surface
};

/// Finds p and what it does to velocities, for one step.
class Pressure {
 public:
  std::vector<float> density;      ///< n* over n0 [1]
  std::vector<float> compression;  ///< of the volume in dt, by the predicted velocities [1]
  std::vector<float> source;       ///< the right side of eq. 14, times dt^2 / rho [1]
  std::vector<PressureRole> role;
  std::vector<float> pressure;  ///< [Pa]
  Vec3Array acceleration;       ///< eq. 12, over dt; of what may not move it is what would [m/s^2]

  /// n*, how fast it grows, and who lies at the free surface (eq. 18).
  void measure(const Points& points, float dt, float spacing, const Threads& threads) {
    measure(points, points.velocity, 0.f, dt, spacing, threads);
  }
  /// The same where points go back to where they were: how fast the liquid itself is compressed there. Of a
  /// solid's outermost particles, which have the half of a cell that is liquid, their own plane then counts
  /// half.
  /// @param velocity  of Convection::alongSolids() [m/s]
  void measureStaying(const Points& points, const Vec3Array& velocity, float dt, float spacing,
                      const Threads& threads) {
    measure(points, velocity, 0.5f, dt, spacing, threads);
  }
  /// What of the pressure is known before the solution where points go back to where they were: most of the
  /// last step's, and its acceleration. There solve() seeks what that lacks, so that where the flow is
  /// steady, which eq. 11 and 12 know only up to the difference between eq. 7 and two of eq. 5, that
  /// difference is in it.
  void recall(const Points& points, std::span<const Coefficients> materials,
              std::span<const std::uint16_t> material, std::span<const float> last,
              std::span<const float> share, float spacing, const Threads& threads);
  /// @param guess  of the pressure of liquid particles, by their index [Pa]
  /// @param share  of their way that points go back, by point; none: all go with the liquid [1]
  PressureResult solve(const Points& points, std::span<const Coefficients> materials,
                       std::span<const std::uint16_t> material, std::span<const float> guess, float dt,
                       float spacing, double residual, const Threads& threads,
                       std::span<const float> share = {});
  /// The conservative gradient, eq. 5 with (p_i + p_j) for (p_j - p_i), of points that go with the liquid.
  void accelerate(const Points& points, float spacing, const Threads& threads,
                  std::span<const float> share = {});
  /// What the pressure of a wall point pushes it with [N]: the counterpart of what it does to the liquid.
  [[nodiscard]] Vec3 forceOn(std::size_t i, float spacing) const;

  [[nodiscard]] std::span<const float> densities() const { return rho_; }

 private:
  /// @param amongWalls  what pairs of two walls count in the compression [1]
  void measure(const Points& points, const Vec3Array& velocity, float amongWalls, float dt, float spacing,
               const Threads& threads);
  void findSources(const Points& points, std::span<const Coefficients> materials,
                   std::span<const std::uint16_t> material, std::span<const float> share, float dt,
                   const Threads& threads);
  void findDensities(const Points& points, std::span<const Coefficients> materials,
                     std::span<const std::uint16_t> material, const Threads& threads);
  void assemble(const Points& points, bool recalls, float dt, float spacing, const Threads& threads);

  std::vector<float> rho_;       ///< [kg/m^3]
  std::vector<float> byLiquid_;  ///< what liquid gives of a wall's n, over n0 [1]
  Unknowns unknowns_;
  std::vector<std::uint8_t> surface_;  ///< neighbours at it, by unknown
  grid::Pockets pockets_;
  grid::SparseRows matrix_;
  grid::IncompleteCholesky preconditioner_;
  grid::ConjugateGradients solver_;
  std::vector<double> right_, solution_;
};

}  // namespace ooze::mps
