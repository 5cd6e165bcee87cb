// What neighbours do to a particle as a liquid: pressure and viscosity (eq. 1, 2 and 4).
#pragma once

#include "liquid/pair_value.h"
#include "liquid/particle_liquid.h"
#include "methods/shape_matching/density.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

class SphForces {
 public:
  /// Sets `acceleration` to f_press + f_visc over rho, each pair weighted with the mean of both alphas: of
  /// one material that is the alpha of eq. 10. A pair's forces are opposite, also between liquids of
  /// different densities, so that momentum is kept.
  ///
  /// Departs from eq. 2 in that viscosity acts along the line of two particles, as strongly: forces along
  /// their relative velocity turn what they act on, and a drop that spins would come to rest by itself.
  ///
  /// Departs from the paper where two bodies meet: there pressure and viscosity act whole, or two that are
  /// elastic (alpha = 0) would pass through each other; tension by the fourth power of alpha, or what
  /// is cut would stick.
  /// @param bodies  by particle: those of different numbers are different bodies; null: all are of one
  void act(const ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
           const Densities& densities, const std::uint32_t* bodies, Vec3Array& acceleration,
           const Threads& threads);

 private:
  std::vector<float> alpha_, viscosity_;  ///< by particle, where there are several materials
};

}  // namespace ooze::shape_matching
