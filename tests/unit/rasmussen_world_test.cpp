// Tests of the directable grid method in whole worlds: laws that a liquid obeys on any grid.
#include "ooze/geometry/signed_distance.h"

#include "fixtures/commands.h"
#include "unit/rasmussen_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::rasmussen_world_test {
namespace {

using namespace rasmussen_fixtures;

/// Returns the volume of liquid above the floor and within the walls [m^3].
double volumeInTank(const World& world) {
  const auto shot = world.snapshot({});
  double sum = 0.0;
  constexpr float kStep = 0.005f;
  for (float x = -0.1f + 0.5f * kStep; x < 0.1f; x += kStep)
    for (float z = -0.1f + 0.5f * kStep; z < 0.1f; z += kStep)
      for (float y = 0.5f * kStep; y < 0.4f; y += kStep)
        sum += static_cast<double>(std::clamp(0.5f - shot->surface->sample({x, y, z}) / kStep, 0.f, 1.f));
  return sum * std::pow(static_cast<double>(kStep), 3.0);
}

TEST(RasmussenWorld, AFullTankStaysAtRestUnderAPressureThatGrowsWithDepth) {
  World world(filledTank(liquid({})), 1);
  const double before = 0.2 * 0.2 * 0.16;
  advanceFrames(world, 60);
  EXPECT_LT(maxSpeed(world), 0.02f);
  EXPECT_NEAR(volumeInTank(world), before, 0.01 * before);
  const Field* pressure = nullptr;
  for (const Field& f : findMethod("rasmussen").fields)
    if (f.key == "pressure") pressure = &f;
  ASSERT_NE(pressure, nullptr);
  SnapshotContent content;
  content.fields = {*pressure};
  const auto shot = world.snapshot(content);
  const FieldValues* values = findField(*shot, *pressure);
  ASSERT_NE(values, nullptr);
  for (std::size_t i = 0; i < shot->positions.size(); ++i) {
    const float depth = 0.16f - shot->positions[i].y;
    if (depth < 2.f * kCell) continue;
    EXPECT_NEAR(values->values[i], 1000.f * 9.81f * depth, 0.05f * 1000.f * 9.81f * 0.16f);
  }
}

/// A collapsing column (dam break) keeps its volume and its particles.
TEST(RasmussenWorld, ABrokenDamKeepsItsVolume) {
  WorldSpec spec = worldOf(liquid({{"volume", 5.f}}));
  spec.bodies = {tank({0.1f, 0.3f, 0.1f})};
  spec.liquids = {test::box({-0.05f, 0.1f, 0.f}, {0.05f, 0.1f, 0.1f})};
  World world(std::move(spec), 1);
  const double before =
      static_cast<double>(world.particles().size()) * std::pow(static_cast<double>(kCell), 3.0);
  advanceFrames(world, 90);
  EXPECT_NEAR(volumeInTank(world), before, 0.02 * before);
  // The liquid ends up spread over the whole tank, at half the height.
  const Particles& p = world.particles();
  float right = 0.f;
  std::vector<float> heights;
  for (std::size_t i = 0; i < p.size(); ++i)
    right = std::max(right, p.position[i].x), heights.push_back(p.position[i].y);
  EXPECT_GT(right, 0.08f);
  std::sort(heights.begin(), heights.end());
  EXPECT_LT(heights[heights.size() * 19 / 20], 0.13f);  // 95 % of the liquid; some drops lie higher
  EXPECT_LT(heights.back(), 0.2f);                      // the initial height of the column
}

/// A ball of 0.4 of the liquid's density floats with 0.4 of its volume below the surface (Archimedes).
TEST(RasmussenWorld, ALightBallFloatsAsDeepAsItWeighs) {
  WorldSpec spec = filledTank(liquid({{"viscosity", 2.f}}));
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.05f)}, Motion::Dynamic);
  ball.density = 400.f;
  ball.pose.position = {0.f, 0.2f, 0.f};
  spec.bodies.push_back(ball);
  World world(std::move(spec), 1);
  advanceFrames(world, 120);
  const Body& floats = world.bodies().list[1];
  EXPECT_LT(glm::length(floats.velocity), 0.05f);
  // A cap of 0.4 of the ball's volume is 0.4326 of the diameter deep. The water rises by the displaced
  // volume.
  const float volume = 4.f / 3.f * 3.14159f * 0.05f * 0.05f * 0.05f;
  const float level = 0.16f + 0.4f * volume / 0.04f;
  EXPECT_NEAR(floats.pose.position.y, level + 0.05f - 0.1f * 0.4326f, 0.25f * kCell);
}

/// A ball of 0.9 of the liquid's density that lies on the floor rises. The pressure in the narrow gap below
/// the ball carries its share. The ball is four cells in radius: flat cuts through cells take a tenth of the
/// volume of a ball of two cells.
TEST(RasmussenWorld, ALightBallOnTheFloorRises) {
  WorldSpec spec = filledTank(liquid({{"viscosity", 0.f}}));
  spec.methodSettings.interactionRadius = 0.5f * kH;
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.04f)}, Motion::Dynamic);
  ball.density = 900.f;
  ball.pose.position = {0.005f, 0.04f, -0.003f};
  spec.bodies.push_back(ball);
  World world(std::move(spec), 1);
  advanceFrames(world, 24);
  EXPECT_GT(world.bodies().list[1].pose.position.y, 0.06f);
}

/// A body that lies on the floor is at rest, and so is the liquid around it.
TEST(RasmussenWorld, LiquidRestsAroundAHeavyBodyOnTheFloor) {
  WorldSpec spec = filledTank(liquid({}));
  Body box = makeBody("box", {SolidShape::SolidKind::Box, Vec3(0.04f)}, Motion::Dynamic);
  box.density = 3000.f;
  box.pose.position = {0.003f, 0.04f, 0.005f};
  spec.bodies.push_back(box);
  World world(std::move(spec), 1);
  advanceFrames(world, 60);
  EXPECT_LT(maxSpeed(world), 0.02f);
  EXPECT_NEAR(world.bodies().list[1].pose.position.y, 0.04f, 0.001f);
}

/// A ball that flies into a drop takes the drop along: the momentum of both is kept.
TEST(RasmussenWorld, ABallThatHitsADropKeepsTheMomentumOfBoth) {
  for (const float density : {200.f, 2000.f}) {
    WorldSpec spec = worldOf(liquid({}));
    spec.settings.gravityY = 0.f;
    spec.liquids.emplace_back().shape = makeSphere(0.1f);
    Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.05f)}, Motion::Dynamic);
    ball.density = density;
    ball.pose.position = {-0.17f, 0.01f, 0.02f};
    ball.velocity = {1.f, 0.f, 0.f};
    spec.bodies = {ball};
    World world(std::move(spec), 1);
    const auto momentum = [&] {
      return world.bodies().list[0].mass() * static_cast<double>(world.bodies().list[0].velocity.x) +
             world.statistics().momentum.x;
    };
    const double start = momentum();
    advanceFrames(world, 20);
    EXPECT_NEAR(momentum(), start, 0.05 * start) << density;
    EXPECT_LT(world.bodies().list[0].velocity.x, 0.95f) << "the ball has hit the drop";
  }
}

TEST(RasmussenWorld, ABallThatIsHeavierThanTheLiquidSinks) {
  WorldSpec spec = filledTank(liquid({}));
  Body ball = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.04f)}, Motion::Dynamic);
  ball.density = 3000.f;
  ball.pose.position = {0.f, 0.2f, 0.f};
  spec.bodies.push_back(ball);
  World world(std::move(spec), 1);
  advanceFrames(world, 60);
  EXPECT_NEAR(world.bodies().list[1].pose.position.y, 0.04f, 0.01f);
}

/// A slender column of viscous liquid on a free-slip floor collapses under its own weight.
/// The weight above compresses each part. The part that began at height Z of a column of height H has after
/// the time t the fraction lambda = 1 / (1 + rho g (H - Z) t / (k mu)) of its height, with density rho,
/// gravity g and viscosity mu, and k = 3 (Trouton).
TEST(RasmussenWorld, AColumnOfThickLiquidCollapsesAtItsRate) {
  constexpr double kHeight = 0.2, kTime = 20.0 / 60.0, kViscosity = 1000.0;
  WorldSpec spec = worldOf(liquid({{"viscosity", static_cast<float>(kViscosity)}}));
  spec.methodSettings.interactionRadius = 0.02f;
  spec.bodies = {test::ground()};
  spec.liquids = {test::box({0.f, 0.1f, 0.f}, {0.05f, 0.1f, 0.05f})};
  World world(std::move(spec), 1);
  advanceFrames(world, 20);
  double sum = 0.0;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    sum += static_cast<double>(world.particles().position[i].y);
  const double a = 1000.0 * 9.81 * kTime / (3.0 * kViscosity), ah = a * kHeight, l = std::log(1.0 + ah);
  const double mean = (l - ((1.0 + ah) * l - ah) / ah) / a;
  EXPECT_NEAR(sum / static_cast<double>(world.particles().size()), mean, 0.03 * mean);
}

/// Frozen liquid stays in place and carries the liquid on top.
TEST(RasmussenWorld, FrozenLiquidStaysInTheAir) {
  WorldSpec spec = worldOf(liquid({}));
  spec.liquids = {test::box({0.f, 0.3f, 0.f}, {0.08f, 0.04f, 0.08f})};
  World world(std::move(spec), 1);
  world.submit(command("liquid.freeze", {0.f, 0.3f, 0.f, 0.5f}));
  advanceFrames(world, 20);
  const auto shot = world.snapshot({});
  EXPECT_LT(shot->surface->sample({0.f, 0.3f, 0.f}), -kCell);
  EXPECT_EQ(maxSpeed(world), 0.f);
}

TEST(RasmussenWorld, ErasedLiquidLeavesTheSurfaceAndReturns) {
  World world(filledTank(liquid({})), 1);
  advanceFrames(world, 2);
  const Vec3 middle{0.f, 0.1f, 0.f};
  world.submit(command("liquid.erase", {middle.x, middle.y, middle.z, 0.06f}));
  world.applyCommands();
  EXPECT_GT(world.snapshot({})->surface->sample(middle), kCell);
  EXPECT_LT(world.snapshot({})->surface->sample({0.08f, 0.02f, 0.08f}), 0.f);
  world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
  world.applyCommands();
  EXPECT_LT(world.snapshot({})->surface->sample(middle), -kCell);
}

/// A tank holds exactly the volume that a nozzle has poured.
TEST(RasmussenWorld, APouredTankHoldsWhatWasPoured) {
  WorldSpec spec = worldOf(liquid({{"viscosity", 1.f}}));
  spec.bodies = {tank({0.1f, 0.2f, 0.1f})};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.3f, 0.f};
  nozzle.radius = 0.045f;
  nozzle.speed = 0.5f;
  nozzle.name = "nozzle";
  spec.emitters = {nozzle};
  World world(std::move(spec), 1);
  advanceFrames(world, 60);
  world.submit(command("emitter.nozzle.enabled", {0.f}));
  advanceFrames(world, 120);
  const double poured =
      static_cast<double>(world.particles().size()) * std::pow(static_cast<double>(kCell), 3.0);
  EXPECT_GT(poured, 0.0015);
  EXPECT_NEAR(volumeInTank(world), poured, 0.03 * poured);
}

/// A drop without gravity keeps its momentum, whatever its viscosity.
TEST(RasmussenWorld, ADropThatFliesKeepsItsMomentum) {
  for (const float viscosity : {1.f, 200.f}) {
    WorldSpec spec = worldOf(liquid({{"viscosity", viscosity}}));
    spec.settings.gravityY = 0.f;
    LiquidVolume drop;
    drop.shape = makeSphere(3.f * kCell);
    drop.velocity = {0.9f, 0.f, 0.f};
    spec.liquids = {drop};
    World world(std::move(spec), 1);
    advanceFrames(world, 10);
    Vec3 sum(0.f);
    for (std::size_t i = 0; i < world.particles().size(); ++i) sum += world.particles().velocity[i];
    const Vec3 mean = sum / static_cast<float>(world.particles().size());
    EXPECT_NEAR(mean.x, 0.9f, 0.002f) << viscosity;
    EXPECT_LT(std::hypot(mean.y, mean.z), 0.002f) << viscosity;
  }
}

/// Drops that merge gain no energy. The pressure that drives air out of the gap has no mass and takes no part
/// in the motion.
TEST(RasmussenWorld, DropsThatMeetGainNoEnergy) {
  WorldSpec spec = worldOf(liquid({{"viscosity", 0.05f}}));
  spec.settings.gravityY = 0.f;
  for (const float side : {-1.f, 1.f}) {
    LiquidVolume drop;
    drop.shape = makeSphere(4.f * kCell);
    drop.pose.position = {side * 6.f * kCell, 0.f, 0.f};
    drop.velocity = {side * -0.4f, 0.f, 0.f};
    spec.liquids.push_back(drop);
  }
  World world(std::move(spec), 1);
  const auto energy = [&] {
    double sum = 0.0;
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i)
      sum += static_cast<double>(glm::dot(p.velocity[i], p.velocity[i]));
    return sum / static_cast<double>(p.size());
  };
  const double before = energy();
  double most = 0.0;
  for (int k = 0; k < 25; ++k) {
    world.advanceFrame();
    most = std::max(most, energy());
  }
  EXPECT_LT(most, 1.05 * before);
  EXPECT_GT(energy(), 0.1 * before);
}

/// Drops that collide push each other aside and lose little volume.
/// Air left between the drops would swallow half of the liquid. Holding back the ring of first contact costs
/// 0.15 of the volume, hence the tolerance.
TEST(RasmussenWorld, DropsThatMeetRunAsideAndAreNotLost) {
  constexpr float kRadius = 6.f;  // radius of a drop [cells]
  WorldSpec spec = worldOf(liquid({{"viscosity", 0.05f}, {"volume", 0.f}}));
  spec.settings.gravityY = 0.f;
  for (const float side : {-1.f, 1.f}) {
    LiquidVolume drop;
    drop.shape = makeSphere(kRadius * kCell);
    drop.pose.position = {side * 8.f * kCell, 0.f, 0.f};
    drop.velocity = {side * -0.8f, 0.f, 0.f};
    spec.liquids.push_back(drop);
  }
  World world(std::move(spec), 1);
  SnapshotContent content;
  for (const Field& field : findMethod("rasmussen").fields)
    if (field.key == "pressure") content.fields.push_back(field);
  const double before = 2.0 * 4.0 / 3.0 * 3.14159 * std::pow(static_cast<double>(kRadius), 3.0);
  float pressure = 0.f;
  for (int frame = 0; frame < 14; ++frame) {
    world.advanceFrame();
    const auto shot = world.snapshot(content);
    for (const float p : shot->fields.back().values) pressure = std::max(pressure, p);
    EXPECT_NEAR(volumeOf(*shot->surface, 16), before, 0.17 * before) << frame;
  }
  // Water stopped from the speed v = 0.8 m/s reaches the dynamic pressure rho v^2 / 2.
  EXPECT_GT(pressure, 320.f);
  // The sheet of liquid is round: as wide along the grid as across it.
  float along = 0.f, across = 0.f;
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const Vec3 at = world.particles().position[i] / kCell;
    along = std::max({along, std::abs(at.y), std::abs(at.z)});
    across = std::max(across, (std::abs(at.y) + std::abs(at.z)) / std::sqrt(2.f));
  }
  EXPECT_GT(along, 1.3f * kRadius);
  EXPECT_NEAR(across / along, 1.f, 0.1f);
}

/// A film of one cell on a floor keeps its volume.
TEST(RasmussenWorld, AFilmOfOneCellLivesAHundredSteps) {
  WorldSpec spec = worldOf(liquid({{"viscosity", 1.f}, {"friction", 1.f}}));
  spec.bodies = {tank({0.1f, 0.2f, 0.1f})};
  spec.liquids = {test::box({0.f, 0.5f * kCell, 0.f}, {0.1f, 0.5f * kCell, 0.1f})};
  World world(std::move(spec), 1);
  const double poured =
      static_cast<double>(world.particles().size()) * std::pow(static_cast<double>(kCell), 3.0);
  advanceFrames(world, 100);
  const auto shot = world.snapshot({});
  for (float x = -0.09f; x < 0.1f; x += 0.01f)
    for (float z = -0.09f; z < 0.1f; z += 0.01f) EXPECT_LT(shot->surface->sample({x, 0.005f, z}), 0.f);
  EXPECT_NEAR(volumeInTank(world), poured, 0.03 * poured);
}

}  // namespace
}  // namespace ooze::rasmussen_world_test
