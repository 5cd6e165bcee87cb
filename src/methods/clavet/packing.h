// Anisotropy of the arrangement of neighbours (packing), and a correction of the shear stress that it causes.
// Goes beyond Clavet 2005.
//
// The virial stress of pair displacements is sum P (1-q) q r^ r^. In strained liquid the particles are
// arranged anisotropically, so that pressure carries a shear stress. The stress relaxes only as particles
// rearrange, as in a Maxwell liquid, and damps the oscillation of drops (README.md, Packing). Inside liquid
// under tension the relaxation stage subtracts this stress from the pair displacements.
//
// Liquid under hydrostatic pressure gets no correction. A visible correction would give the liquid such a low
// viscosity that it rolls for ever in its tank and moves bodies.
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/clavet/material_laws.h"
#include "methods/clavet/wall.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::clavet {

/// A symmetric traceless tensor: xx yy zz xy xz yz.
using Tensor6 = std::array<float, 6>;

/// Packing of one particle's neighbourhood. Measured every kPackingPeriod steps, because the packing changes
/// as slowly as the liquid strains.
struct Packing {
  /// Fabric tensors: 7.5 times the traceless parts of sum w q r^ r^ and of sum w^2 q r^ r^, w = 1 - q, over
  /// the trace of sum w (1 + kVolumeNear w) q r^ r^. Displacements f(w) = w (1 + kVolumeNear w) in proportion
  /// to these tensors along r^ r^ cancel the shear stress of displacements by w and by w^2. The values are
  /// means over the neighbours, because a single particle's tensors are mostly noise [1].
  Tensor6 far{}, near{};
  float meanPressure = 0.f;  ///< moving average of the pressure (eq. 2); 0 if not known yet [m/s^2]
};

/// Number of steps after which a sweep has run through all its flips.
inline constexpr std::uint64_t kPackingPeriod = 8;

/// Pair displacements that cancel a shear stress: f(w) least(most, r^ shear r^).
struct ShearCorrection {
  Tensor6 shear{};   ///< correction tensor, off-diagonal components doubled [m]
  float most = 0.f;  ///< upper limit, so that the total displacement keeps its sign [m]
};

/// Displacements of a particle's pairs, and the conditions that scale the correction.
struct ShearCorrectionInput {
  float far, near;  ///< displacement by pressure per w, and by near pressure per w^2 [m]
  float tension;    ///< mean pressure over -k: 2.8 in a drop, negative under hydrostatic pressure [1]
  float exposure;   ///< exposure of the particle (Particles::exposure): 0 deep inside .. 1 alone [1]
  float wallShare;  ///< density by walls over the settled density [1]
};
/// Computes the correction for one particle.
ShearCorrection computeShearCorrection(const Packing& packing, const ShearCorrectionInput& parts);

/// Adds the pressure of a sweep to the moving average [m/s^2].
inline void updateMeanPressure(Packing& packing, float pressure) {
  constexpr float kPackingPart = 1.f / static_cast<float>(kPackingPeriod);
  packing.meanPressure +=
      (packing.meanPressure == 0.f ? 1.f : kPackingPart) * (pressure - packing.meanPressure);
}

/// The packing of all particles at the last measurement. The values are stored in an array of the liquid.
class ObservedPacking {
 public:
  /// Registers the array with a liquid.
  void addTo(ParticleArrays& arrays);

  ArrayKey<Packing> values;  ///< packing of each particle; empty before the first measurement

  /// Measures the packing of all particles.
  void observe(ParticleLiquid& liquid, const MaterialLaws& laws, const Threads& threads);

 private:
  std::array<std::vector<float>, 12> own_;  ///< working memory: tensors before averaging, far then near
};

}  // namespace ooze::clavet
