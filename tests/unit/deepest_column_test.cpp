// The deepest column of liquid of a world, and the limit of compression that follows from it.
#include "world/parts/deepest_column.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include <gtest/gtest.h>
#include <string>

namespace ooze::deepest_column_test {
namespace {

LiquidVolume block(const Vec3& size, const Vec3& at) {
  LiquidVolume v;
  v.shape = makeBox(0.5f * size);
  v.pose.position = at;
  return v;
}

Body tank(const Vec3& size) {
  Body b;
  b.name = "tank";
  b.shape = makeTank(0.5f * size, true);
  b.pose.position = {0.f, 0.5f * size.y, 0.f};
  return b;
}

/// A tank of 1 m x 4 m x 1 m without liquid; its floor is at y = 0.
WorldSpec emptyTank(const std::string& method = "clavet") {
  WorldSpec spec;
  spec.method = method;
  spec.methodSettings.interactionRadius = 0.1f;
  MaterialDefinition m;
  m.name = "liquid";
  for (const ParameterInfo& p : findMethod(method).parameters()) m.values.push_back(p.defaultValue);
  spec.materials = {m};
  spec.bodies = {tank({1.f, 4.f, 1.f})};
  return spec;
}

TEST(DeepestColumn, IsAllLiquidAboveEachOther) {
  WorldSpec spec = emptyTank();
  EXPECT_EQ(deepestColumn(spec), 0.f);
  spec.liquids = {block({1.f, 0.5f, 1.f}, {0.f, 0.3f, 0.f}), block({1.f, 1.f, 1.f}, {0.f, 2.f, 0.f})};
  EXPECT_NEAR(deepestColumn(spec), 1.5f, 1e-4f);
}

TEST(DeepestColumn, IsNoDeeperThanTheLiquidInItsVessel) {
  WorldSpec spec = emptyTank();
  spec.liquids = {block({0.4f, 3.f, 0.4f}, {0.f, 1.6f, 0.f})};
  EXPECT_GE(deepestColumn(spec), 0.48f);
  EXPECT_LT(deepestColumn(spec), 0.9f) << "rounded up to a cell, and a third more";
}

TEST(DeepestColumn, FollowsGravityAndNeedsASolidBelow) {
  WorldSpec spec = emptyTank();
  spec.liquids = {block({0.8f, 0.5f, 0.4f}, {0.f, 0.3f, 0.f})};
  spec.settings.gravityX = 9.81f, spec.settings.gravityY = 0.f;
  EXPECT_GE(deepestColumn(spec), 0.16f / 4.f) << "the wall is 4 m by 1 m";
  EXPECT_LT(deepestColumn(spec), 0.15f);
  spec.settings.gravityX = 0.f, spec.settings.gravityY = 9.81f;
  EXPECT_EQ(deepestColumn(spec), 0.f) << "the tank is open: liquid falls out for ever";
}

TEST(DeepestColumn, LeavesOutLiquidThatSolidsDisplace) {
  WorldSpec spec = emptyTank();
  spec.liquids = {block({1.f, 3.f, 1.f}, {0.f, 0.5f, 0.f})};
  EXPECT_NEAR(deepestColumn(spec), 2.f, 0.1f) << "a third of the block is below the floor";
}

TEST(DeepestColumn, AddsWhatANozzleWithALimitFillsIntoTheVesselBelow) {
  WorldSpec spec = emptyTank();
  EmitterSpec nozzle;
  nozzle.position = {0.2f, 3.f, 0.f};
  nozzle.radius = 0.05f;
  spec.emitters = {nozzle};
  EXPECT_EQ(deepestColumn(spec), 0.f) << "nothing limits the volume";
  spec.emitters[0].volumeLimit = 1.5f;
  EXPECT_NEAR(deepestColumn(spec), 1.5f, 0.4f);
  spec.liquids = {block({0.8f, 0.5f, 0.8f}, {0.f, 0.3f, 0.f})};
  EXPECT_NEAR(deepestColumn(spec), 2.f, 0.4f);
  Body plane;
  plane.name = "plane";
  plane.shape = makePlane({0.f, 1.f, 0.f});
  spec.bodies = {plane}, spec.liquids.clear();
  EXPECT_LT(deepestColumn(spec), 0.3f) << "liquid spreads on a plane";
}

TEST(CompressionLimit, ShortensTheStepOfADeepWorldAndLeavesAShallowOne) {
  for (const std::string method : {"clavet", "steele", "shape_matching"}) {
    SCOPED_TRACE(method);
    WorldSpec spec = emptyTank(method);
    for (const float depth : {0.02f, 3.f}) {
      spec.liquids = {block({0.5f, depth, 0.5f}, {0.f, 0.5f * depth, 0.f})};
      const float alone =
          findMethod(method).stableStep(spec.methodSettings, spec.materials, {0.f, -9.81f, 0.f}).seconds;
      const float here = World(spec, 1).stableStep().seconds;
      if (depth < 1.f)
        EXPECT_EQ(here, alone);
      else
        EXPECT_LT(here, 0.8f * alone);
    }
  }
}

TEST(CompressionLimit, LeavesAWorldWithASetNumberOfStepsAndAScenesOwnLimit) {
  WorldSpec spec = emptyTank();
  spec.liquids = {block({0.5f, 3.f, 0.5f}, {0.f, 1.5f, 0.f})};
  const float automatic = World(spec, 1).stableStep().seconds;
  WorldSpec set = spec;
  set.settings.substeps = 4.f;
  EXPECT_GT(World(set, 1).stableStep().seconds, automatic);
  WorldSpec own = spec;
  own.methodSettings.compressionLimit = 0.5f, own.methodSettings.compressionDepth = 1.f;
  EXPECT_GT(World(own, 1).stableStep().seconds, automatic);
}

TEST(CompressionLimit, SaysItsCostInOneNote) {
  const auto scene = [](const char* more) {
    return parseScene(std::string(R"({"version": 1, "method": "clavet", "h": 0.1,
      "materials": [{"name": "w", "file": "water"}],
      "bodies": [{"name": "t", "shape": {"tank": {"half_extents": [0.5, 2, 0.5]}}, "position": [0, 2, 0]}],
      "liquids": [{"shape": {"box": {"half_extents": [0.5, 1.5, 0.5]}}, "position": [0, 1.5, 0]}])") +
                          more + "}",
                      "deep.json", Detail::Medium);
  };
  const Scene deep = scene("");
  ASSERT_EQ(deep.notes.size(), 1u);
  EXPECT_NE(deep.notes[0].find("the weight of 3 m of liquid"), std::string::npos) << deep.notes[0];
  EXPECT_NE(deep.notes[0].find("\"compression\""), std::string::npos) << deep.notes[0];
  EXPECT_TRUE(scene(R"(, "compression": {"limit": 0.3, "depth": 3})").notes.empty());
}

}  // namespace
}  // namespace ooze::deepest_column_test
