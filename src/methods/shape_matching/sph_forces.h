// SPH forces between neighbours: pressure and viscosity (eq. 1, 2 and 4).
#pragma once

#include "liquid/pair_value.h"
#include "liquid/particle_liquid.h"
#include "methods/shape_matching/density.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Computes the SPH acceleration of particles, with SIMD packets of eight neighbours.
class SphForces {
 public:
  /// Sets `acceleration` to f_press + f_visc over rho, each pair weighted with the mean of both alphas.
  /// Within one material that is the alpha of eq. 10. The forces of a pair are opposite, also between liquids
  /// of different densities, which conserves momentum.
  ///
  /// Departs from eq. 2 in that viscosity acts along the line between two particles, with equal strength.
  /// Forces along the relative velocity exert a torque, and a spinning drop would stop by itself.
  ///
  /// Departs from the paper where two bodies meet. Pressure and viscosity act in full, because two elastic
  /// bodies (alpha = 0) would otherwise pass through each other. Tension acts by the fourth power of alpha,
  /// because cut bodies would otherwise stick together.
  /// @param bodies  body of each particle; null: all particles are one body
  void act(const ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
           const Densities& densities, const std::uint32_t* bodies, Vec3Array& acceleration,
           const Threads& threads);

 private:
  std::vector<float> alpha_, viscosity_;  ///< per particle, if there are several materials
};

}  // namespace ooze::shape_matching
