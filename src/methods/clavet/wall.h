// Boundary handling: solids contribute density and pressure to nearby particles, as half-spaces filled with
// liquid at rest. Departs from Clavet 2005, whose walls carry no density. Without density particles beside a
// wall lack half of their neighbours, are pulled flat onto the wall, and the liquid loses volume (README.md,
// Walls).
#pragma once

#include "ooze/bodies/bodies.h"

#include "liquid/near_bodies.h"
#include "liquid/particle_liquid.h"

#include <algorithm>
#include <numbers>

namespace ooze::clavet {

/// Weight of the near density in the volume law.
inline constexpr float kVolumeNear = 5.f;

/// Kernel integrals over a half-space whose face is at distance d from the particle, 0 <= d <= 1. All values
/// are in units of h, per unit of number density [1/h^3].
struct WallIntegrals {
  float density;      ///< integral of (1-r)^2 dV, the solid's part of the density
  float nearDensity;  ///< integral of (1-r)^3 dV, the solid's part of the near density
  float push;         ///< integral of (1-r) cos(angle to the normal) dV
  float nearPush;     ///< integral of (1-r)^2 cos(angle to the normal) dV
};

/// Integrals of density and near density over the whole ball around a particle.
inline constexpr float kBallDensity = 4.f * std::numbers::pi_v<float> / 30.f;
inline constexpr float kBallNearDensity = 4.f * std::numbers::pi_v<float> / 60.f;

/// Computes the integrals from spherical caps. A shell of radius r > d has the area 2 pi r (r - d) beyond the
/// face and the first moment pi (r^2 - d^2) along the normal. The substitution s = 1 - r leaves polynomials
/// in m.
inline WallIntegrals halfSpace(float d) {
  constexpr float pi = std::numbers::pi_v<float>;
  const float m = 1.f - std::clamp(d, 0.f, 1.f);
  const float m3 = m * m * m;
  return {2.f * pi * m3 * m * (1.f / 12.f - m / 20.f), 2.f * pi * m3 * m * m * (1.f / 20.f - m / 30.f),
          pi * m3 * (1.f / 3.f - m / 4.f), pi * m3 * m * (1.f / 6.f - m * (2.f / 15.f))};
}

/// Contribution of all solids within h to the sums of a particle.
struct WallDensity {
  float density = 0.f;
  float nearDensity = 0.f;
  Vec3 push{0.f};      ///< sum of (1-q) away from the walls
  Vec3 nearPush{0.f};  ///< sum of (1-q)^2 away from the walls
};
/// Computes the contribution of nearby solids at position p [m].
WallDensity wallDensity(const Vec3& p, const NearFaces& near, float settledDensity, float h);

/// Returns the displacement along walls by the virtual liquid inside the walls [m]. Add this value to the
/// displacement by the real liquid.
///
/// If pressure changes along a wall, above all with depth, the real neighbours provide only part of the
/// support that a particle needs. Without the rest particles sink along the wall and stir the whole tank.
/// Mirrored liquid would cause the same displacement along the wall, scaled by the ratio of its fraction of
/// the kernel's second moment to the fraction of the real liquid.
Vec3 supportAlongWalls(const Vec3& p, const Vec3& displacement, const NearFaces& near, float h);

/// Distance that a particle may move before the planes found near it must be evaluated again [h].
inline constexpr float kPlanesHold = 0.02f;

/// Caches the solids near each particle within one step: the search before the relaxation also serves later
/// stages.
class WallsInReach {
 public:
  /// Invalidates the cache after positions were predicted.
  void forget() { foundIn_ = nullptr; }
  /// Finds the solids near each particle.
  /// @param reach  search radius [m]
  const NearBodies& find(const Vec3Array& positions, const Bodies& bodies, float reach, float h,
                         const Threads& threads);
  /// Returns the cached search since the prediction of this step, or null if these bodies were not searched.
  [[nodiscard]] const NearBodies* foundIn(const Bodies& bodies) const {
    return foundIn_ == &bodies ? &near_ : nullptr;
  }
  /// Moves particles by supportAlongWalls().
  void support(float dt, ParticleLiquid& liquid, const Bodies& bodies, float h, const Threads& threads);

 private:
  NearBodies near_;
  const Bodies* foundIn_ = nullptr;  ///< bodies that near_ was computed for; null after forget()
};

}  // namespace ooze::clavet
