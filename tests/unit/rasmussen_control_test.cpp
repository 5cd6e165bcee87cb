// Tests of control particles that act on a liquid on the grid (Rasmussen et al. 2004, section 3).
#include "ooze/liquid/controls.h"

#include "unit/rasmussen_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::rasmussen_control_test {
namespace {

using namespace rasmussen_fixtures;

Control ball(ControlKind kind, const Vec3& place, float radius, float strength, const Vec3& value) {
  Control control;
  control.name = "ball";
  control.kind = kind;
  control.falloff = Falloff::Box;
  control.radius = radius;
  control.position = place;
  control.strength = strength;
  control.value = value;
  return control;
}

/// Returns the mean velocity of the particles in a ball [m/s].
Vec3 meanVelocity(const World& world, const Vec3& place, float radius) {
  Vec3 sum(0.f);
  float count = 0.f;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (glm::distance(p.position[i], place) < radius) sum += p.velocity[i], count += 1.f;
  return count > 0.f ? sum / count : sum;
}

/// A hard velocity control makes the liquid inside move as the control says.
TEST(RasmussenControl, AHardVelocityHolds) {
  WorldSpec spec = filledTank(liquid({}));
  const Vec3 place{0.f, 0.08f, 0.f}, wanted{0.2f, 0.f, 0.f};
  spec.controls = {ball(ControlKind::Velocity, place, 0.035f, 1.f, wanted)};
  World world(std::move(spec), 1);
  advanceFrames(world, 5);
  EXPECT_NEAR(meanVelocity(world, place, 0.012f).x, wanted.x, 0.02f);
  EXPECT_NEAR(meanVelocity(world, place, 0.012f).y, 0.f, 0.02f);
}

/// A soft velocity control blends the velocity of the liquid with its own.
TEST(RasmussenControl, ASoftVelocityDraws) {
  WorldSpec spec = worldOf(liquid({}));
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box({0.f, 0.f, 0.f}, {0.06f, 0.06f, 0.06f})};
  spec.controls = {ball(ControlKind::Velocity, Vec3(0.f), 0.2f, 0.25f, {1.f, 0.f, 0.f})};
  World world(std::move(spec), 1);
  world.advanceFrame();
  EXPECT_NEAR(meanVelocity(world, Vec3(0.f), 1.f).x, 0.25f,
              0.02f);  // eq. 4: strength times the control's velocity
  EXPECT_NEAR(meanVelocity(world, Vec3(0.f), 1.f).y, 0.f, 1e-3f);
}

TEST(RasmussenControl, AHighViscosityKeepsAColumnStanding) {
  const auto heightWith = [](bool cold) {
    WorldSpec spec = worldOf(liquid({{"viscosity", 1.f}, {"friction", 1.f}}));
    spec.bodies = {test::ground()};
    spec.liquids = {test::box({0.f, 0.1f, 0.f}, {0.05f, 0.1f, 0.05f})};
    if (cold) spec.controls = {ball(ControlKind::Viscosity, Vec3(0.f), 1.f, 1.f, Vec3(20.f))};
    World world(std::move(spec), 1);
    advanceFrames(world, 20);
    double sum = 0.0;
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      sum += static_cast<double>(world.particles().position[i].y);
    return sum / static_cast<double>(world.particles().size());
  };
  EXPECT_LT(heightWith(false), 0.06);
  EXPECT_GT(heightWith(true), 0.09);
}

TEST(RasmussenControl, LiquidIsAddedWhereAControlSaysAndHasParticles) {
  WorldSpec spec = worldOf(liquid({}));
  spec.settings.gravityY = 0.f;
  spec.controls = {ball(ControlKind::AddLiquid, Vec3(0.f), 0.06f, 1.f, Vec3(0.f))};
  World world(std::move(spec), 1);
  EXPECT_EQ(world.particles().size(), 0u);
  world.advanceFrame();
  const double volume = 4.0 / 3.0 * 3.14159 * 0.06 * 0.06 * 0.06 / std::pow(static_cast<double>(kCell), 3.0);
  EXPECT_NEAR(static_cast<double>(world.particles().size()), volume, 0.2 * volume);
  EXPECT_LT(phiAt(world, Vec3(0.f)), -kCell);
  EXPECT_GT(phiAt(world, {0.09f, 0.f, 0.f}), 0.f);
  advanceFrames(world, 3);
  EXPECT_NEAR(static_cast<double>(world.particles().size()), volume, 0.2 * volume);
}

TEST(RasmussenControl, LiquidIsErasedWhereAControlSaysWithItsParticles) {
  WorldSpec spec = filledTank(liquid({}));
  spec.controls = {ball(ControlKind::EraseLiquid, {0.f, 0.14f, 0.f}, 0.04f, 1.f, Vec3(0.f))};
  World world(std::move(spec), 1);
  const std::size_t before = world.particles().size();
  world.advanceFrame();
  EXPECT_LT(world.particles().size(), before - 10);
  EXPECT_GT(phiAt(world, {0.f, 0.14f, 0.f}), 0.f);
}

/// A control of divergence D lets the liquid's volume grow by exp(D t) within the time t.
TEST(RasmussenControl, ADivergenceSwellsLiquid) {
  WorldSpec spec = worldOf(liquid({{"volume", 0.f}}));
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box({0.f, 0.f, 0.f}, {0.06f, 0.06f, 0.06f})};
  spec.controls = {ball(ControlKind::Divergence, Vec3(0.f), 1.f, 1.f, Vec3(3.f))};
  World world(std::move(spec), 1);
  const auto volume = [&] { return world.snapshot({})->surface->volume(Threads(1)); };
  const double before = volume();
  advanceFrames(world, 10);
  EXPECT_NEAR(volume() / before, std::exp(3.0 * 10.0 / 60.0), 0.06);
}

}  // namespace
}  // namespace ooze::rasmussen_control_test
