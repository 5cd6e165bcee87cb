// Liquids of different densities in a tank (Rayleigh-Taylor instability): the denser liquid sinks to the
// bottom and stays there. Layers are 3 h deep: a few particles over one another, with h = 2 cm. The time
// scale is the time in which two such layers change places (0.4 s for 1500 over 500 kg/m3, by the free fall
// of half the difference).
#include "ooze/world/world.h"

#include "methods/clavet/material.h"
#include "verify/measures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::layers_test {
namespace {

constexpr float kH = 0.02f;            // interaction radius h [m]
constexpr float kDepth = 3.f * kH;     // depth of a layer [m]
constexpr float kWidth = 6.f * kH;     // width of the tank [m]
constexpr float kBreadth = 3.5f * kH;  // breadth of the tank along z [m]

/// Returns a tank with a layer of each of these densities, from the bottom up [kg/m^3].
World layers(const std::vector<float>& densities, float volumeStiffness = 4.f) {
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings.interactionRadius = kH;
  spec.methodSettings.compressionLimit = 0.9f;  // keeps the stiffness of the materials
  for (const float density : densities) {
    clavet::Material water;
    water.stiffness = 0.06f;
    water.nearStiffness = 0.15f;
    water.volumeStiffness = volumeStiffness;
    water.friction = 0.f;
    MaterialDefinition definition;
    definition.name = "liquid " + std::to_string(spec.materials.size());
    definition.referenceRadius = 0.01f;
    definition.density = density;
    definition.values = toValues<clavet::Material>(clavet::kParameters, water);
    LiquidVolume layer;
    layer.shape = makeBox(0.5f * Vec3(kWidth, kDepth, kBreadth));
    layer.pose.position.y = (static_cast<float>(spec.liquids.size()) + 0.5f) * kDepth;
    layer.material = static_cast<std::uint16_t>(spec.materials.size());
    spec.materials.push_back(definition);
    spec.liquids.push_back(layer);
  }
  const float height = 3.f * kDepth * static_cast<float>(densities.size());
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank(0.5f * Vec3(kWidth, height, kBreadth), true);
  tank.pose.position.y = 0.5f * height;
  spec.bodies = {tank};
  return World(spec, 2);
}

void advance(World& world, double seconds) {
  while (world.time() < seconds) world.advanceFrame();
}

/// Returns the mean height of each liquid over the floor, in depths of a layer: 0.5 for the lowest liquid
/// when all are sorted, 1.5 for the next; less under compression.
std::vector<double> meanHeights(const World& world) {
  std::vector<double> height = verify::meanHeights(world);
  for (double& mean : height) mean /= double{kDepth};
  return height;
}

TEST(Layers, TheDenserLiquidTurnsUnderTheLighter) {
  World world = layers({500.f, 1500.f});
  advance(world, 1.5);
  const std::vector<double> height = meanHeights(world);
  // The last layer of light liquid may stay on the floor, so 0.7 of the full exchange suffices.
  EXPECT_GT(height[0], 1.2);
  EXPECT_LT(height[1], 0.7);
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST(Layers, TheDenserLiquidStaysUnderTheLighter) {
  World world = layers({1500.f, 500.f});
  advance(world, 1.0);
  const std::vector<double> height = meanHeights(world);
  EXPECT_NEAR(height[0], 0.5, 0.05);
  EXPECT_NEAR(height[1], 1.5, 0.1);
}

TEST(Layers, LiquidsOfOneDensityStayWhereTheyAre) {
  World world = layers({1000.f, 1000.f});
  advance(world, 1.0);
  const std::vector<double> height = meanHeights(world);
  // The limit allows compression by a tenth, and mixing by the jolt with which blue noise settles.
  EXPECT_GT(height[1] - height[0], 0.75);
}

TEST(Layers, OilUnderWaterRises) {
  World world = layers({920.f, 1000.f});
  advance(world, 3.0);
  const std::vector<double> height = meanHeights(world);
  // A twelfth of the weight drives the exchange: after 3 s half of the exchange must be done.
  EXPECT_GT(height[0], height[1] + 0.05);
}

TEST(Layers, TenToOneIsStableInTheAutomaticStep) {
  // The second case is so soft that its own stiffness does not limit the time step.
  for (const float volumeStiffness : {4.f, 0.5f}) {
    World world = layers({300.f, 3000.f}, volumeStiffness);
    double highest = 0.0;
    while (world.time() < 1.0) {
      world.advanceFrame();
      highest = std::max(highest, world.statistics().upper.y);
    }
    EXPECT_TRUE(world.rollBacks().empty());
    const std::vector<double> height = meanHeights(world);
    EXPECT_GT(height[0], 1.1);
    EXPECT_LT(height[1], 0.65);
    // The dense layer falls by one depth, which could lift a tenth of its mass by ten depths. A pressure step
    // beyond the stability limit threw particles over 30 depths high.
    EXPECT_LT(highest, 10.0 * kDepth);
  }
}

}  // namespace
}  // namespace ooze::layers_test
