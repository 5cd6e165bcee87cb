// Tests that the benchmarks' baseline computes the paper's law: a plain float transcription against the
// transcription in double precision.
#include "benchmark/literal_clavet.h"

#include "base/random.h"
#include "reference/clavet_reference.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::literal_clavet_test {
namespace {

Vec3 randomVector(std::uint64_t seed, std::uint64_t index) {
  return {2.f * randomUnit(seed, 3 * index) - 1.f, 2.f * randomUnit(seed, 3 * index + 1) - 1.f,
          2.f * randomUnit(seed, 3 * index + 2) - 1.f};
}

/// Makes a cube near rest density. Every particle is displaced a little and moves.
literal::Liquid cube(const literal::ClavetParameters& law, int edge) {
  literal::Liquid liquid(law);
  for (int z = 0; z < edge; ++z)
    for (int y = 0; y < edge; ++y)
      for (int x = 0; x < edge; ++x) {
        const std::uint64_t n = liquid.particles.size();
        literal::Particle p;
        p.position =
            0.372f * law.h * (Vec3(x, y, z) - 0.5f * static_cast<float>(edge) + 0.2f * randomVector(1, n));
        p.velocity = 0.05f * law.h * randomVector(2, n);
        liquid.particles.push_back(p);
      }
  return liquid;
}

/// Converts to the same state and law in double precision.
reference::Liquid exactly(const literal::Liquid& liquid, const literal::ClavetParameters& law) {
  reference::Liquid exact;
  exact.h = law.h;
  exact.gravity = reference::Vec(law.gravity);
  exact.materials[0] = {.restDensity = law.restDensity, .k = law.k, .kNear = law.kNear};
  exact.pairLaw = [law](std::size_t, std::size_t) {
    return reference::PairLaw{.sigma = law.sigma,
                              .beta = law.beta,
                              .kSpring = law.kSpring,
                              .alphaStretch = law.alpha,
                              .alphaCompress = law.alpha,
                              .gammaStretch = law.gamma,
                              .gammaCompress = law.gamma};
  };
  for (const literal::Particle& p : liquid.particles)
    exact.particles.push_back(
        {reference::Vec(p.position), reference::Vec(p.velocity), reference::Vec(p.previous)});
  for (const auto& [key, length] : liquid.springs) exact.springs[{key >> 32, key & 0xffffffffu}] = length;
  return exact;
}

/// Steps both transcriptions. The double-precision one takes pairs in the float one's order.
void stepBoth(literal::Liquid& liquid, reference::Liquid& exact) {
  std::vector<reference::Pair> pairs, springs;
  for (const auto& [i, j] : liquid.pairs()) pairs.emplace_back(i, j);
  liquid.step(1.f);
  // The map of springs does not change between the displacements and the end of the step.
  for (const auto& [key, length] : liquid.springs) springs.emplace_back(key >> 32, key & 0xffffffffu);

  reference::applyGravity(exact, 1.0);
  reference::applyViscosity(exact, 1.0, reference::oneByOne(pairs));
  reference::predictPositions(exact, 1.0);
  reference::adjustSprings(exact, 1.0);
  ASSERT_EQ(reference::springPairs(exact).size(), springs.size());
  reference::applySpringDisplacements(exact, 1.0,
                                      reference::oneByOne(springs));  // throws if a spring is missing
  reference::relaxDoubleDensity(exact, 1.0, reference::ascending(exact));
  reference::deriveVelocities(exact, 1.0);
}

void expectOneStepAgrees(const literal::ClavetParameters& law) {
  literal::Liquid liquid = cube(law, 7);
  // A few steps give springs with many different lengths.
  for (int n = 0; n < 3; ++n) liquid.step(1.f);
  reference::Liquid exact = exactly(liquid, law);
  const auto before = liquid.particles;
  stepBoth(liquid, exact);

  double worst = 0.0, farthest = 0.0, worstLength = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const reference::Vec at(liquid.particles[i].position);
    worst = std::max(worst, glm::length(at - exact.particles[i].position) / law.h);
    worst = std::max(
        worst,
        glm::length(reference::Vec(liquid.particles[i].velocity) - exact.particles[i].velocity) / law.h);
    farthest = std::max(farthest, glm::length(at - reference::Vec(before[i].position)) / law.h);
  }
  for (const auto& [pair, length] : exact.springs) {
    const auto key = literal::Liquid::springKey(static_cast<std::uint32_t>(pair.first),
                                                static_cast<std::uint32_t>(pair.second));
    worstLength =
        std::max(worstLength, std::abs(static_cast<double>(liquid.springs.at(key)) - length) / law.h);
  }
  // The errors are in h and h per frame. They come from float sums of a hundred terms.
  EXPECT_LT(worst, 1e-5) << "of paths up to " << farthest;
  EXPECT_GT(farthest, 1e-2);
  EXPECT_LT(worstLength, 1e-6);
  EXPECT_EQ(exact.springs.empty(), law.kSpring <= 0.f);
  testing::Test::RecordProperty("worst", std::to_string(worst));
}

TEST(LiteralClavet, AStepWithoutSpringsIsThePapers) { expectOneStepAgrees({.gravity = {0.f, -0.01f, 0.f}}); }
TEST(LiteralClavet, AStepWithSpringsIsThePapers) {
  expectOneStepAgrees({.kSpring = 0.3f, .gravity = {0.f, -0.01f, 0.f}});
}
TEST(LiteralClavet, UnitsDoNotMatter) {
  expectOneStepAgrees({.h = 0.01f, .k = 0.00004f, .kNear = 0.0001f, .beta = 10.f, .kSpring = 0.3f});
}

TEST(LiteralClavet, TheHashGridFindsEveryPairOnce) {
  // Particles lie round the origin, where cell coordinates change sign, and far apart, where distant cells
  // share hash buckets.
  literal::Liquid liquid(literal::ClavetParameters{});
  for (std::uint64_t n = 0; n < 600; ++n) {
    const Vec3 centre = n % 2 == 0 ? Vec3(0.f) : 5000.f * randomVector(4, n % 20);
    liquid.particles.push_back({.position = centre + 2.f * randomVector(3, n)});
  }
  auto found = liquid.pairs();
  std::sort(found.begin(), found.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < liquid.particles.size(); ++i)
    for (std::uint32_t j = i + 1; j < liquid.particles.size(); ++j)
      if (const Vec3 d = liquid.particles[j].position - liquid.particles[i].position; glm::dot(d, d) < 1.f)
        expected.emplace_back(i, j);
  EXPECT_EQ(found, expected);
  EXPECT_GT(expected.size(), 300u);
}

}  // namespace
}  // namespace ooze::literal_clavet_test
