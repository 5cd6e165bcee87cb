// Fixtures for tests of the adhesion method: states on which its stages are compared with their
// transcription.
#pragma once

#include "base/random.h"
#include "methods/steele/steele.h"
#include "reference/steele_reference.h"

#include <memory>
#include <vector>

namespace ooze::steele_tests {

inline constexpr float kH = 0.01f;                 // interaction radius [m]
inline constexpr float kR = steele::kRadius * kH;  // particle radius [m]
inline constexpr double kMoved =
    2e-5;  // tolerance relative to the particle radius or a speed: ten float roundings

inline MaterialDefinition definition(const steele::Material& m, float density = 1000.f) {
  MaterialDefinition d;
  d.name = "liquid";
  d.values = toValues<steele::Material>(steele::kParameters, m);
  d.density = density;
  d.referenceRadius = kH;
  return d;
}

/// Makes the method with these materials at their reference radius, without gravity.
inline std::unique_ptr<steele::Steele> method(const std::vector<MaterialDefinition>& materials,
                                              const PairTable& pairs = {}) {
  MethodSettings settings;
  settings.interactionRadius = kH;
  settings.pairs = pairs;
  auto made = std::make_unique<steele::Steele>(settings);
  made->setMaterials(materials);
  made->setGravity(Vec3(0.f));
  return made;
}

/// Returns a cube of n^3 particles, two radii apart.
/// Each particle is displaced by up to `noise` radii along each axis and moves at up to `speed` [m/s] along
/// each axis.
inline LiquidSeeds cube(int n, float noise, float speed, std::uint64_t seed, std::uint16_t material = 0,
                        Vec3 at = Vec3(0.f)) {
  LiquidSeeds seeds;
  seeds.material = material;
  std::uint64_t k = 0;
  const auto random = [&] { return 2.f * randomUnit(seed, k++) - 1.f; };
  const auto vector = [&] {
    const float x = random(), y = random(), z = random();
    return Vec3(x, y, z);
  };
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        seeds.positions.push_back(at + kR * (2.f * Vec3(x, y, z) + noise * vector()));
        seeds.velocities.push_back(speed * vector());
      }
  return seeds;
}

/// Copies the particles of the method into the state of the transcription, in the same order.
inline steele_reference::State stateOf(steele::Steele& m, const std::vector<float>& masses = {1.f}) {
  steele_reference::State state;
  const Particles& p = m.liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i)
    state.push_back({glm::dvec3(p.position[i]), glm::dvec3(p.velocity[i]),
                     static_cast<double>(masses.at(p.material[i])), p.material[i]});
  return state;
}

inline glm::dvec3 momentum(const steele_reference::State& s) {
  glm::dvec3 sum(0.0);
  for (const auto& p : s) sum += p.mass * p.v;
  return sum;
}

}  // namespace ooze::steele_tests
