// Density, and the correction of positions that conserves volume (Steele et al. 2004, density correction).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Corrects the density iteratively. The density of a particle is the sum of 1 - d / S over its neighbours
/// within S. An error moves each neighbour by c (rho - rho0) / |rho'| away from the particle, and the
/// particle by the opposite. |rho'| is the number of neighbours over S, a factor that the printed correction
/// lacks. All moves follow from one state (Jacobi).
///
/// Departs from Steele et al. 2004 so that a liquid can come to rest. With fewer than 26 neighbours the paper
/// uses their mean times 26, so that missing neighbours attract nothing. But the mean of a few neighbours is
/// no measure of density (even a foam would count as at rest), and every neighbour that enters or leaves
/// causes a jump that stirs the liquid. Here particles with few neighbours attract nothing, a neighbour at
/// the kernel's edge counts in part, and optional passes fade out gradually.
class DensityCorrection {
 public:
  static constexpr double kTolerance = 0.02;  ///< accepted mean error [1]
  static constexpr int kLeastPasses = 2;      ///< minimum number of passes, so that pressure does not flicker
  static constexpr int kMostPasses = 4;       ///< optional passes reach full strength at twice the tolerance

  struct Result {
    int passes = 0;
    double error = 0.0;  ///< mean of the corrected part of |rho - rho0| / rho0 before the last pass [1]
  };

  /// Runs kLeastPasses passes, then further passes until the mean error is below kTolerance.
  /// @param support  support S of the density kernel [m]
  /// @param rest  rest density rho0 [1]
  /// @param elasticity  fraction c of an error that a pass corrects, by particle or for all [1]
  /// @param density  receives the density before the last pass [1]
  Result correct(const PairLiquid& liquid, float support, float rest, const PairValue& elasticity,
                 Vec3Array& position, std::vector<float>& density, const Threads& threads);

  /// Computes densities and the mean error: the first half of a pass.
  double measure(const PairLiquid& liquid, float support, float rest, const PairValue& elasticity,
                 const Vec3Array& position, std::vector<float>& density, const Threads& threads);
  /// Moves the particles by the measured errors: the second half of a pass.
  void move(const PairLiquid& liquid, float support, Vec3Array& position, const Threads& threads);

 private:
  std::vector<float> push_;  ///< displacement c (rho - rho0) / |rho'| of each particle [m]
  std::vector<double> errors_;
  std::vector<std::size_t> counts_;
  Vec3Array moved_;
};

}  // namespace ooze::steele
