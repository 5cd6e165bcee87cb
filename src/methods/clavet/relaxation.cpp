// Clavet 2005, section 4, Algorithm 2: double density relaxation, with volume stiffness apart from cohesion
// and walls that carry density.
#include "methods/clavet/clavet.h"
#include "methods/clavet/close_by.h"
#include "methods/clavet/wall.h"

#include <algorithm>

namespace ooze::clavet {
namespace {

// Volume law (shared experiments, section 1): the guard for close pairs.
constexpr float kGuardCloseness = 0.73f;
constexpr float kGuardStrength = 0.1f;

}  // namespace

void Clavet::relaxDoubleDensity(float dt, const Threads& threads, std::uint64_t stepIndex,
                                const Bodies& bodies) {
  // Departs from Clavet 2005 section 4, which sweeps in one fixed random order: grid order with the eight
  // axis flips by step, so that the sweep neither pumps the liquid nor depends on the number of threads.
  neighbours_.sweep(threads, SweepFlips::ofStep(stepIndex), [&](std::size_t i) { relax(i, dt, bodies); });
}

void Clavet::relax(std::size_t i, float dt, const Bodies& bodies) {
  Particles& p = particles_;
  const Coefficients& c = coefficients_[p.material[i]];
  const Vec3 xi = p.position[i];
  CloseBy memory;
  // Nothing that pass 2 moves is read again before it moves, so both passes share directions and distances.
  const std::span<const Close> closeBy = memory.gather(p, i, neighbours_.of(i), h_);

  float rho = 0.f, rhoNear = 0.f, closeness = 0.f;
  Vec3 lean(0.f);  // sum of (1-q) r^
  for (const auto& [rHat, w, j] : closeBy) {
    rho += w * w;
    rhoNear += w * w * w;
    closeness += w;
    lean += w * rHat;
  }
  // One-sided neighbours show a surface, too few of them a thin sheet or thread.
  const float oneSided = closeness > 0.f ? glm::length(lean) / closeness : 1.f;
  p.exposure[i] = std::clamp(std::max(oneSided, 1.f - rho / c.settledDensity), 0.f, 1.f);

  const WallDensity wall = wallDensity(xi, bodies, c.settledDensity, h_);
  rho += wall.density;
  rhoNear += wall.nearDensity;
  lean -= wall.push;
  p.density[i] = rho;

  // Departs from Clavet 2005 eq. 2 and 5 where kVolume > 0: a stiffer answer to compression only, normalised
  // like a position-based constraint so that it stays calm at any step.
  const float volume = c.kVolume * dt * dt / h_;
  const float excess = std::max(0.f, rho - c.settledDensity);
  const float s = c.kVolume * excess / (1.f + volume * (rho + kVolumeNear * rhoNear + glm::dot(lean, lean)));
  const float pressure = c.k * (rho - c.restDensity) + s;
  const float pressureNear = c.kNear * rhoNear + kVolumeNear * s;
  const float guard = c.kVolume > 0.f ? kGuardStrength * h_ : 0.f;

  Vec3 dx(0.f);
  for (const auto& [rHat, w, j] : closeBy) {
    const float half =
        0.5f * dt * dt * w * (pressure + pressureNear * w) + guard * std::max(0.f, w - kGuardCloseness);
    p.position.add(j, half * rHat);
    dx -= half * rHat;
  }
  // The liquid imagined inside the wall answers with the same pressure, and only ever pushes.
  if (wall.density > 0.f) {
    const Vec3 push = dt * dt * (pressure * wall.push + pressureNear * wall.nearPush);
    if (glm::dot(push, wall.push) > 0.f) dx += push;
  }
  p.position.add(i, dx);
}

}  // namespace ooze::clavet
