// Densities (eq. 2 and 3) and pressures (eq. 1).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/coefficients.h"

#include <algorithm>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Tension is at most this part of k rho0: what is thinner is drawn together no harder.
inline constexpr float kMostTension = 0.1f;

/// What pressure there is of a liquid at this density over its own at rest: k (rho - rho0), eq. 1. Departs
/// from it in that tension is bounded: at a surface half of the kernel is empty, and the whole of it would
/// pull drops into clumps.
inline float pressureAt(float density, const Coefficients& c) {
  return c.stiffness * c.density * std::max(density - 1.f, -kMostTension);
}

class Densities {
 public:
  /// Sets Particles::density and Particles::exposure, and from them pressures and dilations. Densities are
  /// numbers of particles over that of the rest lattice, so that each liquid has its own at rest whatever
  /// the density of that beside it (Solenthaler and Pajarola 2008).
  /// @param h  interaction radius [m] @param materials  by index
  void measure(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
               const Threads& threads);

  [[nodiscard]] const std::vector<float>& pressure() const { return pressure_; }  ///< [Pa]
  /// The volume of a particle over that at rest, m / rho of eq. 1 and 2. Departs from them in that it is
  /// never above 1: where half of the kernel is empty, at surfaces and in spray, a particle is no larger than
  /// in the liquid, and forces that took it so would set spray boiling.
  [[nodiscard]] const std::vector<float>& dilation() const { return dilation_; }

 private:
  std::vector<float> pressure_, dilation_;
};

}  // namespace ooze::shape_matching
