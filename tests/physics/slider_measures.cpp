#include "physics/slider_measures.h"

#include "physics/liquid_bench.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace ooze::test {
namespace {

constexpr float kInteractionRadius = 0.02f;  // interaction radius h [m]
const Vec3 kDown{0.f, -kEarth, 0.f};

LiquidBench bench(const MaterialDefinition& material, const Vec3& gravity = {},
                  std::vector<Body> solids = {}) {
  return {material, {.interactionRadius = kInteractionRadius}, gravity, std::move(solids)};
}
Body benchFloor() { return solid("floor", makePlane({0.f, 1.f, 0.f})); }

double fromAxis(LiquidBench& b) {
  return std::sqrt(b.mean([](const Vec3& p, const Vec3&) { return double{p.x * p.x + p.z * p.z}; }));
}
double height(LiquidBench& b) {
  return b.mean([](const Vec3& p, const Vec3&) { return double{p.y}; });
}
/// Returns the length along x over the width of an ellipsoid with the same second moments.
double aspect(LiquidBench& b) {
  const Vec3 centre(static_cast<float>(b.mean([](const Vec3& p, const Vec3&) { return double{p.x}; })), 0.f,
                    0.f);
  const double along = b.mean([&](const Vec3& p, const Vec3&) {
    const Vec3 d = p - centre;
    return double{d.x * d.x};
  });
  const double across =
      b.mean([](const Vec3& p, const Vec3&) { return 0.5 * double{p.y * p.y + p.z * p.z}; });
  return std::sqrt(along / across);
}
/// Returns the value of a function for a block on a floor after this time, over its value at the start.
double changeOnAFloor(const MaterialDefinition& material, std::uint64_t seed, double (*of)(LiquidBench&),
                      double seconds) {
  constexpr float kHalf = 1.6f * kInteractionRadius;
  LiquidBench b = bench(material, kDown, {benchFloor()});
  b.fill(makeBox(Vec3(kHalf)), {0.f, kHalf, 0.f}, {}, seed);
  const double start = of(b);
  b.run(seconds);
  return of(b) / start;
}

}  // namespace

double runOut(const MaterialDefinition& material, std::uint64_t seed) {
  return changeOnAFloor(material, seed, fromAxis, 0.2);
}

double standingHeight(const MaterialDefinition& material, std::uint64_t seed) {
  return changeOnAFloor(material, seed, height, 0.5);
}

double spreadOfAFloatingBar(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeBox(kInteractionRadius * Vec3(2.5f, 0.8f, 0.8f)), {}, {}, seed);
  b.run(0.4);
  double sum = 0.0;
  int count = 0;
  b.run(0.4, [&] {
    sum += b.mean([](const Vec3& p, const Vec3&) { return double{glm::dot(p, p)}; });
    ++count;
  });
  return std::sqrt(sum / count) / double{kInteractionRadius};
}

double depthOfAPool(const MaterialDefinition& material, std::uint64_t seed) {
  constexpr float kDepth = 20.f * kInteractionRadius, kHalf = 0.6f * kInteractionRadius;
  LiquidBench b = bench(material, kDown, {smoothTank({kHalf, kDepth, kHalf}, true, {0.f, kDepth, 0.f})});
  b.fill(makeBox({kHalf, 0.5f * kDepth, kHalf}), {0.f, 0.5f * kDepth, 0.f}, {}, seed);
  b.run(0.4);
  double sum = 0.0;
  int count = 0;
  b.run(0.2, [&] { sum += height(b), ++count; });
  const double poured = static_cast<double>(b.size()) * std::pow(double{b.restSpacing()}, 3.0) /
                        (4.0 * double{kHalf} * double{kHalf});
  return 2.0 * sum / count / poured;
}

double nearestNeighbour(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kInteractionRadius), {}, {}, seed);
  b.run(0.2);
  const Vec3Array& p = b.particles().position;
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    float nearest = 1e30f;
    for (std::size_t j = 0; j < p.size(); ++j)
      if (j != i) nearest = std::min(nearest, glm::distance(p[i], p[j]));
    sum += nearest;
  }
  return sum / static_cast<double>(p.size()) / double{kInteractionRadius};
}

double neighbours(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kInteractionRadius), {}, {}, seed);
  b.run(0.2);
  const Vec3Array& p = b.particles().position;
  double sum = 0.0, inside = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (glm::length(p[i]) > 0.8f * kInteractionRadius) continue;
    for (std::size_t j = 0; j < p.size(); ++j)
      sum += j != i && glm::distance(p[i], p[j]) < kInteractionRadius ? 1.0 : 0.0;
    inside += 1.0;
  }
  return sum / inside;
}

double stretchUnderAPull(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kInteractionRadius), {}, {}, seed);
  b.run(0.1);
  b.setVelocities(drawnOut(10.f));
  double longest = 0.0;
  b.run(0.2, [&] { longest = std::max(longest, aspect(b) - 1.0); });
  return longest;
}

namespace {

/// Returns the remaining fraction of a strain that was made at this rate within 50 ms, held for 50 ms and
/// released.
double keptOf(const MaterialDefinition& material, std::uint64_t seed, float rate) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kInteractionRadius), {}, {}, seed);
  b.addSprings();
  const auto drive = [&](float r) {
    b.setVelocities(drawnOut(r));
    b.run(0.05, [&] { b.setVelocities(drawnOut(r)); });
  };
  const double start = std::log(aspect(b));
  drive(rate);
  drive(0.f);
  const double held = std::log(aspect(b));
  b.run(0.1);
  double sum = 0.0;
  int count = 0;
  b.run(0.2, [&] { sum += std::log(aspect(b)), ++count; });
  return (sum / count - start) / (held - start);
}

}  // namespace

double stretchKept(const MaterialDefinition& material, std::uint64_t seed) {
  return keptOf(material, seed, 14.f);
}

double squeezeKept(const MaterialDefinition& material, std::uint64_t seed) {
  return keptOf(material, seed, -14.f);
}

double slideDistance(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material, kEarth * Vec3(0.5f, -0.866f, 0.f), {benchFloor()});
  b.fill(makeBox(kInteractionRadius * Vec3(3.f, 0.2f, 3.f)), {0.f, 0.4f * kInteractionRadius, 0.f}, {}, seed);
  const auto along = [&] { return b.mean([](const Vec3& p, const Vec3&) { return double{p.x}; }); };
  const double start = along();
  b.run(0.3);
  return (along() - start) / double{kInteractionRadius};
}

double swirlTime(const MaterialDefinition& material, std::uint64_t seed) {
  constexpr float kHalf = 2.f * kInteractionRadius;
  LiquidBench b = bench(material, {}, {smoothTank({kHalf, kHalf, 0.5f * kHalf}, false, {})});
  b.fill(makeBox({kHalf, kHalf, 0.5f * kHalf}), {}, {}, seed);
  b.run(0.05);
  constexpr float kWave = 0.5f * std::numbers::pi_v<float> / kHalf;
  // A single eddy, free-slip along all walls, decays without changing its form (Taylor and Green 1937).
  const auto eddy = [](const Vec3& p) {
    return Vec3(std::cos(kWave * p.x) * std::sin(kWave * p.y), -std::sin(kWave * p.x) * std::cos(kWave * p.y),
                0.f);
  };
  b.setVelocities([&](const Vec3& p) { return 0.2f * eddy(p); });
  const auto amplitude = [&] {
    return b.mean([&](const Vec3& p, const Vec3& v) { return double{glm::dot(v, eddy(p))}; });
  };
  const double start = b.time(), half = 0.5 * amplitude();
  double before = 2.0 * half, at = start, reached = 0.0;
  while (reached == 0.0 && b.time() < start + 4.0)
    b.run(1.0 / 60.0, [&] {
      const double now = amplitude();
      if (reached == 0.0 && now < half) reached = at + (b.time() - at) * (before - half) / (before - now);
      before = now, at = b.time();
    });
  return std::log10((reached > 0.0 ? reached : b.time()) - start);
}

double fallAlongAWall(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material, kDown, {solid("wall", makePlane({1.f, 0.f, 0.f}))});
  b.fill(makeBox(kInteractionRadius * Vec3(0.4f, 1.5f, 1.5f)), {0.6f * kInteractionRadius, 0.f, 0.f}, {},
         seed);
  b.run(0.2);
  return std::log(-height(b) / double{kInteractionRadius});
}

namespace {

double speedAfterOneImpact(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  constexpr float kRadius = 1.5f * kInteractionRadius;
  b.fill(makeSphere(kRadius), {-1.2f * kRadius, 0.f, 0.f}, {}, seed);
  b.fill(makeSphere(kRadius), {1.2f * kRadius, 0.f, 0.f}, {}, seed + 1);
  b.run(0.03);
  b.setVelocities([](const Vec3& p) { return Vec3(p.x < 0.f ? 2.f : -2.f, 0.f, 0.f); });
  b.run(0.04);
  return std::sqrt(b.mean([](const Vec3&, const Vec3& v) { return double{glm::dot(v, v)}; })) / 2.0;
}

}  // namespace

double speedAfterAnImpact(const MaterialDefinition& material, std::uint64_t seed) {
  return 0.5 * (speedAfterOneImpact(material, seed) + speedAfterOneImpact(material, seed + 100));
}

}  // namespace ooze::test
