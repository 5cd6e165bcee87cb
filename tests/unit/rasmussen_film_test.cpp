// Tests of liquid thinner than the cells of the directable grid method: films on solids and threads.
#include "unit/rasmussen_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze::rasmussen_film_test {
namespace {

using namespace rasmussen_fixtures;

constexpr float kGravity = 9.81f;  // acceleration due to gravity [m/s^2]

/// Makes a world with one particle, half a cell from a wall at x = 0.
World makeWallWorld(float viscosity, float friction) {
  WorldSpec spec = worldOf(liquid({{"viscosity", viscosity}, {"friction", friction}}));
  spec.bodies = {makeBody("wall", {SolidShape::SolidKind::Plane, {1.f, 0.f, 0.f}}, Motion::Static)};
  spec.bodies[0].pose.position.x = -0.5f * kCell;
  spec.liquids = {test::box(Vec3(0.f), Vec3(0.3f * kCell))};
  return World(std::move(spec), 1);
}

/// A film of thickness d runs down at g d^2 / (3 nu) in the mean, with gravity g and kinematic viscosity nu
/// (lubrication theory).
TEST(RasmussenFilm, RunsDownAsItsThicknessLets) {
  constexpr float kViscosity = 40.f, kDensity = 1000.f;  // viscosity [Pa s], density [kg/m^3]
  World world = makeWallWorld(kViscosity, 1.f);
  ASSERT_EQ(world.particles().size(), 1u);
  advanceFrames(world, 30);
  const Particles& p = world.particles();
  const float away = p.position[0].x + 0.5f * kCell, thick = 2.f * away;
  EXPECT_NEAR(away, 0.4f * kCell, 0.15f * kCell);
  const float expected = kGravity * thick * thick / (3.f * kViscosity / kDensity);
  EXPECT_NEAR(-p.velocity[0].y, expected, 0.02f * expected);
}

TEST(RasmussenFilm, FallsFreelyWhereNothingHoldsIt) {
  for (const auto& [viscosity, friction] : {std::pair{0.f, 1.f}, std::pair{40.f, 0.f}}) {
    World world = makeWallWorld(viscosity, friction);
    advanceFrames(world, 10);  // until the particle has left the grid's liquid
    const float before = world.particles().velocity[0].y;
    advanceFrames(world, 20);
    const float gained = kGravity * 20.f / 60.f;
    EXPECT_NEAR(before - world.particles().velocity[0].y, gained, 0.01f * gained);
  }
}

/// Returns how many particles of a stream on a ball have left the liquid.
std::size_t countLostOnBall(float viscosity) {
  WorldSpec spec = worldOf(liquid({{"viscosity", viscosity}, {"friction", 1.f}}));
  spec.bodies = {makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.12f)}, Motion::Static)};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.3f, 0.f};
  nozzle.direction = {0.f, -1.f, 0.f};
  nozzle.radius = 0.05f;
  nozzle.speed = 1.f;
  spec.emitters = {nozzle};
  World world(std::move(spec), 1);
  advanceFrames(world, 30);
  std::size_t lost = 0;
  const Particles& p = world.particles();
  const auto shot = world.snapshot({});
  for (std::size_t i = 0; i < p.size(); ++i) lost += shot->surface->sample(p.position[i]) > kCell;
  return lost;
}

/// The front of a viscous liquid is a thin film, which does not run ahead of the rest in drops.
TEST(RasmussenFilm, FrontOfThickLiquidKeepsTogether) { EXPECT_EQ(countLostOnBall(40.f), 0u); }

}  // namespace
}  // namespace ooze::rasmussen_film_test
