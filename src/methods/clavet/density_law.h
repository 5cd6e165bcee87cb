// Clavet 2005, section 4: from densities to pressures, and how both are shown.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/inspection.h"

#include "methods/clavet/coefficients.h"
#include "methods/clavet/wall.h"

#include <algorithm>
#include <vector>

namespace ooze::clavet {

struct Pressures {
  float far;   ///< P [m/s^2]
  float near;  ///< P_near [m/s^2]
};

/// Eq. 2 and 5. Departs from them where kVolume > 0: a stiffer answer to compression only, normalised like a
/// position-based constraint so that it stays calm at any step.
/// @param lean  sum of (1-q) toward the neighbours [1]
inline Pressures pressuresOf(const Coefficients& c, float rho, float rhoNear, const Vec3& lean, float h,
                             float dt) {
  const float volume = c.kVolume * (dt * dt) / h;
  const float excess = std::max(0.f, rho - c.settledDensity);
  const float stiff =
      c.kVolume * excess / (1.f + volume * (rho + kVolumeNear * rhoNear + glm::dot(lean, lean)));
  return {c.k * (rho - c.restDensity) + stiff, c.kNear * rhoNear + kVolumeNear * stiff};
}

struct DensityState {
  float rho, rhoNear;  ///< with what the walls add
  float byWalls;       ///< the part of rho that solids near by add
  float far, near;     ///< pressures [m/s^2]
};

/// For people, in the paper's units: a pressure is what displaces by that much in a frame.
inline std::vector<InspectedValue> densityValues(const DensityState& s, float h) {
  const float perFrame2 = kFrame * kFrame / h;
  return {{"ρ", "Density", "1", s.rho},
          {"ρ_near", "Near density", "1", s.rhoNear},
          {"ρ_wall", "Density by walls", "1", s.byWalls},
          {"P", "Pressure", "h/frame²", s.far * perFrame2},
          {"P_near", "Near pressure", "h/frame²", s.near * perFrame2}};
}

}  // namespace ooze::clavet
