#include "benchmark/literal_steele.h"

#include <algorithm>
#include <cmath>

namespace ooze::literal {
namespace {

// Margin of the cell width [radii]. The grid is built once for several moves, so particles may have moved
// since.
constexpr float kMargin = 1.f;

float weight(float d, float support) {
  const float w = std::max(0.f, 1.f - d * d / (support * support));
  return w * w * w;
}

/// Returns the adhesion force at distance d [radii]: repulsion below 2.25, attraction beyond with its
/// maximum at 3.
float adhesion(float d, float amplitude) {
  if (d < 2.25f) return -10.f * amplitude * (1.f - d / 2.25f);
  if (d < 3.f) return amplitude * (d - 2.25f) / 0.75f;
  return d < 4.f ? amplitude * (4.f - d) : 0.f;
}

}  // namespace

/// Calls f(j, vector from i to j, distance) for every other particle currently closer than `reach` radii.
template <class F>
void SteeleLiquid::forEachNeighbour(std::size_t i, float reach, const F& f) const {
  const Vec3 at = particles[i].position;
  const float r = reach * law.radius;
  grid_.forEachNear(at, [&](std::uint32_t j) {
    if (j == i) return;
    const Vec3 there = particles[j].position - at;
    const float d2 = glm::dot(there, there);
    if (d2 < r * r && d2 > 0.f) f(j, there, std::sqrt(d2));
  });
}

void SteeleLiquid::findForces() {
  for (std::size_t i = 0; i < particles.size(); ++i) {
    Vec3 a = law.gravity;
    forEachNeighbour(i, 4.f, [&](std::size_t, const Vec3& there, float d) {
      a += adhesion(d / law.radius, law.amplitude) / d * there;
    });
    acceleration_[i] = a;
  }
}

void SteeleLiquid::exchangeMomentum(float dt) {
  const float support = law.viscousSupport * law.radius;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    float sum = 0.f;
    forEachNeighbour(i, law.viscousSupport,
                     [&](std::size_t, const Vec3&, float d) { sum += weight(d, support); });
    if (!(sum > 0.f)) continue;
    forEachNeighbour(i, law.viscousSupport, [&](std::size_t j, const Vec3&, float d) {
      const Vec3 e = law.viscosity * weight(d, support) * dt / (2.f * sum) *
                     (particles[j].velocity - particles[i].velocity);
      particles[i].velocity += e;
      particles[j].velocity -= e;
    });
  }
}

void SteeleLiquid::separate() {
  for (std::size_t i = 0; i < particles.size(); ++i)
    forEachNeighbour(i, 2.f, [&](std::size_t j, const Vec3& there, float d) {
      if (j < i) return;
      const Vec3 away = 0.5f * (2.f * law.radius - d) / d * there;
      particles[i].position -= away;
      particles[j].position += away;
    });
}

/// Moves particles by the density correction unless the mean error is small enough.
/// @return true if the error was small enough, and nothing moved
bool SteeleLiquid::correctDensity() {
  const float support = law.densitySupport * law.radius;
  std::fill(scratch_.begin(), scratch_.end(), Vec3(0.f));
  double error = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    float density = 0.f, count = 0.f;
    forEachNeighbour(i, law.densitySupport, [&](std::size_t, const Vec3&, float d) {
      density += 1.f - d / support;
      count += 1.f;
    });
    if (count == 0.f) continue;
    const float missing = count < 26.f ? 26.f / count : 1.f;
    const float excess = missing * density - law.restDensity;
    error += static_cast<double>(std::abs(excess) / law.restDensity);
    const float push = law.elasticity * excess * support / (missing * count);
    forEachNeighbour(i, law.densitySupport, [&](std::size_t j, const Vec3& there, float d) {
      scratch_[j] += push / d * there;
      scratch_[i] -= push / d * there;
    });
  }
  if (error < static_cast<double>(law.tolerance) * static_cast<double>(particles.size())) return true;
  for (std::size_t i = 0; i < particles.size(); ++i) particles[i].position += scratch_[i];
  return false;
}

void SteeleLiquid::step(float dt) {
  acceleration_.resize(particles.size());
  scratch_.resize(particles.size());
  const float cell = (std::max({4.f, law.densitySupport, law.viscousSupport}) + kMargin) * law.radius;
  grid_.build(particles, cell);
  findForces();
  exchangeMomentum(dt);
  const float part = dt / static_cast<float>(law.moves);
  for (int m = 0; m < law.moves; ++m) {
    for (std::size_t i = 0; i < particles.size(); ++i) {
      particles[i].velocity += part * acceleration_[i];
      particles[i].position += part * particles[i].velocity;
    }
    separate();
  }
  grid_.build(particles, cell);
  for (passes_ = 0; passes_ < law.maxPasses && !correctDensity(); ++passes_) {
  }
}

double SteeleLiquid::meanNeighbours(float reach) {
  grid_.build(particles, reach * law.radius);
  double count = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i)
    forEachNeighbour(i, reach, [&](std::size_t, const Vec3&, float) { count += 1.0; });
  return count / static_cast<double>(std::max<std::size_t>(1, particles.size()));
}

}  // namespace ooze::literal
