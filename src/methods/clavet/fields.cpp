#include "methods/clavet/fields.h"

#include "methods/clavet/wall.h"

#include <algorithm>

namespace ooze::clavet {

// The pressure is the virial of eq. 6 and of the volume law for a uniform liquid around the particle. With
// accelerations P (1-q) + Pnear (1-q)^2 along r^, p = density / 6 times the sum of r (P (1-q) + Pnear
// (1-q)^2). Over a ball full of liquid the sums are 3/2 h n and 1/2 h n, where n = rho + 0.75 includes the
// hole at the particle itself (restVolume()). The term k (rho - rho0) with its near part equals k rho0 (rho /
// rho_r - 1) (settledDensity()).
std::vector<float> pressures(const Particles& particles, const MaterialLaws& laws, float dt) {
  std::vector<float> pressures(particles.size(), 0.f);
  for (std::size_t i = 0; i < pressures.size(); ++i) {
    const std::size_t material = particles.material[i];
    const Coefficients& c = laws.of(material);
    const float rho = particles.density[i], rhoNear = 0.5f * rho;
    const float excess = std::max(0.f, rho - c.settledDensity);
    const float volume = c.kVolume * dt * dt / laws.h();
    const float stiff = c.kVolume * excess / (1.f + volume * (rho + kVolumeNear * rhoNear));
    const float cohesion = c.k * c.restDensity * (rho / c.settledDensity - 1.f);
    const float hole = 0.75f / c.settledDensity;  // a single particle has neither hole nor pressure
    pressures[i] = 0.25f * laws.masses()[material].density * laws.h() * rho * (1.f + hole) *
                   (cohesion + (1.f + kVolumeNear / 3.f) * stiff);
  }
  return pressures;
}

}  // namespace ooze::clavet
