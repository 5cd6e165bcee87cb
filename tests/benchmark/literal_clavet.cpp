#include "benchmark/literal_clavet.h"

#include <algorithm>
#include <cmath>

namespace ooze::literal {
namespace {

/// Returns the unit direction from i to j. Coincident particles get a fixed direction on which both agree.
Vec3 direction(const Vec3& rij, float r, std::uint32_t i, std::uint32_t j) {
  if (r > 0.f) return rij * (1.f / r);
  return {0.f, i < j ? 1.f : -1.f, 0.f};
}

/// Corrects x = sigma dt for the overlap of many pairs, as the product does.
float correctForOverlap(float x) {
  const float within = std::min(x, 2.f);
  return x * (1.f + within * (0.085f + within * 0.05f));
}

/// Approximates exp(-x) as the product does.
float expNegative(float x) { return 1.f / (1.f + x * (1.f + x * (0.5f + x / 6.f))); }

}  // namespace

HashGrid::Cell HashGrid::cellOf(const Vec3& p) const {
  return {static_cast<int>(std::floor(p.x * cellsPerLength_)),
          static_cast<int>(std::floor(p.y * cellsPerLength_)),
          static_cast<int>(std::floor(p.z * cellsPerLength_))};
}

std::uint64_t HashGrid::keyOf(const Cell& c) {
  constexpr std::uint64_t kMask = (1u << 21) - 1;  // 21 bits per axis
  return (static_cast<std::uint64_t>(c.x) & kMask) | (static_cast<std::uint64_t>(c.y) & kMask) << 21 |
         (static_cast<std::uint64_t>(c.z) & kMask) << 42;
}

std::uint32_t HashGrid::bucketOf(const Cell& c) const {
  // Teschner, Heidelberger, Mueller, Pomeranets and Gross 2003, section 3.
  return ((static_cast<std::uint32_t>(c.x) * 73856093u) ^ (static_cast<std::uint32_t>(c.y) * 19349663u) ^
          (static_cast<std::uint32_t>(c.z) * 83492791u)) &
         mask_;
}

void HashGrid::build(const std::vector<Particle>& particles, float h) {
  cellsPerLength_ = 1.f / h;
  std::uint32_t buckets = 1;
  while (buckets < particles.size()) buckets *= 2;
  mask_ = buckets - 1;

  // Counting sort by bucket. The backward pass keeps the particles of a bucket in ascending order.
  begin_.assign(buckets + 1, 0);
  bucketOfParticle_.resize(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i) {
    bucketOfParticle_[i] = bucketOf(cellOf(particles[i].position));
    ++begin_[bucketOfParticle_[i]];
  }
  for (std::size_t b = 1; b <= buckets; ++b) begin_[b] += begin_[b - 1];
  entries_.resize(particles.size());
  for (std::size_t i = particles.size(); i-- > 0;)
    entries_[--begin_[bucketOfParticle_[i]]] = {keyOf(cellOf(particles[i].position)),
                                                static_cast<std::uint32_t>(i)};
}

/// Calls f(j, rij, r^2) for every other particle currently closer than h to particle i.
template <class F>
void Liquid::forEachNeighbour(std::uint32_t i, const F& f) const {
  const Vec3 at = particles[i].position;
  const float h2 = law.h * law.h;
  grid_.forEachNear(at, [&](std::uint32_t j) {
    const Vec3 rij = particles[j].position - at;
    const float r2 = glm::dot(rij, rij);
    if (r2 < h2 && j != i) f(j, rij, r2);
  });
}

/// Calls f(i, j, rij, r^2) for every pair i < j closer than h.
template <class F>
void Liquid::forEachPair(const F& f) const {
  for (std::uint32_t i = 0; i < particles.size(); ++i) {
    const Vec3 at = particles[i].position;
    const float h2 = law.h * law.h;
    grid_.forEachNear(at, [&](std::uint32_t j) {
      if (j <= i) return;
      const Vec3 rij = particles[j].position - at;
      const float r2 = glm::dot(rij, rij);
      if (r2 < h2) f(i, j, rij, r2);
    });
  }
}

void Liquid::step(float dt) {
  for (Particle& p : particles) p.velocity += dt * law.gravity;
  grid_.build(particles, law.h);
  applyViscosity(dt);
  for (Particle& p : particles) {
    p.previous = p.position;
    p.position += dt * p.velocity;
  }
  grid_.build(particles, law.h);
  if (law.kSpring > 0.f) {
    adjustSprings(dt);
    applySpringDisplacements(dt);
  }
  relaxDoubleDensity(dt);
  for (Particle& p : particles) p.velocity = (p.position - p.previous) / dt;
}

/// Applies viscosity (Algorithm 5). Departs from the paper as the product does: the decay is integrated
/// through the step, and the linear part is halved and acts both ways.
void Liquid::applyViscosity(float dt) {
  forEachPair([&](std::uint32_t i, std::uint32_t j, const Vec3& rij, float r2) {
    const float r = std::sqrt(r2);
    const Vec3 rHat = direction(rij, r, i, j);
    const float u = glm::dot(particles[i].velocity - particles[j].velocity, rHat);
    const float linear = 0.5f * (1.f - r / law.h) * correctForOverlap(dt * law.sigma),
                left = expNegative(linear);
    const float mean = linear > 0.f ? (1.f - left) / linear : 1.f;
    const float impulse = u - u * left / (1.f + dt * (1.f - r / law.h) * law.beta * std::max(u, 0.f) * mean);
    particles[i].velocity -= 0.5f * impulse * rHat;
    particles[j].velocity += 0.5f * impulse * rHat;
  });
}

/// Adjusts the rest lengths of springs (Algorithm 4). Departs from the paper as the product does, by
/// adjusting every spring, whatever its length: springs longer than h would otherwise neither flow nor
/// break. Rest lengths flow as in the product.
void Liquid::adjustSprings(float dt) {
  forEachPair([&](std::uint32_t i, std::uint32_t j, const Vec3&, float) {
    springs.try_emplace(springKey(i, j), law.h);
  });
  for (auto spring = springs.begin(); spring != springs.end();) {
    const Particle& a = particles[spring->first >> 32];
    const Particle& b = particles[spring->first & 0xffffffffu];
    float& length = spring->second;
    const float r = glm::length(b.position - a.position);
    const float stretched = 1.f + law.gamma, squeezed = 1.f - law.gamma;
    if (r > stretched * length)
      length = r / stretched + (length - r / stretched) * expNegative(dt * law.alpha * stretched);
    else if (r < squeezed * length)
      length = r / squeezed + (length - r / squeezed) * expNegative(dt * law.alpha * squeezed);
    spring = length > law.h ? springs.erase(spring) : std::next(spring);
  }
}

/// Moves particles by their spring forces (Algorithm 3).
void Liquid::applySpringDisplacements(float dt) {
  for (const auto& [key, length] : springs) {
    const auto i = static_cast<std::uint32_t>(key >> 32);
    const auto j = static_cast<std::uint32_t>(key & 0xffffffffu);
    const Vec3 rij = particles[j].position - particles[i].position;
    const float r = glm::length(rij);
    const float push = dt * dt * law.kSpring * (1.f - length / law.h) * (length - r);
    const Vec3 half = 0.5f * push * direction(rij, r, i, j);
    particles[i].position -= half;
    particles[j].position += half;
  }
}

/// Relaxes the density and near-density of each particle (Algorithm 2).
void Liquid::relaxDoubleDensity(float dt) {
  for (std::uint32_t i = 0; i < particles.size(); ++i) {
    float rho = 0.f, rhoNear = 0.f;
    forEachNeighbour(i, [&](std::uint32_t, const Vec3&, float r2) {
      const float w = 1.f - std::sqrt(r2) / law.h;
      rho += w * w;
      rhoNear += w * w * w;
    });
    const float pressure = law.k * (rho - law.restDensity);
    const float pressureNear = law.kNear * rhoNear;
    Vec3 dx(0.f);
    forEachNeighbour(i, [&](std::uint32_t j, const Vec3& rij, float r2) {
      const float r = std::sqrt(r2);
      const float w = 1.f - r / law.h;
      const Vec3 half = 0.5f * dt * dt * (pressure * w + pressureNear * w * w) * direction(rij, r, i, j);
      particles[j].position += half;
      dx -= half;
    });
    particles[i].position += dx;
  }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Liquid::pairs() {
  grid_.build(particles, law.h);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  forEachPair([&](std::uint32_t i, std::uint32_t j, const Vec3&, float) { found.emplace_back(i, j); });
  return found;
}

double Liquid::meanNeighbours() {
  grid_.build(particles, law.h);
  std::size_t count = 0;
  forEachPair([&](std::uint32_t, std::uint32_t, const Vec3&, float) { ++count; });
  return particles.empty() ? 0.0 : 2.0 * static_cast<double>(count) / static_cast<double>(particles.size());
}

}  // namespace ooze::literal
