// Tests of the moving particle method (MPS) in whole worlds: still water, falling and mixing liquids, a few
// particles, full boxes, and solvers that fail.
#include "ooze/base/error.h"

#include "unit/mps_fixtures.h"
#include "unit/world_fixtures.h"

#include <array>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

namespace ooze::mps_tests {
namespace mps_world_test {
namespace {

using mps::PressureRole;

constexpr double kGravity = 9.81;
#ifdef OOZE_SANITIZED
constexpr bool kShortRun = true;
#else
constexpr bool kShortRun = false;
#endif

WorldSpec specOf(std::vector<MaterialDefinition> materials) {
  WorldSpec spec;
  spec.method = "mps";
  spec.methodSettings.interactionRadius = kH;
  for (std::size_t k = 0; k < materials.size(); ++k) materials[k].name = "liquid " + std::to_string(k);
  spec.materials = std::move(materials);
  return spec;
}

/// Returns a block of liquid between two lattice corners, counted in spacings from a tank's lower corner.
LiquidVolume filled(const Vec3& from, const Vec3& to, std::uint16_t of = 0,
                    Sampling sampling = Sampling::Settled) {
  LiquidVolume volume;
  volume.shape = makeBox(0.5f * kSpacing * (to - from));
  volume.pose.position = 0.5f * kSpacing * (from + to);
  volume.material = of;
  volume.sampling = sampling;
  return volume;
}

/// Returns a tank of `size` spacings, filled `depth` spacings deep.
WorldSpec tankSpec(const Vec3& size, float depth, const MaterialDefinition& of) {
  WorldSpec spec = specOf({of});
  spec.bodies = {tankOf(kSpacing * size)};
  spec.liquids = {filled(Vec3(0.f), Vec3(size.x, depth, size.z))};
  return spec;
}

void advanceFrames(World& world, int count) {
  for (int f = 0; f < count; ++f) world.advanceFrame();
}

const Mps& methodOf(const World& world) { return dynamic_cast<const Mps&>(world.method()); }

std::vector<float> pressures(const World& world) { return world.method().gather("pressure", 0.f); }

void expectFinite(const World& world) {
  const Particles& p = world.particles();
  const std::vector<float> pressure = pressures(world);
  for (std::size_t i = 0; i < p.size(); ++i) {
    ASSERT_TRUE(isFinite(p.position[i]) && isFinite(p.velocity[i])) << i;
    ASSERT_TRUE(std::isfinite(pressure[i])) << i;
  }
}

double meanHeight(const World& world, int material = -1) {
  const Particles& p = world.particles();
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (material < 0 || p.material[i] == material) sum += static_cast<double>(p.position[i].y), count += 1.0;
  return sum / count;
}

/// Returns the settled depth of so many particles on a floor of `floor` spacings squared [m].
double depthOf(std::size_t particles, double floor) {
  return 0.978 * static_cast<double>(particles) / floor * kSpacingDouble;
}

/// Still water has hydrostatic pressure. The depth follows from the particle count, because sampling may add
/// a few particles.
TEST(MpsWorld, StillWaterHasThePressureOfItsDepth) {
  constexpr float kWide = 7.f;
  World world(tankSpec({kWide, 20.f, kWide}, 9.f, definition({.tension = 0.f})), 1);
  advanceFrames(world, kShortRun ? 20 : 60);
  const double top = depthOf(world.particles().size(), kWide * kWide), whole = 1000.0 * kGravity * top;
  constexpr std::size_t kParts = 4;
  std::array<double, kParts> sum{}, expected{}, count{};
  double heights = 0.0, noise = 0.0, all = 0.0;
  const int watched = kShortRun ? 5 : 40;
  for (int f = 0; f < watched; ++f) {
    world.advanceFrame();
    const std::vector<float> p = pressures(world);
    heights += meanHeight(world) / watched;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double y = static_cast<double>(world.particles().position[i].y);
      const double of = 1000.0 * kGravity * (top - y), found = static_cast<double>(p[i]);
      const auto part = static_cast<std::size_t>(std::clamp(kParts * y / top, 0.0, kParts - 1.0));
      sum[part] += found, expected[part] += of, count[part] += 1.0;
      noise += (found - of) * (found - of), all += 1.0;
    }
  }
  EXPECT_NEAR(heights, 0.5 * top, kShortRun ? 0.02 * top : 0.005 * top);
  for (std::size_t k = 0; k < kParts; ++k)
    EXPECT_NEAR(sum[k] / count[k], expected[k] / count[k], 0.1 * expected[k] / count[k] + 0.02 * whole) << k;
  EXPECT_LT(std::sqrt(noise / all), 0.05 * whole);
  EXPECT_TRUE(world.rollBacks().empty());
  expectFinite(world);
}

/// Without a free surface the pressure is known up to a constant, so the least pressure is 0.
TEST(MpsWorld, AFullBoxIsAPocketWithThePressureOfItsDepth) {
  // The box is the largest that the particles fill at their settled density.
  const float wide = 6.f * std::cbrt(0.978f), high = 7.f * std::cbrt(0.978f);
  WorldSpec spec = specOf({definition({.tension = 0.f})});
  spec.settings.sleep = 0.f;
  spec.bodies = {closedBox(kSpacing * Vec3(wide, high, wide))};
  spec.liquids = {filled(Vec3(-0.01f), Vec3(wide, high, wide) + Vec3(0.01f), 0, Sampling::Lattice)};
  World world(spec, 1);
  ASSERT_EQ(world.particles().size(), 252u);
  double difference = 0.0;
  int closed = 0;
  const int first = kShortRun ? 5 : 20, last = kShortRun ? 10 : 60;
  for (int f = 0; f < last; ++f) {
    world.advanceFrame();
    const std::vector<float> p = pressures(world);
    std::array<double, 2> pressure{}, height{}, count{};  // sums over the lowest and the highest layer
    for (std::size_t i = 0; i < p.size(); ++i) {
      const float y = world.particles().position[i].y / kSpacing;
      if (y > 1.f && y < high - 1.f) continue;
      const std::size_t k = y > 1.f;
      pressure[k] += static_cast<double>(p[i]), height[k] += static_cast<double>(y) * kSpacingDouble,
          count[k] += 1.0;
    }
    closed += methodOf(world).lastSolution().pockets == 1;
    const Vec3Array& shift = methodOf(world).pressure().shift;
    for (std::size_t i = 0; i < shift.size(); ++i) ASSERT_EQ(shift[i], Vec3(0.f)) << i;
    if (f < first) continue;
    const double depth = height[1] / count[1] - height[0] / count[0];
    difference +=
        (pressure[0] / count[0] - pressure[1] / count[1]) / (1000.0 * kGravity * depth) / (last - first);
  }
  EXPECT_NEAR(difference, 1.0, 0.1);
  EXPECT_EQ(closed, last);
  EXPECT_TRUE(world.rollBacks().empty());
  EXPECT_LT(maxSpeed(const_cast<Mps&>(methodOf(world))), 0.15f);  // a fall of the same depth reaches 1.2
  expectFinite(world);
}

/// A full box turns all disorder of its sampling into pressure in the first step.
TEST(MpsWorld, AFullBoxBeginsWithoutAFrameThatGoesWrong) {
  WorldSpec spec = specOf({definition({.tension = 0.f})});
  spec.methodSettings.interactionRadius = 0.5f * kH;
  spec.bodies = {closedBox(kSpacing * Vec3(10.f))};
  spec.liquids = {filled(Vec3(0.f), Vec3(10.f))};
  World world(spec, 2);
  advanceFrames(world, 2);
  EXPECT_TRUE(world.rollBacks().empty());
  expectFinite(world);
}

/// A disordered full box has a free surface at a few particles only. Volume errors leave past those few
/// particles.
TEST(MpsWorld, FullBoxesInDisorderComeToRest) {
  for (const float edge : {9.25f, 10.f, 10.25f, 10.75f}) {
    if (kShortRun && edge != 10.f) continue;
    WorldSpec spec = specOf({definition({.tension = 0.f})});
    spec.bodies = {closedBox(kSpacing * Vec3(edge))};
    spec.liquids = {filled(Vec3(0.f), Vec3(edge), 0, Sampling::BlueNoise)};
    World world(spec, 2);
    advanceFrames(world, kShortRun ? 4 : 12);
    EXPECT_TRUE(world.rollBacks().empty()) << edge;
    for (const float p : pressures(world)) EXPECT_LT(p, 4.f * 1000.f * 9.81f * edge * kSpacing) << edge;
    EXPECT_LT(maxSpeed(const_cast<Mps&>(methodOf(world))), 0.5f) << edge;
    expectFinite(world);
  }
}

/// Measures the density error of particles below the surface while a column collapses.
TEST(MpsWorld, ACollapsingColumnKeepsItsVolume) {
  const auto error = [](float relaxation, std::uint64_t seed) {
    WorldSpec spec = tankSpec({14.f, 30.f, 6.f}, 1.f, definition({.relaxation = relaxation}));
    spec.seed = seed;
    spec.liquids = {filled(Vec3(0.f), Vec3(6.f, 9.f, 6.f))};
    World world(spec, 1);
    double sum = 0.0, count = 0.0;
    for (int f = 0; f < 30; ++f) {
      world.advanceFrame();
      const Mps& m = methodOf(world);
      for (std::size_t i = 0; i < m.points().size(); ++i)
        if (m.points().kind[i] == mps::PointKind::Liquid && m.pressure().role[i] == PressureRole::Unknown)
          sum += std::abs(static_cast<double>(m.pressure().density[i]) - 1.0), count += 1.0;
    }
    expectFinite(world);
    return sum / count;
  };
  // The digest states 1 to 2 %. The gentler volume correction of the default lets twice as much error build
  // up.
  const int columns = kShortRun ? 1 : 3;
  double sum = 0.0;
  for (int seed = 1; seed <= columns; ++seed) sum += error(200.f, static_cast<std::uint64_t>(seed)) / columns;
  EXPECT_LT(sum, 0.02);
  EXPECT_LT(error(Material{}.relaxation, 1), 0.045);
}

/// Returns a tank with liquid 0 in its left half and liquid 1 in its right half.
WorldSpec sideBySide(const MaterialDefinition& left, const MaterialDefinition& right) {
  WorldSpec spec = tankSpec({8.f, 16.f, 4.f}, 4.f, left);
  spec.materials = specOf({left, right}).materials;
  spec.liquids = {filled(Vec3(0.f), Vec3(4.f, 4.f, 4.f), 0),
                  filled(Vec3(4.f, 0.f, 0.f), Vec3(8.f, 4.f, 4.f), 1)};
  return spec;
}

TEST(MpsWorld, OilEndsAboveWaterAndStaysThere) {
  World world(
      sideBySide(definition({.viscosity = 0.02f, .tension = 0.01f}, 700.f), definition({.tension = 0.02f})),
      1);
  advanceFrames(world, kShortRun ? 15 : 75);
  for (int k = 0; k < 3; ++k) {
    advanceFrames(world, 5);
    EXPECT_GT(meanHeight(world, 0), meanHeight(world, 1) + (kShortRun ? 0.2 : 1.0) * kSpacingDouble) << k;
  }
  EXPECT_TRUE(world.rollBacks().empty());
}

TEST(MpsWorld, AThousandTimesAsHeavyEndsBelow) {
  World world(sideBySide(definition({.tension = 0.f}, 1.f), definition({.tension = 0.f})), 1);
  advanceFrames(world, kShortRun ? 10 : 40);
  EXPECT_GT(meanHeight(world, 0), meanHeight(world, 1) + (kShortRun ? 0.2 : 1.0) * kSpacingDouble);
  EXPECT_TRUE(world.rollBacks().empty());
  expectFinite(world);
}

TEST(MpsWorld, AFewParticlesFallAndLie) {
  for (const int count : {1, 2}) {
    WorldSpec spec = specOf({definition({})});
    spec.bodies = {test::ground()};
    World world(spec, 1);
    Mps& m = const_cast<Mps&>(methodOf(world));
    LiquidSeeds seeds;
    // The second particle falls onto the first.
    for (int k = 0; k < count; ++k)
      seeds.positions.push_back(kSpacing *
                                Vec3(0.1f * static_cast<float>(k), 1.f + 3.f * static_cast<float>(k), 0.f));
    seeds.velocities.resize(seeds.positions.size());
    m.insert(seeds);
    advanceFrames(world, 60);
    expectFinite(world);
    // No force stops a particle that slides off the other.
    EXPECT_LT(maxSpeed(m), count == 1 ? 0.01f : 0.3f) << count;
    for (std::size_t i = 0; i < world.particles().size(); ++i) {
      EXPECT_GT(world.particles().position[i].y, 0.19f * kSpacing);
      EXPECT_LT(world.particles().position[i].y, 1.3f * kSpacing);
    }
  }
}

TEST(MpsWorld, AFilmOfOneLayerLiesOnAFloor) {
  WorldSpec spec = specOf({definition({.viscosity = 0.05f, .tension = 0.03f})});
  spec.bodies = {test::ground()};
  spec.liquids = {filled(Vec3(-5.f, 0.f, -5.f), Vec3(5.f, 1.f, 5.f), 0, Sampling::Lattice)};
  World world(spec, 1);
  advanceFrames(world, kShortRun ? 10 : 45);
  expectFinite(world);
  EXPECT_TRUE(world.rollBacks().empty());
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    EXPECT_GT(world.particles().position[i].y, 0.19f * kSpacing) << i;
    EXPECT_LT(world.particles().position[i].y, 2.5f * kSpacing) << i;
    EXPECT_LT(glm::length(world.particles().velocity[i]), 0.3f) << i;
  }
}

TEST(MpsWorld, AThinPlateHoldsWater) {
  WorldSpec spec = specOf({definition({})});
  Body plate = makeBody(
      "plate", {.kind = SolidShape::SolidKind::Box, .size = kSpacing * Vec3(3.f, 0.1f, 3.f)}, Motion::Static);
  plate.pose.position = plate.previousPose.position = kSpacing * Vec3(3.f, 0.f, 3.f);
  // The plate is the floor of a tank as wide as the plate.
  Body tank = tankOf(kSpacing * Vec3(6.f, 20.f, 6.f));
  tank.pose.position.y -= 5.f * kSpacing, tank.previousPose = tank.pose;
  spec.bodies = {plate, tank};
  spec.liquids = {filled(Vec3(0.f, 0.1f, 0.f), Vec3(6.f, 5.1f, 6.f))};
  World world(spec, 1);
  advanceFrames(world, kShortRun ? 8 : 40);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    ASSERT_GT(world.particles().position[i].y, 0.f) << i;
  // The lowest particles lie as on any floor, at most half a spacing above the plate, and under pressure.
  float lowest = 1.f;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    lowest = std::min(lowest, world.particles().position[i].y);
  EXPECT_GT(lowest, 0.35f * kSpacing);
  const double depth = depthOf(world.particles().size(), 36.0);
  const std::vector<float> p = pressures(world);
  EXPECT_NEAR(*std::max_element(p.begin(), p.end()), 1000.0 * kGravity * depth, 300.0 * kGravity * depth);
}

// The next tests look at the linear solvers, and at solvers that cannot reach the residual asked for.

TEST(MpsSolver, ReportsTheCostOfTheLastSolution) {
  World world(tankSpec({6.f, 20.f, 6.f}, 6.f, definition({})), 1);
  EXPECT_FALSE(world.statistics().solver);
  world.advanceFrame();
  const std::optional<SolverWork> solver = world.statistics().solver;
  ASSERT_TRUE(solver);
  EXPECT_GT(solver->iterations, 0);
  EXPECT_GT(solver->residual, 0.0);
  EXPECT_LE(solver->residual, 1e-4);
}

TEST(MpsSolver, AFailureNamesItsCause) {
  for (const bool viscous : {false, true}) {
    auto m = method({definition({.viscosity = viscous ? 10.f : 0.f})});
    m->setResidual(0.0);
    m->insert(block(5, 5, 5, 0.1f, 0.1f, 1));
    Bodies none;
    try {
      step(*m, 0.004f, Threads(1), none);
      FAIL();
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(),
                  testing::HasSubstr(viscous ? "the viscosity solver did not converge: its residual is"
                                             : "the pressure solver did not converge: its residual is"));
      EXPECT_THAT(error.what(), testing::ContainsRegex("after [0-9]+ iterations"));
    }
  }
}

/// Demands a residual of 0 in the first `stages` density stages, so that the pressure solve fails.
class ImpossibleResidual final : public StageObserver {
 public:
  explicit ImpossibleResidual(int stages) : left_(stages) {}
  void afterStage(std::string_view stage, const Method& method) override {
    if (stage != "density") return;
    const_cast<Mps&>(dynamic_cast<const Mps&>(method)).setResidual(left_-- > 0 ? 0.0 : 1e-4);
  }

 private:
  int left_;
};

TEST(MpsSolver, AFailureRepeatsTheFrameWithHalfSteps) {
  World world(tankSpec({5.f, 10.f, 5.f}, 4.f, definition({})), 1);
  advanceFrames(world, 3);
  const int before = world.substeps();
  ImpossibleResidual once(1);
  world.observe(&once);
  advanceFrames(world, 1);
  ASSERT_EQ(world.rollBacks().size(), 1u);
  EXPECT_EQ(world.rollBacks()[0].substeps, 2 * before);
  EXPECT_THAT(world.rollBacks()[0].reason, testing::HasSubstr("the pressure solver did not converge"));
  EXPECT_EQ(world.frameIndex(), 4u);
  // Shorter steps do not help: the world returns to the start of the frame, and continues later from there.
  const std::uint64_t hash = world.hash();
  ImpossibleResidual always(1000000);
  world.observe(&always);
  EXPECT_THROW(world.advanceFrame(), RunError);
  EXPECT_EQ(world.frameIndex(), 4u);
  ImpossibleResidual never(0);
  world.observe(&never);
  advanceFrames(world, 2);
  EXPECT_EQ(world.frameIndex(), 6u);
  EXPECT_NE(world.hash(), hash);
  expectFinite(world);
}

/// Returns two liquids in a tank, a nozzle that pours the second liquid, and a body that floats.
WorldSpec busy() {
  WorldSpec spec =
      sideBySide(definition({.viscosity = 3.f, .tension = 0.05f}, 800.f), definition({.drag = 0.5f}));
  EmitterSpec nozzle;
  nozzle.position = kSpacing * Vec3(4.f, 9.f, 2.f);
  nozzle.radius = 1.2f * kSpacing;
  nozzle.speed = 0.5f;
  nozzle.material = 1;
  spec.emitters = {nozzle};
  Body ball = makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(1.3f * kSpacing)},
                       Motion::Dynamic);
  ball.density = 500.f;
  ball.pose.position = ball.previousPose.position = kSpacing * Vec3(6.f, 6.f, 2.f);
  spec.bodies.push_back(std::move(ball));
  return spec;
}

TEST(MpsWorld, ContinuesFromASaveToTheBitAtAnyNumberOfThreads) {
  World world(busy(), 2);
  advanceFrames(world, kShortRun ? 2 : 6);
  world.step();  // in the middle of a frame
  ASSERT_FALSE(world.atFrameBoundary());
  World restored(busy(), 1);
  test::restore(restored, test::saved(world));
  EXPECT_EQ(restored.hash(), world.hash());
  advanceFrames(world, kShortRun ? 2 : 6), advanceFrames(restored, kShortRun ? 2 : 6);
  EXPECT_EQ(restored.hash(), world.hash());
  World five(busy(), 5);
  while (five.stepIndex() < world.stepIndex()) five.step();
  EXPECT_EQ(five.hash(), world.hash());
}

}  // namespace
}  // namespace mps_world_test
}  // namespace ooze::mps_tests
