// The pressure field, as pictures and exports show it, against hydrostatics.
#include "ooze/world/world.h"

#include "fixtures/fields.h"
#include "methods/clavet/material.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::pressure_test {
namespace {

constexpr float kH = 0.05f;                           // interaction radius h [m]
constexpr float kSide = 5.f * kH, kDepth = 7.f * kH;  // extents of the pool [m]
constexpr float kDensity = 1300.f;                    // density of the liquid [kg/m^3]

World pool() {
  clavet::Material thick;
  thick.viscosityLinear = 1.f;  // high viscosity, so the pool comes to rest soon
  MaterialDefinition definition;
  definition.density = kDensity;
  definition.values = toValues<clavet::Material>(clavet::kParameters, thick);
  LiquidVolume column;
  column.shape = makeBox(0.5f * Vec3{kSide, kDepth, kSide});
  column.pose.position = {0.f, 0.5f * kDepth, 0.f};
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank(0.5f * Vec3{kSide, 2.f * kDepth, kSide}, true);
  tank.pose.position = {0.f, kDepth, 0.f};
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings = {.interactionRadius = kH, .compressionLimit = 0.05f, .compressionDepth = kDepth};
  spec.materials = {definition};
  spec.liquids = {column};
  spec.bodies = {tank};
  spec.framesPerSecond = 30.0;
  return World(spec, 2);
}

TEST(Pressure, InAPoolAtRestIsTheWeightAbove) {
  World world = pool();
  for (int frame = 0; frame < 60; ++frame) world.advanceFrame();
  struct Layer {
    double pressure = 0.0, depth = 0.0;
    int count = 0;
  };
  std::vector<Layer> layers(6);
  for (int frame = 0; frame < 10; ++frame) {
    world.advanceFrame();
    const auto now = world.snapshot({.fields = {test::fieldOf("pressure")}});
    const std::vector<float>& pressures = findField(*now, test::fieldOf("pressure"))->values;
    float surface = 0.f;
    for (const Vec3& p : now->positions) surface = std::max(surface, p.y);
    for (std::size_t i = 0; i < now->positions.size(); ++i) {
      const float depth = surface - now->positions[i].y;
      const auto layer = static_cast<std::size_t>(depth / kH);
      if (layer >= layers.size()) continue;
      layers[layer].pressure += pressures[i];
      layers[layer].depth += depth;
      ++layers[layer].count;
    }
  }
  // The first layer lacks half of its neighbours and is skipped. A layer's surface is half an h above its
  // foremost particle.
  for (std::size_t k = 1; k < layers.size(); ++k) {
    ASSERT_GT(layers[k].count, 100);
    const double weight = kDensity * 9.81 * layers[k].depth / layers[k].count;
    // The formula is exact for a uniform liquid; the particles' density varies by a few percent: 8 %.
    EXPECT_NEAR(layers[k].pressure / layers[k].count, weight, 0.08 * weight) << "layer " << k;
  }
}

}  // namespace
}  // namespace ooze::pressure_test
