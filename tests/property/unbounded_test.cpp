// The domain is unbounded: the position of liquid, and the distance between its parts, change neither its
// motion nor its memory use.
#include "base/random.h"
#include "reference/clavet_twin.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::unbounded_test {
namespace {

constexpr float kH = 0.01f;         // interaction radius h [m]
constexpr float kDt = 1.f / 300.f;  // length of a time step [s]

clavet::Material springy() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.viscosityLinear = 0.3f;
  return m;
}

/// Returns a noisy blob of liquid at rest spacing, with random velocities.
LiquidSeeds blob(const clavet::Clavet& method, const Vec3& centre, int edge) {
  LiquidSeeds seeds;
  const float spacing = method.laws().restSpacing(0);
  std::uint64_t n = 0;
  const auto random = [&] { return 2.f * Vec3(randomUnit(1, n), randomUnit(2, n), randomUnit(3, n)) - 1.f; };
  for (int x = 0; x < edge; ++x)
    for (int y = 0; y < edge; ++y)
      for (int z = 0; z < edge; ++z, ++n) {
        const Vec3 cell = Vec3(x, y, z) - 0.5f * static_cast<float>(edge - 1);
        seeds.positions.push_back(centre + spacing * (cell + 0.2f * random()));
        seeds.velocities.push_back(0.1f * random());
      }
  return seeds;
}

void step(clavet::Clavet& method, int steps, int threads = 2) {
  const Threads pool(threads);
  StageTimer timer;
  Bodies none;
  for (int s = 0; s < steps; ++s) {
    StepContext context{none, pool, timer, static_cast<std::uint64_t>(s)};
    method.step(kDt, context);
  }
}

std::vector<Vec3> byId(const clavet::Clavet& method) {
  const Particles& p = *method.view().particles;
  std::vector<Vec3> positions(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) positions[p.id[i]] = p.position[i];
  return positions;
}

TEST(Unbounded, TwoBlobsAThousandRadiiApartDoWhatEachDoesAtTheOrigin) {
  // A blob that has nearly come to rest and is then stirred a little.
  clavet::Clavet settled = makeProduct(kH, {springy()}, Vec3(0.f));
  settled.insert(blob(settled, Vec3(0.f), 8));
  step(settled, 40);
  const std::vector<Vec3> positions = byId(settled);
  std::vector<Vec3> velocities;
  for (const Vec3& p : positions) velocities.push_back(glm::cross(Vec3(1.f, 2.f, 3.f), p));
  const auto at = [&](const Vec3& place) {
    LiquidSeeds seeds{.positions = positions, .velocities = velocities};
    for (Vec3& p : seeds.positions) p += place;
    return seeds;
  };
  // Each copy is moved by half the distance. The cells of the neighbour search lie differently there, so
  // pairs are processed in another order. The tolerance covers the effect of the order and the rounding of
  // coordinates 500 h long (3e-5 h).
  for (const Vec3& axis : {Vec3(1.f, 0.f, 0.f), Vec3(0.f, 1.f, 0.f), Vec3(0.f, 0.f, 1.f)}) {
    const Vec3 away = 500.f * kH * axis;
    clavet::Clavet alone = makeProduct(kH, {springy()}, Vec3(0.f));
    alone.insert(at(Vec3(0.f)));
    clavet::Clavet apart = makeProduct(kH, {springy()}, Vec3(0.f));
    apart.insert(at(-away));
    apart.insert(at(away));
    step(alone, 1);
    step(apart, 1);
    const auto expected = byId(alone), got = byId(apart);
    float moved = 0.f, worst = 0.f;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      worst = std::max({worst, glm::distance(got[i], expected[i] - away),
                        glm::distance(got[i + expected.size()], expected[i] + away)});
      moved = std::max(moved, glm::distance(expected[i], positions[i]));
    }
    EXPECT_LT(worst, 1e-3f * kH);
    EXPECT_GT(moved, 0.02f * kH);
    EXPECT_NEAR(static_cast<double>(apart.count()), 2.0 * static_cast<double>(alone.count()), 4.0);
  }
}

/// Returns the bytes of the neighbour search per particle, after some steps.
double bytesPerParticle(const std::vector<Vec3>& positions) {
  clavet::Clavet method = makeProduct(kH, {clavet::Material{}}, Vec3(0.f));
  method.insert({.positions = positions, .velocities = std::vector<Vec3>(positions.size(), Vec3(0.f))});
  step(method, 3);
  return static_cast<double>(method.liquid().neighbours().bytes()) / static_cast<double>(positions.size());
}

TEST(Unbounded, MemoryGrowsWithTheParticlesNotWithTheSpaceBetweenThem) {
  const clavet::Clavet method = makeProduct(kH, {clavet::Material{}}, Vec3(0.f));
  const float spacing = method.laws().restSpacing(0);
  const int edge = 20;
  const std::vector<Vec3> block = blob(method, Vec3(0.f), edge).positions;

  // A sheet one particle thick over 200 h.
  std::vector<Vec3> sheet;
  for (int x = 0; x < 90; ++x)
    for (int z = 0; z < 90; ++z) sheet.push_back(200.f * kH / 90.f * Vec3(x, 0.f, z));
  // The block and one drop that escaped by a hundred thousand radii; and a block torn in two as far apart.
  std::vector<Vec3> escaped = block;
  escaped.push_back(1e5f * kH * Vec3(1.f, -1.f, 1.f));
  std::vector<Vec3> torn = block;
  for (std::size_t i = 0; i < torn.size() / 2; ++i) torn[i].x += 1e5f * kH;
  // Isolated particles, tens of radii apart, along a line and in space.
  std::vector<Vec3> line, cloud;
  for (int i = 0; i < 8000; ++i) {
    line.push_back(30.f * kH * Vec3(i, 0.f, 0.f));
    cloud.push_back(30.f * kH * Vec3(i % 20, i / 20 % 20, i / 400));
  }

  const double dense = bytesPerParticle(block);
  EXPECT_LT(dense, 600.0);
  EXPECT_LT(bytesPerParticle(escaped), 1.1 * dense);
  EXPECT_LT(bytesPerParticle(torn), 1.1 * dense);
  // A lone particle has its own block of 128 cells, and no neighbours to list.
  for (const auto& sparse : {sheet, line, cloud}) EXPECT_LT(bytesPerParticle(sparse), 1600.0);
  EXPECT_GT(spacing, 0.f);
}

TEST(Unbounded, AnEscapedDropDoesNotDisturbTheRest) {
  // The drop is almost as far away as a float resolves, and its cells come first in every order.
  clavet::Clavet alone = makeProduct(kH, {springy()}, Vec3(0.f)),
                 with = makeProduct(kH, {springy()}, Vec3(0.f));
  alone.insert(blob(alone, Vec3(0.f), 8));
  with.insert(blob(with, Vec3(0.f), 8));
  with.insert({.positions = {-9e5f * kH * Vec3(1.f, 1.f, 1.f)}, .velocities = {Vec3(0.f)}});
  step(alone, 10);
  step(with, 10);
  const auto expected = byId(alone), got = byId(with);
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(got[i], expected[i]);
}

}  // namespace
}  // namespace ooze::unbounded_test
