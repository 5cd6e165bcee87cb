// Fixtures for tests of SPH with shape matching: states on which its stages are compared with their
// transcription.
#pragma once

#include "ooze/geometry/signed_distance.h"

#include "base/random.h"
#include "methods/shape_matching/shape_matching.h"
#include "reference/shape_reference.h"

#include <memory>
#include <vector>

namespace ooze::shape_tests {

using shape_matching::Material;
using shape_matching::ShapeMatching;

inline constexpr float kH = 0.01f;                                    // interaction radius [m]
inline constexpr float kSpacing = shape_matching::kSpacing * kH;      // rest spacing [m]
inline constexpr float kEdge = shape_matching::kCellEdge * kSpacing;  // edge of a reference cell [m]

inline MaterialDefinition definition(const Material& m, float density = 1000.f) {
  MaterialDefinition d;
  d.name = "liquid";
  d.values = toValues<Material>(shape_matching::kParameters, m);
  d.density = density;
  d.referenceRadius = kH;
  return d;
}

/// Makes the method with these materials, without gravity.
inline std::unique_ptr<ShapeMatching> method(const std::vector<MaterialDefinition>& materials) {
  MethodSettings settings;
  settings.interactionRadius = kH;
  auto made = std::make_unique<ShapeMatching>(settings);
  made->setMaterials(materials);
  made->setGravity(Vec3(0.f));
  return made;
}

/// Returns a block of particles at rest spacing.
/// Each particle is displaced by up to `noise` spacings along each axis and moves at up to `speed` [m/s]
/// along each axis.
inline LiquidSeeds block(int nx, int ny, int nz, float noise, float speed, std::uint64_t seed,
                         std::uint16_t material = 0, Vec3 at = Vec3(0.f)) {
  LiquidSeeds seeds;
  seeds.material = material;
  std::uint64_t k = 0;
  const auto random = [&] { return 2.f * randomUnit(seed, k++) - 1.f; };
  const auto vector = [&] {
    const float x = random(), y = random(), z = random();
    return Vec3(x, y, z);
  };
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) {
        seeds.positions.push_back(at + kSpacing * (Vec3(x, y, z) + Vec3(0.5f) + noise * vector()));
        seeds.velocities.push_back(speed * vector());
      }
  return seeds;
}

/// Runs the stages before forces, so that neighbour lists, shapes and the reference grid are as in a step.
inline void prepare(ShapeMatching& m, const Threads& threads) {
  m.findNeighbours(threads);
  m.updateReferences(threads);
}

/// Moves every particle: x = f(x).
template <class F>
void deform(ShapeMatching& m, const F& f) {
  Vec3Array& x = m.liquid().particles.position;
  for (std::size_t i = 0; i < x.size(); ++i) x.set(i, f(x[i]));
}

/// Copies the particles of the method into the state of the transcription, in the same order.
inline shape_reference::State stateOf(ShapeMatching& m) {
  shape_reference::State state;
  const Particles& p = m.liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const shape_matching::Coefficients& c = m.coefficients().at(p.material[i]);
    state.push_back({glm::dvec3(p.position[i]), glm::dvec3(p.velocity[i]),
                     glm::dvec3(m.liquid()[m.references().place][i]), m.liquid()[m.references().shape][i],
                     m.liquid()[m.references().breaks][i], static_cast<double>(c.mass),
                     static_cast<double>(c.density), static_cast<double>(c.stiffness),
                     static_cast<double>(c.cohesion), static_cast<double>(c.viscosity),
                     static_cast<double>(c.alpha), static_cast<double>(c.shapeRate()),
                     static_cast<double>(c.damping), static_cast<double>(c.regionRadius)});
  }
  return state;
}

struct Motion {
  glm::dvec3 momentum{0.0}, spin{0.0};
};
/// Returns the linear and angular momentum of all particles.
/// @param amount  returns the velocity or acceleration of a particle, to be multiplied by the particle's mass
template <class Amount>
Motion motionOf(const shape_reference::State& s, const Amount& amount) {
  Motion m;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const glm::dvec3 part = s[i].mass * glm::dvec3(amount(i));
    m.momentum += part, m.spin += glm::cross(s[i].x, part);
  }
  return m;
}

inline void step(ShapeMatching& m, float dt, const Threads& threads, Bodies& bodies) {
  StageTimer timer;
  StepContext context{bodies, threads, timer, 0};
  m.step(dt, context);
}
inline void steps(ShapeMatching& m, float dt, int count, const Threads& threads) {
  Bodies none;
  for (int k = 0; k < count; ++k) step(m, dt, threads, none);
}

}  // namespace ooze::shape_tests
