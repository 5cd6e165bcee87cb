// Units, a material and sums in double precision, shared by the tests of the spring method.
#pragma once

#include "reference/clavet_reference.h"
#include "reference/clavet_twin.h"

#include <glm/geometric.hpp>
#include <vector>

namespace ooze::clavet_checks {

using reference::Vec;

inline constexpr float kH = 0.01f;
inline constexpr float kFrame = 1.f / 30.f;
inline constexpr float kSpeed = 0.2f * kH / kFrame;
inline constexpr float kGravityPerFrame2 = kH / (kFrame * kFrame);  // one h per frame^2 [m/s^2]
inline constexpr double kExact = 1e-12;

inline clavet::Material dough() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.viscosityLinear = 0.5f;
  m.viscosityQuadratic = 0.3f;
  return m;
}

struct Sums {
  Vec first{0.0};   ///< sum of the positions x, or of the velocities v
  Vec moment{0.0};  ///< sum of the cross products x cross v
};

inline Sums sumPositions(const std::vector<reference::Particle>& particles) {
  Sums s;
  for (const auto& p : particles) s.first += p.position;
  return s;
}

inline Sums sumVelocities(const std::vector<reference::Particle>& particles) {
  Sums s;
  for (const auto& p : particles) {
    s.first += p.velocity;
    s.moment += glm::cross(p.position, p.velocity);
  }
  return s;
}

/// Returns the product's particles in double precision, so that sums add no rounding of their own.
inline std::vector<reference::Particle> particlesOf(clavet::Clavet& product) {
  std::vector<reference::Particle> out;
  const Particles& p = product.particles();
  for (std::size_t i = 0; i < p.size(); ++i) out.push_back({Vec(p.position[i]), Vec(p.velocity[i])});
  return out;
}

/// Advances the product by whole steps without solids.
inline void run(clavet::Clavet& product, float dt, int steps, const Threads& threads) {
  Bodies none;
  StageTimer timer;
  for (int s = 0; s < steps; ++s) {
    StepContext context{none, threads, timer, static_cast<std::uint64_t>(s)};
    product.step(dt, context);
  }
}

}  // namespace ooze::clavet_checks
