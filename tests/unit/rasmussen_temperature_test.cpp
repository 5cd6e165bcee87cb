// Tests of heat in a liquid on the grid: the viscosity curve, conduction, cooling, and no effect on liquids
// that do not melt.
#include "methods/rasmussen/rasmussen.h"
#include "unit/rasmussen_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <numeric>

namespace ooze::rasmussen_temperature_test {
namespace {

using namespace rasmussen_fixtures;
using rasmussen::Rasmussen;

constexpr float kStep = 1.f / 60.f;  // time step [s]
const Threads kAlone(1);

/// Holds a lattice of liquid with one particle per cell centre, touched by no solid.
class HeatedLattice {
 public:
  template <class Temperature>
  HeatedLattice(const MaterialDefinition& material, const glm::ivec3& cells, const Temperature& at)
      : method({.interactionRadius = kH}) {
    method.setMaterials(std::array{material});
    LiquidSeeds seeds;
    for (int z = 0; z < cells.z; ++z)
      for (int y = 0; y < cells.y; ++y)
        for (int x = 0; x < cells.x; ++x) seeds.positions.push_back(kCell * Vec3(x, y, z));
    seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
    method.insert(seeds);
    for (std::size_t i = 0; i < seeds.positions.size(); ++i)
      method.temperatures()[i] = at(seeds.positions[i] / kCell);
    method.findSolids(Bodies(), kAlone);
  }
  void steps(int count, float dt = kStep) {
    for (int k = 0; k < count; ++k) method.exchangeHeat(dt, kAlone);
  }
  [[nodiscard]] double mean() {
    const auto& t = method.temperatures();
    return std::accumulate(t.begin(), t.end(), 0.0) / static_cast<double>(t.size());
  }
  Rasmussen method;
};

TEST(RasmussenTemperature, ViscosityFallsSmoothlyByTheLogarithm) {
  const rasmussen::Coefficients c = rasmussen::convert(
      liquid({{"viscosity", 2.f}, {"hardening", 400.f}, {"melting_point", 60.f}, {"melting_width", 10.f}}),
      kCell);
  EXPECT_FLOAT_EQ(c.viscosityAt(65.f), c.viscosity);
  EXPECT_FLOAT_EQ(c.viscosityAt(500.f), c.viscosity);
  EXPECT_NEAR(c.viscosityAt(60.f) / c.viscosity, 20.f, 1e-3f);  // the square root of the hardening 400
  EXPECT_NEAR(c.viscosityAt(55.f) / c.viscosity, 400.f, 0.1f);
  EXPECT_NEAR(c.viscosityAt(-40.f) / c.viscosity, 400.f, 0.1f);
  EXPECT_NEAR(c.viscosityAt(57.5f) / c.viscosity, std::pow(400.f, 1.f - 0.15625f), 0.1f);
  for (float t = 54.f; t < 66.f; t += 0.1f) EXPECT_LE(c.viscosityAt(t + 0.1f), c.viscosityAt(t));
}

/// A temperature wave cos(pi x / L) between insulated ends at distance L decays as exp(-kappa (pi / L)^2 t),
/// with the diffusivity kappa.
TEST(RasmussenTemperature, ATemperatureWaveDecaysAtItsRate) {
  constexpr float kDiffusivity = 5e-4f;
  constexpr int kLong = 24;
  const auto wave = [](const Vec3& p) {
    return std::cos(std::numbers::pi_v<float> * (p.x + 0.5f) / static_cast<float>(kLong));
  };
  HeatedLattice slab(liquid({{"diffusivity", kDiffusivity}}), {kLong, 4, 4},
                     [&](const Vec3& p) { return 50.f + 10.f * wave(p); });
  const auto height = [&] {
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < slab.method.liquid().size(); ++i) {
      const auto w = static_cast<double>(wave(slab.method.liquid().particles.position[i] / kCell));
      sum += w * (static_cast<double>(slab.method.temperatures()[i]) - 50.0), squares += w * w;
    }
    return sum / squares;
  };
  ASSERT_NEAR(height(), 10.0, 1e-4);
  constexpr int kSteps = 1200;
  slab.steps(kSteps / 10, 10.f * kStep);
  const double k = std::numbers::pi / (kLong * static_cast<double>(kCell));
  const double expected = 10.0 * std::exp(-static_cast<double>(kDiffusivity) * k * k * kSteps / 60.0);
  ASSERT_LT(expected, 7.0);
  EXPECT_NEAR(height(), expected, 0.03 * expected);
  EXPECT_NEAR(slab.mean(), 50.0, 1e-3);
}

/// Conduction conserves heat and evens out temperatures. The test includes differences within a cell, which
/// cells cannot see, and particles that lie unevenly.
TEST(RasmussenTemperature, ConductionKeepsHeatAndEvensItOut) {
  HeatedLattice blob(liquid({{"diffusivity", 1e-3f}}), {6, 6, 6},
                     [](const Vec3& p) { return p.x < 3.f ? 90.f : 10.f; });
  Vec3Array& places = blob.method.liquid().particles.position;
  for (std::size_t i = 0; i < places.size(); ++i)
    places.add(i, kCell * Vec3(0.4f, -0.3f, 0.35f) * std::sin(static_cast<float>(7 * i)));
  const double before = blob.mean();
  blob.steps(2);
  EXPECT_NEAR(blob.mean(), before, 1e-3);
  blob.steps(100, 12.f * kStep);
  EXPECT_NEAR(blob.mean(), before, 0.02);
  const auto [least, most] = std::ranges::minmax(blob.method.temperatures());
  EXPECT_LT(most - least, 2.f);
}

/// A cube of surface area A and volume V cools at the rate k A / V, with the heat transfer coefficient k. One
/// long step gives the same result as many short steps.
TEST(RasmussenTemperature, ACubeCoolsToItsSurroundings) {
  constexpr float kExchange = 0.001f;
  constexpr int kSide = 6;
  HeatedLattice cube(liquid({{"diffusivity", 1e-3f}, {"cooling", kExchange}, {"surroundings", 20.f}}),
                     glm::ivec3(kSide), [](const Vec3&) { return 80.f; });
  const double rate = static_cast<double>(kExchange) * 6.0 / (kSide * static_cast<double>(kCell));
  cube.steps(100, 0.1f);
  const double early = cube.mean() - 20.0;
  EXPECT_NEAR(early, 60.0 * std::exp(-rate * 10.0), 0.1 * early);
  cube.steps(10, 1.f);
  EXPECT_NEAR((cube.mean() - 20.0) / early, early / 60.0, 0.05);
  cube.steps(200, 1.f);
  EXPECT_NEAR(cube.mean(), 20.0, 0.1);
}

WorldSpec columnOf(const MaterialDefinition& wax) {
  WorldSpec spec = worldOf(wax);
  spec.bodies = {test::ground()};
  spec.liquids = {test::box({0.f, 0.08f, 0.f}, {0.04f, 0.08f, 0.04f})};
  return spec;
}

Control makeHotSpot(float temperature, float radius, float strength) {
  Control control;
  control.name = "spot";
  control.kind = ControlKind::Temperature;
  control.falloff = Falloff::Box;
  control.radius = radius;
  control.strength = strength;
  control.value = {temperature, 0.f, 0.f};
  return control;
}

float meanHeight(const World& world) {
  float sum = 0.f;
  for (std::size_t i = 0; i < world.particles().size(); ++i) sum += world.particles().position[i].y;
  return sum / static_cast<float>(world.particles().size());
}

MaterialDefinition wax(float start) {
  return liquid({{"viscosity", 2.f},
                 {"friction", 1.f},
                 {"temperature", start},
                 {"hardening", 3000.f},
                 {"melting_point", 60.f}});
}

TEST(RasmussenTemperature, AHotControlMeltsWhatAColdOneLeavesStanding) {
  const auto heightUnder = [](float temperature, float strength) {
    WorldSpec spec = columnOf(wax(20.f));
    spec.controls = {makeHotSpot(temperature, 1.f, strength)};
    World world(std::move(spec), 1);
    advanceFrames(world, 12);
    return meanHeight(world);
  };
  EXPECT_GT(heightUnder(10.f, 1.f), 0.074f);
  EXPECT_LT(heightUnder(90.f, 1.f), 0.05f);
  EXPECT_LT(heightUnder(90.f, 0.5f), 0.055f) << "softly";
}

/// Liquid that cools below its melting point stops within a few steps and does not oscillate. The rest is
/// creep: 1.3 mm/s at 6000 Pa s.
TEST(RasmussenTemperature, SolidifiedLiquidStops) {
  WorldSpec spec = columnOf(wax(90.f));
  spec.controls = {makeHotSpot(20.f, 1.f, 1.f)};
  spec.controls[0].start = 0.11;
  World world(std::move(spec), 1);
  advanceFrames(world, 6);
  EXPECT_GT(maxSpeed(world), 0.2f);
  advanceFrames(world, 8);
  const float height = meanHeight(world);
  EXPECT_LT(maxSpeed(world), 0.015f);
  advanceFrames(world, 8);
  EXPECT_NEAR(meanHeight(world), height, 4e-4f);
}

/// A soft temperature control has the same effect in one step as in several.
TEST(RasmussenTemperature, ASoftControlHasTheSameStrengthAtAnyTimeStep) {
  const auto after = [](float substeps) {
    WorldSpec spec = worldOf(liquid({}));
    spec.settings.gravityY = 0.f;
    spec.settings.substeps = substeps;
    spec.liquids = {test::box({0.f, 0.f, 0.f}, {0.04f, 0.04f, 0.04f})};
    spec.controls = {makeHotSpot(100.f, 1.f, 0.25f)};
    World world(std::move(spec), 1);
    advanceFrames(world, 2);
    return temperaturesOf(world).at(0);
  };
  EXPECT_NEAR(after(1.f), 100.f - 80.f * 0.75f * 0.75f, 0.01f);
  EXPECT_NEAR(after(3.f), after(1.f), 0.01f);
}

/// Temperature changes nothing but itself in a liquid that does not melt: all positions agree to the bit.
TEST(RasmussenTemperature, ChangesNothingOfWhatDoesNotMelt) {
  const auto places = [](bool warm) {
    WorldSpec spec = columnOf(liquid({{"viscosity", 1.f},
                                      {"temperature", warm ? 500.f : 20.f},
                                      {"diffusivity", warm ? 1e-4f : 0.f},
                                      {"cooling", warm ? 0.01f : 0.f}}));
    if (warm) spec.controls = {makeHotSpot(90.f, 0.06f, 1.f)};
    World world(std::move(spec), 1);
    advanceFrames(world, 4);
    const Vec3Array& p = world.particles().position;
    return std::vector{p.x, p.y, p.z};
  };
  EXPECT_EQ(places(true), places(false));
}

}  // namespace
}  // namespace ooze::rasmussen_temperature_test
