// What a method's row says of materials, without a method being made.
#include "ooze/methods/method.h"

#include "unit/world_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze {
namespace {

using namespace test;

/// A material of this method with every parameter at its default.
MaterialDefinition plain(const MethodRow& method) {
  MaterialDefinition m;
  m.name = "plain";
  for (const ParameterInfo& p : method.parameters()) m.values.push_back(p.defaultValue);
  return m;
}

TEST(MethodRows, SayWhatTheirMaterialsNeedWithNothingMade) {
  for (const MethodRow& method : methodRegistry()) {
    SCOPED_TRACE(method.key);
    const MethodSettings coarse{.interactionRadius = 0.02f}, fine{.interactionRadius = 0.01f};
    const std::vector<MaterialDefinition> materials{plain(method)};
    const float spacing = method.restSpacing(coarse, materials[0]);
    EXPECT_NEAR(method.restSpacing(fine, materials[0]), 0.5f * spacing, 1e-5f * spacing)
        << "a finer world has smaller particles";
    EXPECT_GT(method.restDensity(coarse, materials[0]), 0.f);
    const StableStep still = method.stableStep(coarse, materials, Vec3(0.f));
    EXPECT_GT(still.seconds, 0.f);
    EXPECT_FALSE(still.limit.empty());
    EXPECT_LE(method.stableStep(coarse, materials, {0.f, -1000.f, 0.f}).seconds, still.seconds);
    EXPECT_EQ(method.pouringLeavesOut(coarse, materials[0]), "");
  }
}

TEST(MethodRows, SayOfALiveWorldWhatItGoesBy) {
  WorldSpec spec = busySpec();
  World world(spec, 1);
  const MethodRow& method = findMethod(spec.method);
  EXPECT_EQ(world.restSpacing(1), method.restSpacing(spec.methodSettings, spec.materials[1]));
  EXPECT_EQ(world.restDensity(1), method.restDensity(spec.methodSettings, spec.materials[1]));
  const float before = world.stableStep().seconds;
  world.submit({"world.gravity_y", {-30.f}});
  world.submit({spec.method + ".volume_stiffness", {0.f}});
  world.applyCommands();
  std::vector<MaterialDefinition> now = world.materials();
  EXPECT_EQ(world.stableStep().seconds,
            method.stableStep(spec.methodSettings, now, {0.f, -30.f, 0.f}).seconds);
  EXPECT_NE(world.stableStep().seconds, before) << "what it goes by is what holds now";
}

}  // namespace
}  // namespace ooze
