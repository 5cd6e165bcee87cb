// The second law in short steps: thin liquid that collapses in a small tank gains no energy, in every method.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "verify/trial.h"

#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <utility>

namespace ooze::short_steps_test {
namespace {

constexpr float kSide = 0.06f, kDepth = 0.025f, kH = 0.01f;  // inner side of the tank, depth of liquid, h [m]

struct ThinLiquid {
  const char *method, *material;
};
std::ostream& operator<<(std::ostream& out, const ThinLiquid& liquid) { return out << liquid.method; }

/// Runs the world until a time.
/// @return the mean kinetic energy of the liquid over its mass, over all frames [m^2/s^2]
double meanEnergyUntil(World& world, double seconds) {
  double sum = 0.0;
  int frames = 0;
  for (; world.time() < seconds; ++frames) {
    world.advanceFrame();
    const Vec3Array& velocity = world.particles().velocity;
    double energy = 0.0;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      const Vec3 v = velocity[i];
      energy += 0.5 * static_cast<double>(glm::dot(v, v));
    }
    sum += energy / static_cast<double>(velocity.size());
  }
  return sum / frames;
}

class ShortSteps : public testing::TestWithParam<ThinLiquid> {};

TEST_P(ShortSteps, ThinLiquidThatCollapsedInATankSlowsDown) {
  WorldSpec spec = verify::sceneOf(findMethod(GetParam().method),
                                   {loadMaterial(GetParam().material, GetParam().method)}, kDepth, kH);
  spec.framesPerSecond = 30.0;
  spec.settings.substeps = 20.f;
  const float half = 0.5f * kSide;
  spec.bodies = {verify::tankOf({kSide, kSide, kSide}, 0.f)};
  spec.liquids = {verify::boxOf({-half, 0.f, -half}, {half / 3.f, kDepth, half})};
  World world(std::move(spec), 2);
  meanEnergyUntil(world, 0.25);
  const double first = meanEnergyUntil(world, 0.75);
  meanEnergyUntil(world, 1.0);
  const double last = meanEnergyUntil(world, 1.5);
  EXPECT_LT(last, 0.7 * first);
}

INSTANTIATE_TEST_SUITE_P(Methods, ShortSteps,
                         testing::Values(ThinLiquid{"clavet", "water"}, ThinLiquid{"steele", "steele_oil"},
                                         ThinLiquid{"shape_matching", "shape_matching_paint"},
                                         ThinLiquid{"mps", "mps_water"},
                                         ThinLiquid{"rasmussen", "rasmussen_water"}),
                         [](const auto& tested) { return std::string(tested.param.method); });

}  // namespace
}  // namespace ooze::short_steps_test
