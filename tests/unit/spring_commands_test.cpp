// Tests of springs added and removed on demand (Clavet 2005, section 5: elastic solids), against the
// transcription.
#include "fixtures/commands.h"
#include "reference/clavet_twin.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace ooze::spring_commands_test {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;
constexpr float kRadius = 0.01f;  // interaction radius h [m]

/// Returns a material with elastic springs only: no plastic flow of rest lengths, no pressure.
clavet::Material elastic() {
  clavet::Material m = paperMaterial();
  m.springStiffness = 0.3f;
  m.plasticityStretch = m.plasticityCompress = 0.f;
  m.stiffness = m.nearStiffness = 0.f;
  return m;
}

/// Runs whole steps without solids.
void run(ReferencePair& twin, float dt, int steps) {
  Bodies none;
  StageTimer timer;
  for (int s = 0; s < steps; ++s) {
    StepContext context{none, twin.threads(), timer, static_cast<std::uint64_t>(s)};
    twin.product.step(dt, context);
  }
}

std::vector<Pair> pairsOf(const clavet::Clavet& product) {
  std::vector<Pair> pairs;
  for (const clavet::Spring& s : product.springs().list(product.liquid())) pairs.emplace_back(s.a, s.b);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST(SpringsOnDemand, TieEveryPairWithinTheRadiusOnceAtItsPresentLength) {
  ReferencePair twin(kRadius, {elastic()});
  twin.addCube(Vec3(0.f), 7, 0.2f, 0.1f, 5);
  // The neighbour lists are from an earlier step: particles have moved since, by more than the skin.
  twin.product.particles().position.add(3, Vec3(0.4f * kRadius, 0.f, 0.f));
  twin.addSprings();
  twin.copyToReference();

  std::vector<Pair> expected;
  for (const auto& [i, j] : reference::pairsWithin(twin.reference, kRadius))
    expected.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
  ASSERT_GT(expected.size(), 5000u);
  EXPECT_EQ(pairsOf(twin.product), expected);
  for (const clavet::Spring& s : twin.product.springs().list(twin.product.liquid())) {
    ASSERT_LT(s.a, s.b);
    const auto& p = twin.reference.particles;
    // The tolerance is two roundings of a length below h.
    ASSERT_NEAR(s.restLength, glm::distance(p[s.a].position, p[s.b].position), 2e-7 * kRadius);
  }
  twin.addSprings();
  EXPECT_EQ(pairsOf(twin.product), expected) << "a second time adds none";
}

TEST(SpringsOnDemand, MoveNothingUntilSomethingElseDoes) {
  ReferencePair twin(kRadius, {elastic()});
  twin.addCube(Vec3(0.f), 6, 0.2f, 0.f, 6);
  twin.addSprings();
  twin.copyToReference();
  const auto springs = pairsOf(twin.product);
  constexpr float kStep = 1.f / 30.f;
  twin.product.adjustSprings(kStep, twin.threads());
  twin.product.applySpringDisplacements(kStep, twin.threads(), 0);
  EXPECT_EQ(pairsOf(twin.product), springs);
  // Each particle has some 70 springs. Each spring's zero displacement is rounded to 1e-7 of h, times a =
  // 0.3.
  EXPECT_LT(twin.positionError(), 2e-6);
}

TEST(SpringsOnDemand, DisplaceAsTheTranscriptionDoesWhenTheBlockIsStretched) {
  ReferencePair twin(kRadius, {elastic()});
  twin.addCube(Vec3(0.f), 6, 0.2f, 0.f, 7);
  twin.addSprings();
  Particles& p = twin.product.particles();
  for (std::size_t i = 0; i < p.size(); ++i) p.position.x[i] *= 1.2f;
  twin.product.findNeighbours(twin.threads());
  twin.copyToReference();
  constexpr float kStep = 1.f / 30.f;
  twin.product.adjustSprings(kStep, twin.threads());
  reference::adjustSprings(twin.reference, kStep);
  const auto order = twin.springOrder(0);
  twin.product.applySpringDisplacements(kStep, twin.threads(), 0);
  const auto before = twin.reference.particles;
  reference::applySpringDisplacements(twin.reference, kStep, order);
  EXPECT_LT(twin.positionError(), 1e-5);  // same tolerance as the stage itself: clavet_stage_test.cpp
  double moved = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i)
    moved = std::max(moved, glm::distance(before[i].position, twin.reference.particles[i].position));
  EXPECT_GT(moved, 0.05 * kRadius);
}

/// Returns the root mean square strain of the springs, relative to their rest lengths. Rigid rotation of the
/// block does not change the strain.
double strainOf(const clavet::Clavet& product, const std::vector<clavet::Spring>& springs) {
  const Particles& p = *product.view().particles;
  std::vector<reference::Vec> at(p.nextId);
  for (std::size_t i = 0; i < p.size(); ++i) at[p.id[i]] = reference::Vec(p.position[i]);
  double sum = 0.0;
  for (const clavet::Spring& s : springs)
    sum += std::pow(glm::distance(at[s.a], at[s.b]) / s.restLength - 1.0, 2);
  return std::sqrt(sum / static_cast<double>(springs.size()));
}

TEST(SpringsOnDemand, BringAStretchedBlockBackToItsShapeAndKeepItsMomentum) {
  clavet::Material m = elastic();
  m.viscosityLinear = 0.5f;  // damps the motion
  constexpr int kSteps = 120;
  for (const bool tied : {true, false}) {
    ReferencePair twin(kRadius, {m});
    twin.addCube(Vec3(0.f), 6, 0.1f, 0.f, 8);
    twin.addSprings();
    const auto springs = twin.product.springs().list(twin.product.liquid());
    if (!tied) twin.product.springs().removeAll();
    Particles& p = twin.product.particles();
    for (std::size_t i = 0; i < p.size(); ++i) p.position.x[i] *= 1.25f;
    const double stretched = strainOf(twin.product, springs);
    EXPECT_GT(stretched, 0.1);
    run(twin, 1.f / 60.f, kSteps);
    const double after = strainOf(twin.product, springs);
    if (tied) {
      EXPECT_EQ(twin.product.count(), springs.size());
      EXPECT_LT(after, 0.02 * stretched);
    } else {
      EXPECT_NEAR(after, stretched, 1e-5) << "without springs it stays as it is";
    }
    reference::Vec momentum(0.0);
    for (std::size_t i = 0; i < p.size(); ++i) momentum += reference::Vec(p.velocity[i]);
    // Positions of 2 cm are rounded by up to 1e-9 m, which is 6e-8 m/s. The bound is a tenth of the worst
    // case, in which all roundings point one way.
    EXPECT_LT(glm::length(momentum), 0.1 * 216 * kSteps * 6e-8);
  }
}

TEST(SpringsOnDemand, OnceRemovedComeBackOnlyWherePlasticityMakesThem) {
  for (const bool plastic : {false, true}) {
    clavet::Material m = elastic();
    if (plastic) m.plasticityStretch = m.plasticityCompress = 0.3f;
    ReferencePair twin(kRadius, {m});
    twin.addCube(Vec3(0.f), 6, 0.2f, 0.f, 9);
    twin.addSprings();
    ASSERT_GT(twin.product.count(), 3000u);
    twin.product.springs().removeAll();
    EXPECT_EQ(twin.product.count(), 0u);
    twin.copyToReference();
    const float step = 1.f / 30.f;
    twin.product.adjustSprings(step, twin.threads());
    reference::adjustSprings(twin.reference, step);
    EXPECT_EQ(twin.product.count(), twin.reference.springs.size());
    EXPECT_EQ(twin.product.count() > 0, plastic);
  }
}

TEST(SpringsOnDemand, AreForMaterialsThatHaveSprings) {
  clavet::Material none = elastic();
  none.springStiffness = 0.f;
  ReferencePair liquid(kRadius, {none});
  liquid.addCube(Vec3(0.f), 4, 0.2f, 0.f, 10);
  liquid.addSprings();
  EXPECT_EQ(liquid.product.count(), 0u);
  liquid.product.springs().removeAll();
  run(liquid, 1.f / 60.f, 2);
  EXPECT_EQ(liquid.product.count(), 0u);
}

WorldSpec block() {
  WorldSpec spec = test::busySpec();
  clavet::Material m = test::dough();
  m.plasticityStretch = m.plasticityCompress = 0.f;
  m.springStiffness = 0.3f;
  spec.materials[0] = test::material("dough", m);
  // A pair has the mean stiffness of its materials, so the oil must not have springs either.
  m.springStiffness = 0.f;
  spec.materials[1] = test::material("oil", m);
  spec.timeline = {{0.05, command("springs.add")}, {0.5, command("springs.remove")}};
  return spec;
}

TEST(SpringCommands, ActInTheTimelineWithTheSameBitsFromASaveAndAtAnyNumberOfThreads) {
  World world(block(), 1), other(block(), 7);
  EXPECT_EQ(world.method().links()->count(), 0u);
  while (world.time() < 0.1) world.step(), other.step();
  EXPECT_GT(world.method().links()->count(), 1000u);
  EXPECT_EQ(other.hash(), world.hash());
  world.step();  // to the middle of a frame
  other.step();
  const auto bytes = test::saved(world);
  World resumed(block(), 2);
  test::restore(resumed, bytes);
  EXPECT_EQ(test::saved(resumed), bytes);
  while (world.time() < 0.45) world.step(), other.step(), resumed.step();
  EXPECT_GT(world.method().links()->count(), 1000u);
  EXPECT_EQ(other.hash(), world.hash());
  EXPECT_EQ(resumed.hash(), world.hash());
  while (world.time() < 0.6) world.step();
  EXPECT_EQ(world.method().links()->count(), 0u);
}

}  // namespace
}  // namespace ooze::spring_commands_test
