// What solids do to the density and the pressure of liquid beside them: they are taken as half-spaces filled
// with liquid at rest. Departs from Clavet 2005, whose walls carry no density, so that particles near them
// miss half their neighbours, are pulled flat onto them, and the volume vanishes (README.md,
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

/// All in units of h, per unit of number density [1/h^3], for a half-space whose face is `d` from the
/// particle (0 <= d <= 1), with m = 1 - d.
struct HalfSpace {
  float density;      ///< integral of (1-r)^2 dV
  float nearDensity;  ///< integral of (1-r)^3 dV
  float push;         ///< integral of (1-r) cos(angle to the normal) dV
  float nearPush;     ///< integral of (1-r)^2 cos(angle to the normal) dV
};

/// The same integrals of density over the whole ball round a particle.
inline constexpr float kBallDensity = 4.f * std::numbers::pi_v<float> / 30.f;
inline constexpr float kBallNearDensity = 4.f * std::numbers::pi_v<float> / 60.f;

/// From spherical caps: a shell of radius r > d has the area 2 pi r (r - d) beyond the face, and the first
/// moment pi (r^2 - d^2) along the normal. Substituting s = 1 - r leaves polynomials in m.
inline HalfSpace halfSpace(float d) {
  constexpr float pi = std::numbers::pi_v<float>;
  const float m = 1.f - std::clamp(d, 0.f, 1.f);
  const float m3 = m * m * m;
  return {2.f * pi * m3 * m * (1.f / 12.f - m / 20.f), 2.f * pi * m3 * m * m * (1.f / 20.f - m / 30.f),
          pi * m3 * (1.f / 3.f - m / 4.f), pi * m3 * m * (1.f / 6.f - m * (2.f / 15.f))};
}

/// What all the solids within h of a particle add to its sums.
struct WallDensity {
  float density = 0.f;
  float nearDensity = 0.f;
  Vec3 push{0.f};      ///< sum of (1-q) away from the walls
  Vec3 nearPush{0.f};  ///< sum of (1-q)^2 away from the walls
};
WallDensity wallDensity(const Vec3& p, const NearFaces& near, float settledDensity, float h);

/// What the liquid imagined in the walls adds to the displacement that a particle has from the real liquid.
///
/// Where pressure changes along a wall (with depth, above all) real neighbours hand a particle only their
/// part of the support it needs; without the rest it sinks along the wall and stirs a whole tank. Mirrored
/// liquid would hand it the same displacement along the wall, in the ratio of its share of the kernel's
/// second moment to the real one's.
Vec3 supportAlongWalls(const Vec3& p, const Vec3& displacement, const NearFaces& near, float h);

/// A particle takes a solid for the plane that it found until it has moved this far, in h.
inline constexpr float kPlanesHold = 0.02f;

/// Which solids are near which particles, in a step: what was looked for before the relaxation serves after
/// it too.
class WallsInReach {
 public:
  /// Positions were predicted: nothing is known of them.
  void forget() { foundIn_ = nullptr; }
  /// @param reach  solids nearer than this are found [m]
  const NearBodies& find(const Vec3Array& positions, const Bodies& bodies, float reach, float h,
                         const Threads& threads);
  /// What was found since the prediction of this step; null: nothing.
  [[nodiscard]] const NearBodies* foundIn(const Bodies& bodies) const {
    return foundIn_ == &bodies ? &near_ : nullptr;
  }
  /// Moves the liquid by what walls support along themselves.
  void support(float dt, ParticleLiquid& liquid, const Bodies& bodies, float h, const Threads& threads);

 private:
  NearBodies near_;
  const Bodies* foundIn_ = nullptr;  ///< whose solids near_ knows, since the prediction of this step
};

}  // namespace ooze::clavet
