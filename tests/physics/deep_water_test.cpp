// Deep liquid at rest keeps its volume in every method, and a small drop makes a puddle.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace ooze::deep_water_test {
namespace {

/// The thinnest liquid of each method.
std::string thinLiquid(const std::string& method) {
  return method == "clavet"           ? "water"
         : method == "steele"         ? "steele_oil"
         : method == "shape_matching" ? "shape_matching_paint"
                                      : method + "_water";
}

WorldSpec worldOf(const std::string& method, float h) {
  WorldSpec spec;
  spec.method = method;
  spec.methodSettings.interactionRadius = h;
  spec.materials = {loadMaterial(thinLiquid(method), method)};
  spec.settings.sleep = 0.f;
  return spec;
}

class EachMethod : public testing::TestWithParam<std::string> {};

class EachCompressibleMethod : public testing::TestWithParam<std::string> {};

/// A tank 11 h wide, as in tests/benchmark/robustness.py, filled 8 h deep. Methods that solve for pressure
/// have no limit of compression.
TEST_P(EachCompressibleMethod, HoldsADeepColumnWithinThreePerCent) {
  const float h = 0.1f, depth = 8.f * h, side = 11.f * h;
  WorldSpec spec = worldOf(GetParam(), h);
  LiquidVolume column;
  column.shape = makeBox(0.5f * Vec3{side, depth, side});
  column.pose.position = {0.f, 0.5f * depth, 0.f};
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank(0.5f * Vec3{side, 2.f * depth, side}, true);
  tank.pose.position = {0.f, depth, 0.f};
  spec.liquids = {column}, spec.bodies = {tank};
  World world(spec, 2);
  for (int frame = 0; frame < 40; ++frame) world.advanceFrame();
  double mean = 0.0;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) mean += static_cast<double>(Vec3(p.position[i]).y);
  mean /= static_cast<double>(p.size()) * 0.5 * static_cast<double>(depth);
  EXPECT_GT(mean, 0.97);
  EXPECT_LT(mean, 1.03);
}

/// A drop of 4 mm at h = 1 mm falls by 2 mm on a floor.
TEST_P(EachMethod, LetsASmallDropLieAsAPuddle) {
  const float radius = 0.002f;
  WorldSpec spec = worldOf(GetParam(), 0.001f);
  LiquidVolume drop;
  drop.shape = makeSphere(radius);
  drop.pose.position = {0.f, 2.f * radius, 0.f};
  Body plane;
  plane.name = "plane";
  plane.shape = makePlane({0.f, 1.f, 0.f});
  spec.liquids = {drop}, spec.bodies = {plane};
  World world(spec, 2);
  for (int frame = 0; frame < 10; ++frame) world.advanceFrame();
  EXPECT_TRUE(world.rollBacks().empty());
  const Particles& p = world.particles();
  float spread = 0.f;
  for (std::size_t i = 0; i < p.size(); ++i)
    spread = std::max(spread, std::hypot(Vec3(p.position[i]).x, Vec3(p.position[i]).z));
  EXPECT_LT(spread, 10.f * radius);
}

INSTANTIATE_TEST_SUITE_P(Methods, EachCompressibleMethod,
                         testing::Values("clavet", "steele", "shape_matching"),
                         [](const auto& method) { return method.param; });
INSTANTIATE_TEST_SUITE_P(Methods, EachMethod,
                         testing::Values("clavet", "steele", "shape_matching", "mps", "rasmussen"),
                         [](const auto& method) { return method.param; });

}  // namespace
}  // namespace ooze::deep_water_test
