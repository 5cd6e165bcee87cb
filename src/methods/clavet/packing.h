// How the neighbours of a particle are arranged, and what that does to pushes. Beyond Clavet 2005.
//
// Pushes between pairs have a virial stress sum P (1-q) q r^ r^. Where liquid has been strained its particles
// are arranged unevenly, so that pull and push carry a shear stress, which relaxes only as they rearrange: a
// Maxwell liquid. A drop of three radii lost nine tenths of a swing to it (README.md, Packing).
// Inside liquid that cohesion holds together the relaxation takes that stress out of what pairs push.
//
// Under a head it does not: there the same, strong enough to be seen, makes the liquid so thin that it rolls
// for ever in its tank, and pushes bodies about.
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

/// Looked at every kPackingPeriod steps, because it changes as slowly as the liquid strains.
struct Packing {
  /// Seven and a half times the traceless parts of sum w q r^ r^ and of sum w^2 q r^ r^, w = 1 - q, over the
  /// trace of sum w (1 + kVolumeNear w) q r^ r^: pushes f(w) = w (1 + kVolumeNear w) in proportion to them
  /// along r^ r^ cancel the shear stress of pushes by w and by w^2. Means over the neighbours, because a
  /// particle's own are mostly disorder [1].
  Tensor6 far{}, near{};
  float meanPressure = 0.f;  ///< eq. 2 as the mean over the last sweeps; 0: not known yet [m/s^2]
};

/// After so many steps a sweep has run through all its flips.
inline constexpr std::uint64_t kPackingPeriod = 8;

/// Pushes between pairs that take a shear stress away: f(w) least(most, r^ shear r^).
struct ShearPush {
  Tensor6 shear{};   ///< off-diagonal ones doubled [m]
  float most = 0.f;  ///< so that the push stays a push [m]
};

/// What a particle displaces a pair by, and where it stands.
struct PushParts {
  float far, near;  ///< by pressure and by near pressure, per w and per w^2 [m]
  float tension;    ///< mean pressure over -k: 2.8 in a drop, below 0 under a head [1]
  float exposure;   ///< Particles::exposure
  float wallShare;  ///< density by walls over the settled one [1]
};
ShearPush shearPush(const Packing& packing, const PushParts& parts);

/// Takes up the pressure of a sweep [m/s^2].
inline void rememberPressure(Packing& packing, float pressure) {
  constexpr float kPart = 1.f / static_cast<float>(kPackingPeriod);
  packing.meanPressure += (packing.meanPressure == 0.f ? 1.f : kPart) * (pressure - packing.meanPressure);
}

/// How the neighbours of every particle are arranged, as they were at the last look. The liquid holds the
/// values.
class ObservedPacking {
 public:
  /// Adds the array to those of a liquid.
  void addTo(ParticleArrays& arrays);

  ArrayKey<Packing> values;  ///< none before the first look

  void observe(ParticleLiquid& liquid, const MaterialLaws& laws, const Threads& threads);

 private:
  std::array<std::vector<float>, 12> own_;  ///< working memory: what each found of itself, far and near
};

}  // namespace ooze::clavet
