// SPH densities (eq. 2 and 3) and pressures (eq. 1).
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/coefficients.h"

#include <algorithm>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Bound on tension (negative pressure) as a fraction of k rho0.
inline constexpr float kMostTension = 0.1f;

/// Returns the pressure of a liquid, k (rho - rho0), eq. 1.
/// Departs from eq. 1 in that tension is bounded. At a surface half of the kernel is empty, and unbounded
/// tension would pull drops into clumps.
/// @param density  density over the rest density [1]
inline float pressureAt(float density, const Coefficients& c) {
  return c.stiffness * c.density * std::max(density - 1.f, -kMostTension);
}

/// SPH density, pressure and volume of each particle.
class Densities {
 public:
  /// Computes Particles::density and Particles::exposure, and from these pressures and dilations. A density
  /// is the particle count over that of the rest lattice, so each liquid has density 1 at rest, whatever the
  /// density of its neighbours (Solenthaler and Pajarola 2008).
  /// @param h  interaction radius [m]
  /// @param materials  coefficients by material index
  void measure(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
               const Threads& threads);

  /// Returns the pressure of each particle [Pa].
  [[nodiscard]] const std::vector<float>& pressure() const { return pressure_; }
  /// Returns the volume of each particle over that at rest, m / rho of eq. 1 and 2. Departs from these in
  /// that the ratio is at most 1. At surfaces and in spray half of the kernel is empty, although a particle
  /// is no larger than in the liquid. Forces from the larger volume would make spray boil.
  [[nodiscard]] const std::vector<float>& dilation() const { return dilation_; }

 private:
  std::vector<float> pressure_, dilation_;
};

}  // namespace ooze::shape_matching
