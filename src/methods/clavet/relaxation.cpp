// Clavet 2005, section 4, Algorithm 2: double density relaxation, with volume stiffness apart from cohesion
// and walls that carry density.
#include "methods/clavet/clavet.h"
#include "methods/clavet/close_by.h"
#include "methods/clavet/wall.h"

#include <algorithm>
#include <numbers>

namespace ooze::clavet {
namespace {

// Volume law (shared experiments, section 1): weight of the near density, and the guard for close pairs.
constexpr float kVolumeNear = 5.f;
constexpr float kGuardCloseness = 0.73f;
constexpr float kGuardStrength = 0.1f;

// The liquid inside a wall begins this far behind its face, in h: measured for the smallest ripple of
// density.
constexpr float kWallOffset = 0.03f;

struct WallDensity {
  float density = 0.f;
  float nearDensity = 0.f;
  Vec3 push{0.f};      ///< sum of (1-q) away from the walls
  Vec3 nearPush{0.f};  ///< sum of (1-q)^2 away from the walls
};

WallDensity wallDensity(const Vec3& p, const Bodies& bodies, float settledDensity, float h) {
  // Number density per h^3 of a continuum whose density is the settled one: rho = n 4 pi / 30.
  const float number = settledDensity * 30.f / (4.f * std::numbers::pi_v<float>);
  WallDensity wall;
  for (const Body& body : bodies.list) {
    const Vec3 local = body.pose.toLocal(p);
    if (body.shape->distance(local) >= h) continue;
    const SignedDistance::Sample s = body.shape->sample(local);
    const HalfSpace half = halfSpace(s.distance / h + kWallOffset);
    const Vec3 normal = body.pose.directionToWorld(s.normal);
    wall.density += number * half.density;
    wall.nearDensity += number * half.nearDensity;
    wall.push += number * half.push * normal;
    wall.nearPush += number * half.nearPush * normal;
  }
  return wall;
}

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
