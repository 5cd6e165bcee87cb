// Equation of state: pressures from densities (Clavet 2005, section 4), and their presentation to users.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/inspection.h"

#include "methods/clavet/coefficients.h"
#include "methods/clavet/wall.h"

#include <algorithm>
#include <vector>

namespace ooze::clavet {

struct Pressures {
  float far;   ///< pressure P (eq. 2) [m/s^2]
  float near;  ///< near pressure P_near (eq. 5) [m/s^2]
};

/// Computes pressure and near pressure (eq. 2 and 5). Departs from the paper where kVolume > 0: a stiffer
/// response to compression only, normalised like a position-based constraint so that any time step is stable.
/// @param lean  sum of (1-q) times the unit vectors to the neighbours [1]
inline Pressures pressuresOf(const Coefficients& c, float rho, float rhoNear, const Vec3& lean, float h,
                             float dt) {
  const float volume = c.kVolume * (dt * dt) / h;
  const float excess = std::max(0.f, rho - c.settledDensity);
  const float stiff =
      c.kVolume * excess / (1.f + volume * (rho + kVolumeNear * rhoNear + glm::dot(lean, lean)));
  return {c.k * (rho - c.restDensity) + stiff, c.kNear * rhoNear + kVolumeNear * stiff};
}

struct DensityState {
  float rho, rhoNear;  ///< density and near density, including walls [1]
  float byWalls;       ///< contribution of nearby solids to rho [1]
  float far, near;     ///< pressure and near pressure [m/s^2]
};

/// Lists densities and pressures for users in the paper's units. A pressure is expressed as the displacement
/// that it causes in a frame.
inline std::vector<InspectedValue> densityValues(const DensityState& s, float h) {
  const float perFrame2 = kFrame * kFrame / h;
  return {{"ρ", "Density", "1", s.rho},
          {"ρ_near", "Near density", "1", s.rhoNear},
          {"ρ_wall", "Density from walls", "1", s.byWalls},
          {"P", "Pressure", "h/frame²", s.far * perFrame2},
          {"P_near", "Near pressure", "h/frame²", s.near * perFrame2}};
}

}  // namespace ooze::clavet
