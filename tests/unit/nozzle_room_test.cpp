// Tests nozzles that overlap solids, free jets, and the steps of small drops, in every method.
#include "fixtures/commands.h"
#include "unit/world_fixtures.h"
#include "world/substeps.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::nozzle_room_test {
namespace {

using namespace test;

WorldSpec specOf(const MethodRow& row, float h) {
  WorldSpec spec;
  spec.method = row.key;
  spec.methodSettings.interactionRadius = h;
  spec.materials = {defaultMaterial(row)};
  return spec;
}

class NozzleRoom : public testing::TestWithParam<const MethodRow*> {};

/// Half of the nozzle's opening lies in a block. No particle is faster than 1.5 times the speed of a free
/// jet.
TEST_P(NozzleRoom, ANozzleHalfInASolidPoursItsOtherHalfAtTheSpeedAsked) {
  WorldSpec spec = specOf(*GetParam(), kH);
  EmitterSpec nozzle;
  nozzle.radius = 0.04f;
  nozzle.speed = 0.5f;
  spec.emitters = {nozzle};
  Body block = makeBody("block", {SolidShape::SolidKind::Box, {0.1f, 0.05f, 0.1f}}, Motion::Static);
  block.pose.position = {0.1f, 0.f, 0.f};
  spec.bodies = {block};
  World world(std::move(spec), 1);
  for (int f = 0; f < 12; ++f) world.advanceFrame();
  ASSERT_GT(world.particles().size(), 20u);
  EXPECT_GT(world.balance().blocked, 20u);
  EXPECT_TRUE(world.rollBacks().empty());
  // A jelly jet hangs together, so its upper part may be as fast as its end.
  float fall = 0.f, fastest = 0.f;
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    fall = std::max(fall, kH - world.particles().position[i].y);
    fastest = std::max(fastest, glm::length(world.frameVelocity(i)));
  }
  EXPECT_LT(fastest, 1.5f * std::sqrt(0.5f * 0.5f + 2.f * 9.81f * fall));
}

TEST_P(NozzleRoom, ANozzleInASolidPoursNothing) {
  WorldSpec spec = specOf(*GetParam(), kH);
  spec.emitters.emplace_back();
  spec.emitters[0].radius = 0.04f;
  spec.bodies = {makeBody("block", {SolidShape::SolidKind::Box, {0.1f, 0.1f, 0.1f}}, Motion::Static)};
  World world(std::move(spec), 1);
  for (int f = 0; f < 6; ++f) world.advanceFrame();
  EXPECT_EQ(world.particles().size(), 0u);
  EXPECT_FALSE(world.balance().warning().empty());
}

/// A free jet without gravity. The liquid behind the newest layer is missing, so without the guide of the
/// pipe the jet would pull in its own layers.
TEST_P(NozzleRoom, AFreeJetKeepsTheSpeedOfItsNozzle) {
  WorldSpec spec = specOf(*GetParam(), 0.01f);
  spec.settings.gravityY = 0.f;
  EmitterSpec nozzle;
  nozzle.radius = 0.02f;
  nozzle.speed = 0.5f;
  spec.emitters = {nozzle};
  World world(std::move(spec), 1);
  float fastest = 0.f;
  for (int f = 0; f < 30; ++f) {
    world.advanceFrame();
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      fastest = std::max(fastest, glm::length(world.frameVelocity(i)));
  }
  ASSERT_GT(world.particles().size(), 100u);
  EXPECT_LT(fastest, 1.4f * 0.5f);
}

/// A tenth of the size takes at most ten times the steps, and no more than can be given.
TEST_P(NozzleRoom, ASmallDropTakesAtMostTenTimesTheStepsOfALargeOne) {
  const auto stepsAt = [&](float h) {
    const MethodSettings settings{.interactionRadius = h};
    return needOf(GetParam()->stableStep(settings, std::vector{defaultMaterial(*GetParam())},
                                         {0.f, -9.81f, 0.f}),
                  60.0)
        .count;
  };
  // Moving particles have the surface tension of their card in N/m. Its shortest waves need steps in
  // proportion to h^1.5.
  const int most = GetParam()->key == "mps" ? 17 : 10;
  EXPECT_LE(stepsAt(0.0005f), most * stepsAt(0.005f));
  EXPECT_LT(stepsAt(0.0005f), kMaxSubsteps);
}

INSTANTIATE_TEST_SUITE_P(All, NozzleRoom, testing::ValuesIn(everyMethod()),
                         [](const auto& at) { return std::string(at.param->key); });

}  // namespace
}  // namespace ooze::nozzle_room_test
