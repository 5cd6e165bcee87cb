#include "benchmark/workload.h"

#include "base/random.h"
#include "methods/clavet/material.h"

#include <algorithm>
#include <cmath>
#include <malloc.h>
#include <map>
#include <numbers>
#include <numeric>

namespace ooze::bench {
namespace {

constexpr float kFrame = 1.f / 30.f;

/// Returns a material with the parameters of Clavet 2005 and both kinds of viscosity. Stiffness beyond eq.
/// 2 is off, so that the literal transcription computes the same law.
clavet::Material paperLiquid(Springs springs) {
  clavet::Material m;
  m.restDensity = 10.f;
  m.stiffness = 0.004f;
  m.nearStiffness = 0.01f;
  m.volumeStiffness = 0.f;
  m.springStiffness = springs == Springs::None ? 0.f : 0.3f;
  m.plasticityStretch = m.plasticityCompress = 0.3f;
  m.yieldRatioStretch = m.yieldRatioCompress = springs == Springs::Presetting ? 0.f : 0.1f;
  m.viscosityLinear = 0.1f;
  m.viscosityQuadratic = 0.1f;
  return m;
}

literal::ClavetParameters literalLaw(Springs springs) {
  const clavet::Material m = paperLiquid(springs);
  return {.h = 1.f,
          .restDensity = m.restDensity,
          .k = m.stiffness,
          .kNear = m.nearStiffness,
          .sigma = m.viscosityLinear,
          .beta = m.viscosityQuadratic,
          .kSpring = m.springStiffness,
          .alpha = m.plasticityStretch,
          .gamma = m.yieldRatioStretch};
}

/// Returns the points of a cubic lattice nearest to the origin. Each is moved a little, because an exact
/// lattice is no liquid.
std::vector<Vec3> latticeBall(std::size_t count, float spacing) {
  const int edge = 3 + static_cast<int>(std::cbrt(static_cast<double>(count) * 6.0 / std::numbers::pi));
  std::vector<Vec3> points;
  for (int z = 0; z < edge; ++z)
    for (int y = 0; y < edge; ++y)
      for (int x = 0; x < edge; ++x) points.push_back(Vec3(x, y, z) - 0.5f * static_cast<float>(edge - 1));
  std::vector<std::size_t> nearest(points.size());
  std::iota(nearest.begin(), nearest.end(), std::size_t{0});
  std::stable_sort(nearest.begin(), nearest.end(), [&](std::size_t a, std::size_t b) {
    return glm::dot(points[a], points[a]) < glm::dot(points[b], points[b]);
  });
  nearest.resize(count);
  // The order of the lattice is restored, so that neighbours in space are near in memory. This favours code
  // that does not sort particles.
  std::sort(nearest.begin(), nearest.end());
  std::vector<Vec3> ball;
  for (const std::size_t p : nearest) {
    const Vec3 noise(randomUnit(1, 3 * p), randomUnit(1, 3 * p + 1), randomUnit(1, 3 * p + 2));
    ball.push_back(spacing * (points[p] + 0.2f * (noise - 0.5f)));
  }
  return ball;
}

MaterialDefinition definitionOf(Springs springs) {
  MaterialDefinition definition;
  definition.values = toValues<clavet::Material>(clavet::kParameters, paperLiquid(springs));
  definition.referenceRadius = kRadius;
  return definition;
}

}  // namespace

std::size_t heapBytes() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

RestPhases restFor(std::size_t particles) {
  if (particles <= 20'000) return {.settling = 60, .presetting = 30, .yielding = 10};
  if (particles <= 200'000) return {.settling = 30, .presetting = 20, .yielding = 5};
  return {.settling = 4, .presetting = 4, .yielding = 1};
}

ProductLiquid::ProductLiquid(const LiquidSeeds& seeds, Springs springs)
    : method_(findMethod("clavet").make(MethodSettings{.interactionRadius = kRadius})) {
  use(springs);
  method_->setGravity(Vec3(0.f));
  method_->insert(seeds);
}

float restSpacing() {
  return findMethod("clavet").restSpacing({.interactionRadius = kRadius}, definitionOf(Springs::None));
}

void ProductLiquid::use(Springs springs) {
  const MaterialDefinition definition = definitionOf(springs);
  method_->setMaterials(std::span(&definition, 1));
}

void ProductLiquid::step(const Threads& threads) {
  StepContext context{bodies_, threads, timer, steps_++};
  method_->step(kFrame, context);
}

ProductLiquid ProductLiquid::rested(const LiquidSeeds& seeds, bool springs, const RestPhases& rest,
                                    const Threads& threads) {
  ProductLiquid liquid(seeds, springs ? Springs::Presetting : Springs::None);
  for (int n = 0; n < (springs ? rest.presetting : 1); ++n) liquid.step(threads);
  if (!springs) return liquid;
  liquid.use(Springs::Yielding);
  for (int n = 0; n < rest.yielding; ++n) liquid.step(threads);
  return liquid;
}

double ProductLiquid::springsPerParticle() const {
  return static_cast<double>(method_->links()->count()) / static_cast<double>(size());
}

double ProductLiquid::meanNeighbours() const { return makeLiteral(seeds(), Springs::None).meanNeighbours(); }

LiquidSeeds ProductLiquid::seeds() const {
  const Particles& p = *method_->view().particles;
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p.id[a] < p.id[b]; });
  LiquidSeeds seeds;
  for (const std::size_t i : order) {
    seeds.positions.push_back(p.position[i]);
    seeds.velocities.push_back(p.velocity[i]);
  }
  return seeds;
}

LiquidSeeds settledBall(std::size_t particles, const RestPhases& rest) {
  const float spacing = restSpacing();
  LiquidSeeds seeds;
  seeds.positions = latticeBall(particles, spacing);
  seeds.velocities.assign(particles, Vec3(0.f));
  ProductLiquid liquid(seeds, Springs::None);
  const Threads threads;
  for (int n = 0; n < rest.settling; ++n) liquid.step(threads);
  return liquid.seeds();
}

const LiquidSeeds& settled(std::size_t particles) {
  static std::map<std::size_t, LiquidSeeds> made;
  const auto found = made.find(particles);
  if (found != made.end()) return found->second;
  return made.emplace(particles, settledBall(particles, restFor(particles))).first->second;
}

literal::Liquid makeLiteral(const LiquidSeeds& seeds, Springs springs) {
  literal::Liquid liquid(literalLaw(springs));
  for (std::size_t i = 0; i < seeds.positions.size(); ++i)
    liquid.particles.push_back(
        {.position = seeds.positions[i] / kRadius, .velocity = seeds.velocities[i] * (kFrame / kRadius)});
  constexpr std::size_t kSpringsEach = 64;  // avoids a rehash while measuring
  if (springs != Springs::None) liquid.springs.reserve(kSpringsEach * liquid.particles.size());
  return liquid;
}

literal::Liquid restedLiteral(const LiquidSeeds& seeds, bool springs, const RestPhases& rest) {
  literal::Liquid liquid = makeLiteral(seeds, springs ? Springs::Presetting : Springs::None);
  for (int n = 0; n < (springs ? rest.presetting : 1); ++n) liquid.step(kLiteralStep);
  if (!springs) return liquid;
  liquid.law = literalLaw(Springs::Yielding);
  for (int n = 0; n < rest.yielding; ++n) liquid.step(kLiteralStep);
  return liquid;
}

}  // namespace ooze::bench
