// Tests of each stage of the adhesion method against the transcription of the paper.
#include "methods/steele/pair_stages.h"
#include "unit/steele_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::steele_tests {
namespace steele_stage_test {
namespace {

using namespace steele_reference;
using steele::Steele;

const Threads kTwo(2);

steele_reference::Curve reference(const steele::AdhesionCurve& c) {
  steele_reference::Curve curve;
  for (const CurvePoint& p : c.points())
    curve.points.emplace_back(static_cast<double>(p.at), static_cast<double>(p.value));
  return curve;
}

/// Makes two liquids as noisy cubes side by side, of densities 1000 and 1600.
/// @param unused  number of further materials without particles, each with its own cohesion
std::unique_ptr<Steele> twoLiquids(float noise, float speed, int unused = 0) {
  steele::Material a, b;
  a.viscosity = 30.f, b.viscosity = 90.f;
  a.viscousSupport = 4.f, b.viscousSupport = 5.f;
  a.cohesion = 40.f, b.cohesion = 15.f;
  PairTable pairs{{"adhesion", 0, std::uint16_t{1}, "", steele::repels(25.f)}};
  std::vector materials{definition(a, 1000.f), definition(b, 1600.f)};
  for (int k = 0; k < unused; ++k) {
    a.cohesion = static_cast<float>(k) / static_cast<float>(unused);
    materials.push_back(definition(a, 1000.f));
  }
  auto m = method(materials, pairs);
  m->insert(cube(6, noise, speed, 1, 0, Vec3(-6.f * kR)));
  m->insert(cube(6, noise, speed, 2, 1, Vec3(5.f * kR, -3.f * kR, 2.f * kR)));
  m->findNeighbours(kTwo);
  return m;
}
const std::vector<float> kMasses{1000.f, 1600.f};

TEST(SteeleStages, MaterialsWithoutParticlesChangeNoForce) {
  const auto few = twoLiquids(0.6f, 0.f), many = twoLiquids(0.6f, 0.f, 5000);
  const Bodies none;
  for (Steele* m : {few.get(), many.get()}) m->findForces(none, kTwo);
  EXPECT_EQ(many->adhesion().kinds(), 2u) << "a world of many materials has functions for those in use";
  ASSERT_GT(few->accelerations().size(), 400u);
  for (std::size_t i = 0; i < few->accelerations().size(); ++i)
    ASSERT_EQ(few->accelerations()[i], many->accelerations()[i]);
}

TEST(SteeleStages, AdhesionIsThatOfThePaper) {
  auto m = twoLiquids(0.6f, 0.f);
  const Bodies none;
  m->findForces(none, kTwo);
  std::vector<steele_reference::Curve> curves;
  for (std::size_t p = 0; p < 4; ++p) curves.push_back(reference(m->adhesion().of(p / 2, p % 2)));
  const State s = stateOf(*m, kMasses);
  const auto expected = adhesion(
      s, static_cast<double>(kR), [&](std::size_t a, std::size_t b) -> const auto& {
        return curves[2 * a + b];
      });
  double most = 0.0;
  glm::dvec3 force(0.0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    most = std::max(most, glm::length(expected[i]));
    force += s[i].mass * glm::dvec3(m->accelerations()[i]);
  }
  ASSERT_GT(most, 10.0);
  for (std::size_t i = 0; i < s.size(); ++i)
    ASSERT_LT(glm::distance(expected[i], glm::dvec3(m->accelerations()[i])), kMoved * most) << i;
  // Pair functions are symmetric, so the forces sum to zero.
  EXPECT_LT(glm::length(force), 1e-5 * most * 1600.0 * static_cast<double>(s.size()));
}

TEST(SteeleStages, ViscosityExchangesMomentumAsThePaperDoes) {
  auto m = twoLiquids(0.4f, 0.2f);
  const float dt = 0.003f;
  const State before = stateOf(*m, kMasses);
  const auto rate = [](std::size_t a, std::size_t b) {
    return 0.5 * ((a ? 90.0 : 30.0) + (b ? 90.0 : 30.0));
  };
  const auto support = [](std::size_t a, std::size_t b) {
    return static_cast<double>(kR) * 0.5 * ((a ? 5.0 : 4.0) + (b ? 5.0 : 4.0));
  };
  const State expected = exchanged(before, rate, support, 90.0, static_cast<double>(dt));
  m->exchangeMomentum(dt, kTwo);
  const State after = stateOf(*m, kMasses);
  double changed = 0.0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    changed = std::max(changed, glm::distance(before[i].v, expected[i].v));
    ASSERT_LT(glm::distance(after[i].v, expected[i].v), kMoved * 0.2) << i;
  }
  EXPECT_GT(changed, 0.01);
  EXPECT_LT(glm::distance(momentum(before), momentum(after)), 1e-6 * 1600.0 * 432.0 * 0.2);
}

TEST(SteeleStages, ContactsPartAsThePaperSays) {
  auto m = twoLiquids(0.8f, 0.2f);
  const State before = stateOf(*m, kMasses);
  const State expected = separated(before, static_cast<double>(kR), 0.01);
  steele::ContactSeparation separation;
  Particles& p = m->liquid().particles;
  std::vector<float> masses;
  for (const std::uint16_t of : p.material) masses.push_back(kMasses[of]);
  separation.separate({m->near(), p.position, masses.data()}, kR, p, 0.01f, kTwo);
  const State after = stateOf(*m, kMasses);
  std::size_t moved = 0;
  glm::dvec3 centre(0.0);
  for (std::size_t i = 0; i < after.size(); ++i) {
    moved += glm::distance(before[i].x, expected[i].x) > 0.01 * static_cast<double>(kR);
    centre += after[i].mass * (after[i].x - before[i].x);
    ASSERT_LT(glm::distance(after[i].x, expected[i].x), kMoved * static_cast<double>(kR)) << i;
    ASSERT_LT(glm::distance(after[i].v, expected[i].v), kMoved * 0.2) << i;
  }
  EXPECT_GT(moved, after.size() / 2);
  EXPECT_LT(glm::length(centre), 1e-6 * static_cast<double>(kR) * 1600.0 * 432.0);
}

TEST(SteeleStages, DensityIsCorrectedAsThePaperSays) {
  auto m = twoLiquids(0.4f, 0.f);
  const double support = 4.0 * static_cast<double>(kR), rest = steele::latticeDensity(4.0), c = 0.2;
  const State before = stateOf(*m, kMasses);
  const auto densities = steele_reference::densities(before, support, rest, c);
  const State expected = corrected(before, support, rest, c);
  steele::DensityCorrection correction;
  Particles& p = m->liquid().particles;
  std::vector<float> masses;
  for (const std::uint16_t of : p.material) masses.push_back(kMasses[of]);
  const steele::PairLiquid liquid{m->near(), p.position, masses.data()};
  const double error = correction.measure(liquid, static_cast<float>(support), static_cast<float>(rest),
                                          {0.2f, nullptr}, p.position, p.density, nullptr, kTwo);
  correction.move(liquid, static_cast<float>(support), p.position, kTwo);
  const State after = stateOf(*m, kMasses);
  double meanError = 0.0;
  glm::dvec3 centre(0.0);
  for (std::size_t i = 0; i < after.size(); ++i) {
    meanError += std::abs(densities[i].excess) / rest / static_cast<double>(after.size());
    centre += after[i].mass * (after[i].x - before[i].x);
    ASSERT_NEAR(static_cast<double>(p.density[i]), densities[i].value, 2e-5 * rest) << i;
    ASSERT_LT(glm::distance(after[i].x, expected[i].x), kMoved * static_cast<double>(kR)) << i;
  }
  EXPECT_NEAR(error, meanError, 1e-5);
  EXPECT_LT(glm::length(centre), 1e-6 * static_cast<double>(kR) * 1600.0 * 432.0);
}

TEST(SteeleStages, SurfaceIsClassifiedAsThePaperSays) {
  auto m = twoLiquids(0.4f, 0.f);
  m->classifySurface(kTwo);
  const State s = stateOf(*m, kMasses);
  std::size_t differ = 0, deep = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double ratio = surfaceRatio(s, i, 4.0 * static_cast<double>(kR));
    const double expected = std::max(0.0, 1.0 - ratio / 0.704);
    // Rounding decides on which side of the cone a neighbour on the cone's edge falls.
    differ += std::abs(static_cast<double>(m->liquid().particles.exposure[i]) - expected) > 1e-4;
    deep += expected < 0.15;
  }
  EXPECT_LT(differ, 3u);
  EXPECT_GT(deep, 20u);
}

}  // namespace
}  // namespace steele_stage_test
}  // namespace ooze::steele_tests
