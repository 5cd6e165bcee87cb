#include "slider_measures.h"

#include "liquid_bench.h"

#include <glm/geometric.hpp>

namespace ooze::test {
namespace {

constexpr float kH = 0.02f;  // [m]
const Vec3 kDown{0.f, -kEarth, 0.f};

LiquidBench bench(const MaterialDefinition& material, const Vec3& gravity = {},
                  std::vector<Body> solids = {}) {
  return {material, {.interactionRadius = kH}, gravity, std::move(solids)};
}
Body ground() { return solid("floor", makePlane({0.f, 1.f, 0.f})); }

double fromAxis(LiquidBench& b) {
  return std::sqrt(b.mean([](const Vec3& p, const Vec3&) { return double{p.x * p.x + p.z * p.z}; }));
}
double height(LiquidBench& b) {
  return b.mean([](const Vec3& p, const Vec3&) { return double{p.y}; });
}
/// Length along x over width, of an ellipsoid with the same second moments.
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
/// A block on a floor: what a function says of it after 0.5 s over what it says at the start.
double changeOnAFloor(const MaterialDefinition& material, std::uint64_t seed, double (*of)(LiquidBench&)) {
  constexpr float kHalf = 1.6f * kH;
  LiquidBench b = bench(material, kDown, {ground()});
  b.fill(makeBox(Vec3(kHalf)), {0.f, kHalf, 0.f}, {}, seed);
  const double start = of(b);
  b.run(0.5);
  return of(b) / start;
}

}  // namespace

double runOut(const MaterialDefinition& material, std::uint64_t seed) {
  return changeOnAFloor(material, seed, fromAxis);
}

double standingHeight(const MaterialDefinition& material, std::uint64_t seed) {
  return changeOnAFloor(material, seed, height);
}

double lengthOfAFloatingBar(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeBox(kH * Vec3(3.f, 0.75f, 0.75f)), {}, {}, seed);
  b.run(0.3);
  return aspect(b);
}

double depthOfAPool(const MaterialDefinition& material, std::uint64_t seed) {
  constexpr float kDepth = 20.f * kH, kHalf = 0.6f * kH;
  LiquidBench b =
      bench(material, kDown, {solid("tank", makeTank({kHalf, kDepth, kHalf}, true), {0.f, kDepth, 0.f})});
  b.fill(makeBox({kHalf, 0.5f * kDepth, kHalf}), {0.f, 0.5f * kDepth, 0.f}, {}, seed);
  b.run(0.4);
  double sum = 0.0;
  int count = 0;
  b.run(0.2, [&] { sum += height(b), ++count; });
  return 2.0 * sum / count / double{kDepth};
}

double nearestNeighbour(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kH), {}, {}, seed);
  b.run(0.2);
  const Vec3Array& p = b.particles().position;
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    float nearest = 1e30f;
    for (std::size_t j = 0; j < p.size(); ++j)
      if (j != i) nearest = std::min(nearest, glm::distance(p[i], p[j]));
    sum += nearest;
  }
  return sum / static_cast<double>(p.size()) / double{kH};
}

double neighbours(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kH), {}, {}, seed);
  b.run(0.2);
  const Vec3Array& p = b.particles().position;
  double sum = 0.0, inside = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (glm::length(p[i]) > 0.8f * kH) continue;
    for (std::size_t j = 0; j < p.size(); ++j) sum += j != i && glm::distance(p[i], p[j]) < kH ? 1.0 : 0.0;
    inside += 1.0;
  }
  return sum / inside;
}

double stretchUnderAPull(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kH), {}, {}, seed);
  b.run(0.1);
  constexpr float kRate = 20.f;  // [1/s]
  b.setVelocities([](const Vec3& p) { return kRate * Vec3(p.x, -0.5f * p.y, -0.5f * p.z); });
  double longest = 0.0;
  b.run(0.2, [&] { longest = std::max(longest, aspect(b) - 1.0); });
  return longest;
}

double strainKept(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  b.fill(makeSphere(1.8f * kH), {}, {}, seed);
  b.run(0.1);
  // Drawn out evenly, held, let go.
  const auto drawn = [&](float rate) {
    return [rate](const Vec3& p) { return rate * Vec3(p.x, -0.5f * p.y, -0.5f * p.z); };
  };
  const auto drive = [&](float rate, double seconds) {
    b.setVelocities(drawn(rate));
    b.run(seconds, [&] { b.setVelocities(drawn(rate)); });
  };
  const double start = aspect(b);
  drive(5.f, 0.05);
  drive(0.f, 0.05);
  const double held = aspect(b);
  b.run(0.2);
  return (aspect(b) - start) / (held - start);
}

double slideDistance(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material, kDown, {ground()});
  b.fill(makeBox(kH * Vec3(2.f, 0.4f, 2.f)), {0.f, 0.6f * kH, 0.f}, {}, seed);
  b.run(0.1);
  const auto along = [&] { return b.mean([](const Vec3& p, const Vec3&) { return double{p.x}; }); };
  const double start = along();
  b.setVelocities([](const Vec3&) { return Vec3(0.5f, 0.f, 0.f); });
  b.run(0.2);
  return (along() - start) / double{kH};
}

double hangingPart(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material, kDown, {solid("ceiling", makePlane({0.f, -1.f, 0.f}))});
  b.fill(makeBox(kH * Vec3(2.f, 0.5f, 2.f)), {0.f, -0.7f * kH, 0.f}, {}, seed);
  b.run(0.3);
  return b.mean([](const Vec3& p, const Vec3&) { return p.y > -2.f * kH ? 1.0 : 0.0; });
}

double splashRadius(const MaterialDefinition& material, std::uint64_t seed) {
  LiquidBench b = bench(material);
  constexpr float kRadius = 1.5f * kH;
  b.fill(makeSphere(kRadius), {-1.2f * kRadius, 0.f, 0.f}, {}, seed);
  b.fill(makeSphere(kRadius), {1.2f * kRadius, 0.f, 0.f}, {}, seed + 1);
  b.run(0.03);
  b.setVelocities([](const Vec3& p) { return Vec3(p.x < 0.f ? 2.f : -2.f, 0.f, 0.f); });
  b.run(0.1);
  return b.quantile(0.9, [](const Vec3& p) { return double{std::hypot(p.y, p.z)}; }) / double{kH};
}

}  // namespace ooze::test
