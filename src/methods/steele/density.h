// Volume: density, and the correction of positions that keeps it (Steele et al. 2004, density correction).
#pragma once

#include "methods/steele/pairs.h"

#include <vector>

namespace ooze::steele {

/// Density of a particle: sum of 1 - d / S over its neighbours within S; with fewer than 26, as many as the
/// lattice has, it is their mean times 26, so that missing neighbours draw nothing inward (the printed cases
/// are garbled). An error moves each neighbour by c (rho - rho0) / |rho'| away from the particle, and the
/// particle against it; |rho'| is the neighbours' number over S, a factor that the printed correction lacks.
/// All of it from one state. Positions move and velocities do not.
class DensityCorrection {
 public:
  static constexpr float kTolerance = 0.02f;  ///< mean error that is good enough [1]
  static constexpr int kMostPasses = 4;

  struct Result {
    int passes = 0;
    double error = 0.0;  ///< mean |rho - rho0| / rho0 of particles with neighbours, before the last pass [1]
  };

  /// Moves particles until the mean error is below kTolerance.
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
