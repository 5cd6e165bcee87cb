// Volume: density, and the correction of positions that keeps it (Steele et al. 2004, density correction).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Density of a particle: sum of 1 - d / S over its neighbours within S. An error moves each neighbour by
/// c (rho - rho0) / |rho'| away from the particle, and the particle against it; |rho'| is the neighbours'
/// number over S, a factor that the printed correction lacks. All of it from one state.
///
/// Departs from Steele et al. 2004 in what lets a liquid rest. With fewer than 26 neighbours the paper takes
/// their mean times 26, so that those that are missing draw nothing inward. But the mean of a few says
/// nothing of density (a foam would rest under it), and each that comes or goes shifts it by a leap that
/// stirs the liquid. Here a liquid with few neighbours is not drawn together at all; a neighbour at the
/// kernel's edge counts in part; and a pass that is needed less fades out instead of falling away.
class DensityCorrection {
 public:
  static constexpr double kTolerance = 0.02;  ///< mean error that is good enough [1]
  static constexpr int kLeastPasses = 2;      ///< pressure does not come and go with the error
  static constexpr int kMostPasses = 4;       ///< one beyond the least acts whole from twice the tolerance on

  struct Result {
    int passes = 0;
    double error = 0.0;  ///< mean |rho - rho0| / rho0, as far as it is corrected, before the last pass [1]
  };

  /// Moves particles kLeastPasses times, and on until the mean error is below kTolerance.
  /// @param support  S [m] @param rest  rho0 [1] @param elasticity  c by particle or for all [1]
  /// @param density  set to that before the last pass [1]
  Result correct(const Liquid& liquid, float support, float rest, const PairValue& elasticity,
                 Vec3Array& position, std::vector<float>& density, const Threads& threads);

  /// What it does in each pass: densities and the mean error; then a pass of moves.
  double measure(const Liquid& liquid, float support, float rest, const PairValue& elasticity,
                 const Vec3Array& position, std::vector<float>& density, const Threads& threads);
  void move(const Liquid& liquid, float support, Vec3Array& position, const Threads& threads);

 private:
  std::vector<float> push_;  ///< c (rho - rho0) / |rho'| by particle [m]
  std::vector<double> errors_;
  std::vector<std::size_t> counts_;
  Vec3Array moved_;
};

}  // namespace ooze::steele
