// Correction of the shear stress that a packing of particles bears under pressure.
#pragma once

#include "liquid/particle_liquid.h"
#include "liquid/symmetric_matrix.h"
#include "methods/shape_matching/coefficients.h"
#include "methods/shape_matching/sph.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::shape_matching {

/// Number of steps from one observation of the packing to the next.
inline constexpr std::uint64_t kPackingPeriod = 8;

/// Computes the stress with which the pressure of each particle pushes its neighbours.
///
/// A pressure p that pushes along the lines of pairs makes the stress p M, with the moments M of the
/// directions to the neighbours. M is uneven in liquid that shears, so the pressure itself resists shear.
/// Thin liquid then flows as if it had a viscosity of 0.4 h sqrt(g h). Not in the paper: the stress is p (1 -
/// (M - 1)), with M averaged over the neighbourhood, so the mean stress is p to first order. Single particles
/// still push each other apart.
///
/// - Liquid at rest keeps the plain pressure. The corrected forces have no potential and would stir it.
/// - M is compared with that of even liquid that ends at the solids nearby.
/// - Particles between two faces, and those beside a body that moves, keep the plain pressure: the moments of
///   even liquid are not known there.
/// - Materials that keep a shape keep the plain pressure. Their shape resists shear in any case.
class PackingCorrection {
 public:
  /// The unevenness M - 1 of each particle's neighbourhood at the last observation, times the part of it that
  /// the correction takes. Empty before the first observation [1].
  ArrayKey<SymmetricMatrix> unevenness;

  /// Registers the array with a liquid.
  void addTo(ParticleArrays& arrays);

  /// Observes the packing of all particles. Packing changes as slowly as liquid strains, so a step in
  /// kPackingPeriod observes it.
  /// @param h          interaction radius [m]
  /// @param materials  coefficients by material index
  /// @param densities  after Densities::measure() and addWalls()
  void observe(ParticleLiquid& liquid, float h, std::span<const Coefficients> materials,
               const Densities& densities, const Threads& threads);

  /// Computes the stress p (1 - unevenness) of each particle [Pa].
  /// @param pressure    of each particle [Pa]
  /// @param unevenness  of each particle; 0 beyond its end [1]
  /// @return the stress, valid until the next call
  const SymmetricMatrices& computeStress(std::span<const float> pressure,
                                         std::span<const SymmetricMatrix> unevenness, const Threads& threads);

 private:
  /// Replaces moments by their difference from those of even liquid.
  void compareWithEven(const ParticleLiquid& liquid, float h, const Densities& densities, std::size_t begin,
                       std::size_t end);

  SymmetricMatrices moments_;     ///< moments of each particle's neighbours, then M - 1 [1]
  SymmetricMatrices strainRate_;  ///< deviator of each particle's strain rate [1/s]
  SymmetricMatrices mean_;        ///< mean of M - 1 over the neighbourhood [1]
  SymmetricMatrices stress_;      ///< result of computeStress() [Pa]
  std::vector<float> shearRate_;  ///< rate at which the liquid shears around each particle [1/s]
  std::vector<float> counts_;     ///< 1 for particles whose unevenness is known, else 0
};

}  // namespace ooze::shape_matching
