// Tests of deferred spring adjustment (SpringNetwork::waits): which springs wait, and saves between two
// adjustments.
#include "fixtures/commands.h"
#include "reference/clavet_twin.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::spring_wait_test {
namespace {

using namespace test;

/// Returns a material that flows like honey. With a spring stiffness of 20 per paper frame^2, spring
/// adjustments are at most 5.77 ms apart.
clavet::Material makeHoneyLike() {
  clavet::Material m;
  m.springStiffness = 20.f;
  m.plasticityStretch = m.plasticityCompress = 9.f;
  m.yieldRatioStretch = m.yieldRatioCompress = 0.01f;
  m.viscosityLinear = 5.f;
  return m;
}

/// Returns which of the first eight steps adjust the springs.
std::vector<int> stepsThatAdjust(const clavet::Material& material, float dt) {
  ReferencePair twin(kH, {material});
  twin.addCube(Vec3(0.f), 6, 0.2f, 0.3f, 5);
  twin.addSprings();
  Bodies none;
  StageTimer timer;
  std::vector<int> adjusted;
  for (int s = 0; s < 8; ++s) {
    StepContext context{none, twin.threads(), timer, static_cast<std::uint64_t>(s)};
    twin.product.step(dt, context);
    if (twin.product.springs().timeSinceAdjustment() == 0.f) adjusted.push_back(s);
  }
  return adjusted;
}

TEST(SpringWait, IsOfWeakSpringsInShortSteps) {
  const std::vector<int> every{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(stepsThatAdjust(makeHoneyLike(), 1.f / 360.f), (std::vector<int>{1, 3, 5, 7}));
  EXPECT_EQ(stepsThatAdjust(makeHoneyLike(), 1.f / 700.f), (std::vector<int>{3, 7}));
  EXPECT_EQ(stepsThatAdjust(makeHoneyLike(), 1.f / 340.f), every) << "two steps are longer than springs wait";
  clavet::Material stiff = makeHoneyLike();
  stiff.springStiffness = 40.f;
  EXPECT_EQ(stepsThatAdjust(stiff, 1.f / 360.f), every);
  clavet::Material shaped = makeHoneyLike();
  shaped.yieldRatioStretch = 0.1f;
  EXPECT_EQ(stepsThatAdjust(shaped, 1.f / 700.f), every)
      << "springs of a material that keeps its shape flow in every step";
}

TEST(SpringWait, LetsSpringsFlowAsTheyDisplace) {
  constexpr float kStep = 1.f / 360.f;
  for (const float apart : {0.9f, 0.7f, 0.5f, 0.3f}) {  // all but the last are stretched; rest length 0.45 h
    ReferencePair twin(kH, {makeHoneyLike()});
    twin.add({Vec3(0.f), Vec3(apart * kH, 0.f, 0.f)}, {Vec3(0.f), Vec3(0.f)});
    twin.product.findNeighbours(twin.threads());
    twin.setSprings({{0, 1, 0.45f * kH}});
    twin.copyToReference();
    ASSERT_TRUE(twin.product.springs().skipsAdjustment(kStep, twin.product.laws()));
    const auto order = twin.springOrder(0);
    twin.product.applySpringDisplacements(kStep, twin.threads(), 0);
    reference::adjustSprings(twin.reference, kStep);
    reference::applySpringDisplacements(twin.reference, kStep, order);
    EXPECT_LT(twin.positionError(), 1e-6) << apart;
    const auto springs = twin.product.springs().list(twin.product.liquid());
    ASSERT_EQ(springs.size(), 1u);
    EXPECT_NEAR(springs[0].restLength, twin.reference.springs.begin()->second, 1e-6 * kH) << apart;
    EXPECT_GT(std::abs(springs[0].restLength - 0.45f * kH), 0.01f * kH) << "it flowed";
  }
}

WorldSpec runnySpec() {
  WorldSpec spec = busySpec();
  spec.materials = {material("honey", makeHoneyLike())};
  spec.emitters[0].material = 0;
  spec.settings.substeps = 7.f;  // adjusted in every second step
  return spec;
}

TEST(SpringWait, ASaveBetweenAdjustmentsGoesOnAlike) {
  World world(runnySpec(), 2);
  steps(world, 20);
  for (int k = 0; k < 5; ++k) {
    steps(world, 1);
    World other(runnySpec(), 1);
    restore(other, saved(world));
    EXPECT_EQ(other.hash(), world.hash());
    World on(runnySpec(), 2);
    restore(on, saved(world));
    steps(on, 4), steps(other, 4);
    EXPECT_EQ(other.hash(), on.hash());
    World straight(runnySpec(), 2);
    steps(straight, 21 + k + 4);
    EXPECT_EQ(other.hash(), straight.hash()) << "after " << 21 + k << " steps";
  }
}

TEST(SpringWait, EndsWhenAPartnerIsGoneAlsoAfterASave) {
  for (int at = 20; at < 22; ++at) {
    World world(runnySpec(), 1);
    steps(world, at);
    world.submit(command("liquid.erase", {0.f, 0.03f, 0.f, 0.012f}));
    world.applyCommands();
    World other(runnySpec(), 1);
    restore(other, saved(world));
    EXPECT_EQ(other.hash(), world.hash());
    steps(world, 1), steps(other, 1);
    EXPECT_EQ(other.hash(), world.hash()) << "after " << at << " steps";
    steps(world, 6), steps(other, 6);
    EXPECT_EQ(other.hash(), world.hash());
  }
}

}  // namespace
}  // namespace ooze::spring_wait_test
