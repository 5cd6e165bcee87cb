// Scene `clavet_floating_object`: a ball and a crate fall in, come to rest, and float at their density ratio.
#include "ooze/scene/scene.h"
#include "ooze/world/submersion.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace ooze::floating_object_test {
namespace {

TEST(FloatingObject, BodiesAreSubmergedByTheirDensityRatio) {
  test::RecordedRun run("clavet_floating_object");
  const World& world = run.world();
  constexpr int kFrames = 180, kMean = 30;
  const std::map<std::string, double> ratios{{"ball", 0.4}, {"crate", 0.6}};
  std::map<std::string, double> submerged;
  std::map<std::string, float> deepest;
  while (world.frameIndex() < kFrames) {
    run.advanceFrame();
    for (const Body& body : world.bodies().list) {
      if (body.motion != Motion::Dynamic) continue;
      const auto lies = submersionOf(world, body);
      ASSERT_TRUE(lies.has_value()) << body.name;
      ASSERT_NEAR(lies->densityRatio, ratios.at(body.name), 1e-4);
      float& deep = deepest[body.name];
      deep = std::max(deep, static_cast<float>(lies->fraction));
      if (world.frameIndex() > kFrames - kMean) submerged[body.name] += lies->fraction / kMean;
    }
  }
  for (const auto& [name, ratio] : ratios) {
    EXPECT_NEAR(submerged[name], ratio, 0.04) << name;
    // The body fell in and came up again: it did not start in its floating position.
    EXPECT_GT(deepest[name], ratio + 0.1) << name;
    RecordProperty(name + "_submerged", std::to_string(submerged[name]));
  }
  for (const Body& body : world.bodies().list)
    if (body.motion == Motion::Dynamic) {
      // At rest: the remaining speed would take ten seconds for a radius.
      EXPECT_LT(glm::length(body.velocity), 0.007f) << body.name;
    }
}

}  // namespace
}  // namespace ooze::floating_object_test
