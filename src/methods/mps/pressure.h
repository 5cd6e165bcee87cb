// The pressure that keeps the volume: Premoze et al. 2003, eq. 11 to 18.
#pragma once

#include "grid/conjugate_gradients.h"
#include "grid/preconditioners.h"
#include "grid/sparse_rows.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/pockets.h"
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
  void measure(const Points& points, float dt, float spacing, const Threads& threads);
  /// @param guess  of the pressure of liquid particles, by their index [Pa]
  PressureResult solve(const Points& points, std::span<const Coefficients> materials,
                       std::span<const std::uint16_t> material, std::span<const float> guess, float dt,
                       float spacing, double residual, const Threads& threads);
  /// The conservative gradient, eq. 5 with (p_i + p_j) for (p_j - p_i).
  void accelerate(const Points& points, float spacing, const Threads& threads);
  /// What the pressure of a wall point pushes it with [N]: the counterpart of what it does to the liquid.
  [[nodiscard]] Vec3 forceOn(std::size_t i, float spacing) const;

  [[nodiscard]] std::span<const float> densities() const { return rho_; }

 private:
  void findSources(const Points& points, std::span<const Coefficients> materials,
                   std::span<const std::uint16_t> material, float dt, const Threads& threads);
  void findDensities(const Points& points, std::span<const Coefficients> materials,
                     std::span<const std::uint16_t> material, const Threads& threads);
  void assemble(const Points& points, float dt, float spacing, const Threads& threads);

  std::vector<float> rho_;       ///< [kg/m^3]
  std::vector<float> byLiquid_;  ///< what liquid gives of a wall's n, over n0 [1]
  Unknowns unknowns_;
  std::vector<std::uint8_t> isOpen_;  ///< by unknown
  Pockets pockets_;
  grid::SparseRows matrix_;
  grid::IncompleteCholesky preconditioner_;
  grid::ConjugateGradients solver_;
  std::vector<double> right_, solution_;
};

}  // namespace ooze::mps
