// How the neighbours of a particle are arranged and how the liquid moves there. Beyond Clavet 2005.
//
// Pushes between pairs have a virial stress P sum (1-q) q r^ r^. Where liquid has been strained its particles
// are arranged unevenly, so that pressure carries a shear stress, which relaxes only as they rearrange: water
// under its own weight would be a liquid with 20 times its viscosity (shared experiments, section 5). The
// relaxation takes that stress out of what pairs push.
//
// And the sweep leaves every particle with a velocity of its own, of the order of dt g, for ever. What a
// particle does that the liquid round it does not is damped between pairs, as viscosity is.
#pragma once

#include "methods/clavet/wall.h"

#include <array>
#include <cstdint>
#include <glm/mat3x3.hpp>
#include <vector>

namespace ooze::clavet {

/// A symmetric tensor: xx yy zz xy xz yz.
using Tensor6 = std::array<float, 6>;

/// Looked at every kPackingPeriod steps, because it changes as slowly as the liquid strains.
struct Packing {
  /// Seven and a half times the traceless part of sum w (1 + kVolumeNear w) q r^ r^ over its trace, w = 1 -
  /// q, walls counted in: pushes in proportion to it along r^ r^ cancel the shear stress of an even push [1].
  Tensor6 volume{};
  /// The same of sum w q r^ r^ and of sum w^2 q r^ r^ over that trace, as the mean over the neighbours.
  Tensor6 far{}, near{};
  /// Symmetric part of the velocity's gradient; of xy, xz and yz the sum of both orders [1/s].
  Tensor6 gradient{};
  /// Eq. 2 and 5 as the mean over the last sweeps; 0: not known yet [m/s^2].
  float meanPressure = 0.f, meanNearPressure = 0.f;
};

/// After so many steps a sweep has run through all its flips.
inline constexpr std::uint64_t kPackingPeriod = 8;

/// What is damped of a pair's motion that is not the liquid's, in a second: the sweep's own velocities of a
/// pool are gone within a few steps, and waves of 20 h feel nothing [1/s].
inline constexpr float kUnrestDamping = 30.f;

/// Pushes between pairs that take a shear stress away: f(w) least(most, r^ shear r^), f(w) = w (1 +
/// kVolumeNear w).
struct ShearPush {
  Tensor6 shear{};   ///< off-diagonal ones doubled [m]
  float most = 0.f;  ///< so that the push stays a push [m]
};

/// What a particle displaces a pair by, and where it stands.
struct PushParts {
  float volume;     ///< by volume stiffness, per f(w) [m]
  float far, near;  ///< by cohesion and by near repulsion, per w and per w^2 [m]
  float tension;    ///< mean far pressure over -k: 2.8 in a drop, below 0 under a head [1]
  float exposure;   ///< Particles::exposure
  float wallShare;  ///< density by walls over the settled one [1]
};
ShearPush shearPush(const Packing& packing, const PushParts& parts);

/// Takes up the pressures of a sweep [m/s^2].
inline void rememberPressures(Packing& packing, float pressure, float pressureNear) {
  constexpr float kPart = 1.f / static_cast<float>(kPackingPeriod);
  const float part = packing.meanNearPressure == 0.f ? 1.f : kPart;
  packing.meanPressure += part * (pressure - packing.meanPressure);
  packing.meanNearPressure += part * (pressureNear - packing.meanNearPressure);
}

/// Adds the liquid imagined in walls to sums of w q r^ r^ and w^2 q r^ r^.
void addWallPacking(const Vec3& p, std::span<const Body* const> bodies, float settledDensity, float h,
                    Tensor6& farSum, Tensor6& nearSum);

}  // namespace ooze::clavet
