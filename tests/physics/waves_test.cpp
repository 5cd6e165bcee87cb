// Energy conservation of water: a slosh, an oscillating drop, and a pool at rest. Solids are free-slip, so
// that only the liquid itself can dissipate energy.
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "methods/clavet/material.h"
#include "verify/measures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace ooze::waves_test {
namespace {

constexpr double kEarth = 9.81;  // acceleration of gravity [m/s^2]
constexpr double kFramesPerSecond = 60.0;

MaterialDefinition water() {
  clavet::Material m;
  m.stiffness = 0.06f, m.nearStiffness = 0.15f, m.volumeStiffness = 4.f;
  m.viscosityQuadratic = 0.15f;
  m.friction = m.stickiness = 0.f;
  MaterialDefinition definition;
  definition.name = "water";
  definition.values = toValues<clavet::Material>(clavet::kParameters, m);
  definition.referenceRadius = 0.01f;
  return definition;
}

/// Returns water of this size in an open free-slip tank with its floor at y = 0 [m].
WorldSpec tankOf(const Vec3& size, float h) {
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings.interactionRadius = h;
  spec.framesPerSecond = kFramesPerSecond;
  spec.materials = {water()};
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank(0.5f * Vec3(size.x, 1.f, size.z), true);
  tank.pose.position = {0.f, 0.5f, 0.f};
  tank.friction = 0.f;
  spec.bodies = {tank};
  LiquidVolume volume;
  volume.shape = makeBox(0.5f * size);
  volume.pose.position = {0.f, 0.5f * size.y, 0.f};
  spec.liquids = {volume};
  return spec;
}

/// Lets the water settle at high viscosity, and then runs at normal viscosity for a moment.
void settle(World& world, double seconds) {
  world.submit(command("clavet.viscosity_linear", {4.f}));
  while (world.time() < 0.75 * seconds) world.advanceFrame();
  world.submit(command("clavet.viscosity_linear", {0.f}));
  while (world.time() < seconds) world.advanceFrame();
}

TEST(Waves, ASloshKeepsMostOfItsHeightAndThePeriodOfTheory) {
  constexpr float kLength = 0.4f, kDepth = 0.1f, kH = 0.02f;
  WorldSpec spec = tankOf({kLength, kDepth, 5.f * kH}, kH);
  spec.settings.gravityX = 0.06f * static_cast<float>(kEarth);
  World world(spec, 2);
  settle(world, 1.5);
  world.submit(command("world.gravity_x", {0.f}));
  const double k = std::numbers::pi / kLength, omega = std::sqrt(kEarth * k * std::tanh(k * kDepth));
  std::vector<double> centre;
  for (const double end = world.time() + 2.3 * 2.0 * std::numbers::pi / omega; world.time() < end;) {
    world.advanceFrame();
    centre.push_back(world.statistics().centroid.x);
  }
  const verify::Swing swing = verify::fitSwing(centre, 1.0 / kFramesPerSecond, omega);
  // Two random arrangements of the particles keep 0.658 and 0.672 of the amplitude in a period, with a period
  // of 1.046 times theory's. Real water would keep 0.98: under hydrostatic pressure an uneven packing carries
  // shear.
  EXPECT_NEAR(omega / swing.omega, 1.0, 0.05);
  EXPECT_GT(swing.keptInAPeriod(), 0.60);
  RecordProperty("kept_in_a_period", std::to_string(swing.keptInAPeriod()));
  RecordProperty("period_over_theory", std::to_string(omega / swing.omega));
}

TEST(Waves, ADropOfThreeRadiiSwings) {
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings.interactionRadius = 0.01f;
  spec.framesPerSecond = kFramesPerSecond;
  spec.settings.gravityY = 0.f;
  spec.materials = {water()};
  LiquidVolume drop;
  drop.shape = makeSphere(0.03f);
  drop.scale = {1.2515f, 0.8939f, 0.8939f};
  spec.liquids = {drop};
  World world(spec, 2);
  // Extreme elongations in turn: stretched, flat, stretched.
  std::vector<double> turns{0.0};
  while (world.time() < 3.5 && turns.size() < 4) {  // the fourth extreme begins when the third is over
    world.advanceFrame();
    const double stretch = verify::elongation(world);
    if (stretch * turns.back() < 0.0 && std::abs(stretch) > 0.004) turns.push_back(stretch);
    if (std::abs(stretch) > std::abs(turns.back())) turns.back() = stretch;
  }
  ASSERT_GE(turns.size(), 3u);
  EXPECT_GT(turns[0], 0.15);
  EXPECT_LT(turns[1], -0.08);
  EXPECT_GT(turns[2] / turns[0], 0.4);  // measured: 0.44; without the shear correction of packing.h two
                                        // random arrangements of particles keep 0.07 and 0.14
  RecordProperty("kept_in_a_period", std::to_string(turns[2] / turns[0]));
}

TEST(Waves, APoolSixRadiiDeepWandersLittle) {
  constexpr double kSecond = 1.0;
  World world(tankOf(Vec3(0.06f), 0.01f), 2);
  settle(world, 1.5);
  const Particles& p = world.particles();
  const auto byId = [&] {
    std::vector<Vec3> at(p.nextId);
    for (std::size_t i = 0; i < p.size(); ++i) at[p.id[i]] = p.position[i];
    return at;
  };
  const auto rms = [&](const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    double squares = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
      squares += glm::dot(to[p.id[i]] - from[p.id[i]], to[p.id[i]] - from[p.id[i]]);
    return std::sqrt(squares / static_cast<double>(p.size()));
  };
  const auto start = byId();
  auto last = start;
  double perFrame = 0.0;
  const int frames = static_cast<int>(kSecond * kFramesPerSecond);
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    const auto now = byId();
    perFrame += rms(last, now) * kFramesPerSecond / frames;
    last = now;
  }
  // Two random arrangements of the particles drift by 6.4 and 6.5 mm at 23 and 24 mm/s, the residual motion
  // of the sweep.
  EXPECT_LT(rms(start, last), 0.009);
  EXPECT_LT(perFrame, 0.03);
  RecordProperty("drift_in_a_second", std::to_string(rms(start, last)));
  RecordProperty("speed_over_frames", std::to_string(perFrame));
}

}  // namespace
}  // namespace ooze::waves_test
