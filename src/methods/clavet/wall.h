// What a solid does to the density of liquid beside it: the kernel's integrals over a half-space filled with
// liquid at rest. Departs from Clavet 2005, whose walls carry no density, so that particles near them miss
// half their neighbours, are pulled flat onto them, and the volume vanishes (shared experiments, section 3).
#pragma once

#include <algorithm>
#include <numbers>

namespace ooze::clavet {

/// All in units of h, per unit of number density [1/h^3], for a half-space whose face is `d` from the
/// particle (0 <= d <= 1), with m = 1 - d.
struct HalfSpace {
  float density;      ///< integral of (1-r)^2 dV
  float nearDensity;  ///< integral of (1-r)^3 dV
  float push;         ///< integral of (1-r) cos(angle to the normal) dV
  float nearPush;     ///< integral of (1-r)^2 cos(angle to the normal) dV
};

/// From spherical caps: a shell of radius r > d has the area 2 pi r (r - d) beyond the face, and the first
/// moment pi (r^2 - d^2) along the normal. Substituting s = 1 - r leaves polynomials in m.
inline HalfSpace halfSpace(float d) {
  constexpr float pi = std::numbers::pi_v<float>;
  const float m = 1.f - std::clamp(d, 0.f, 1.f);
  const float m3 = m * m * m;
  return {2.f * pi * m3 * m * (1.f / 12.f - m / 20.f), 2.f * pi * m3 * m * m * (1.f / 20.f - m / 30.f),
          pi * m3 * (1.f / 3.f - m / 4.f), pi * m3 * m * (1.f / 6.f - m * (2.f / 15.f))};
}

}  // namespace ooze::clavet
