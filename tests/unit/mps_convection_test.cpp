// Tests of the convection of velocities at points that return to their previous position: Premoze et al.
// 2003, eq. 19 to 26.
#include "unit/mps_fixtures.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/mat3x3.hpp>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::mps_tests {
namespace mps_convection_test {
namespace {

using mps::Convection;
using mps::PointKind;

const Threads kTwo(2);
constexpr float kDt = 0.002f;
constexpr double kStep = static_cast<double>(kDt);
constexpr Material kLagMaterial{.viscosity = 0.f, .tension = 0.f, .convection = 1.f};

TEST(MpsConvection, BothSchemesTakeConstantAndLinearFieldsAlongExactly) {
  const Vec3 a(0.7f, -0.2f, 3.f), b(0.1f, 0.4f, -2.f);
  for (const Vec3& slope : {Vec3(0.f), b})
    for (const float q : {0.f, 0.25f, 0.9f, 1.f})
      for (const bool whole : {false, true}) {
        Convection::UpwindLine line;
        line.own = a;
        line.upstream[0] = a - slope, line.upstream[1] = a - 2.f * slope;
        line.downstream = a + slope;
        line.hasUpstream = true, line.isWhole = whole;
        EXPECT_LT(glm::distance(Convection::convected(line, q), a - q * slope), 2e-6f) << q << whole;
      }
  Convection::UpwindLine alone;
  alone.own = a;
  EXPECT_EQ(Convection::convected(alone, 0.5f), a);
}

TEST(MpsConvection, QuickIsOfThirdOrderInSpaceAndSecondInTime) {
  const auto error = [](double step) {
    const auto f = [&](double k) { return Vec3(static_cast<float>(std::sin(0.8 + step * k))); };
    Convection::UpwindLine line;
    line.own = f(0.0), line.upstream[0] = f(-1.0), line.upstream[1] = f(-2.0), line.downstream = f(1.0);
    line.hasUpstream = line.isWhole = true;
    return std::abs(static_cast<double>((Convection::convected(line, 0.2f) - f(-0.2)).x));
  };
  EXPECT_LT(error(0.2), 2e-4);
  EXPECT_NEAR(error(0.2) / error(0.1), 8.0, 2.0);
}

/// Convects a disordered block of points with a given velocity field for one substep. The points stay behind
/// the liquid as far as they are deep enough.
struct ConvectedBlock {
  std::unique_ptr<Mps> m;
  std::vector<MaterialDefinition> materials{definition(kLagMaterial)};
  Bodies bodies;

  explicit ConvectedBlock(const std::function<Vec3(const Vec3&)>& velocity, float noise = 0.1f,
                          Bodies solids = Bodies(), float convection = 1.f)
      : bodies(std::move(solids)) {
    Material of = kLagMaterial;
    of.convection = convection;
    materials = {definition(of)};
    m = method(materials);
    LiquidSeeds seeds = block(11, 11, 11, noise, 0.f, 5);
    for (std::size_t i = 0; i < seeds.positions.size(); ++i)
      seeds.velocities[i] = velocity(seeds.positions[i]);
    m->insert(seeds);
    convect();
  }
  void convect() {
    m->findNeighbours(kTwo);
    m->convect(kDt, bodies, 0.f, kTwo);
  }
  /// Returns the position at which a point was gathered [m].
  [[nodiscard]] glm::dvec3 gatheredPosition(std::size_t point) const {
    return glm::dvec3(m->points().at[point]);
  }
  [[nodiscard]] float lagFractionOf(std::size_t point) const { return m->convection().share[point]; }
  [[nodiscard]] const Particles& particles() const { return m->liquid().particles; }
  [[nodiscard]] Vec3 velocityOf(std::size_t point) const {
    return particles().velocity[m->points().from[point]];
  }
};

Vec3 swirl(const Vec3& x) {
  const Vec3 k = 40.f * x;
  return Vec3(std::sin(k.y + 1.f), std::cos(1.3f * k.z), std::sin(0.7f * k.x - k.y));
}

TEST(MpsConvection, IsThatOfItsTranscription) {
  for (const float c : {1.f, 0.4f}) {
    ConvectedBlock b(swirl, 0.15f, bodiesWith(tankOf(Vec3(20.f * kSpacing))), c);
    const mps_reference::State s = stateOf(*b.m, b.materials);
    std::vector<double> share;
    for (std::size_t i = 0; i < s.size(); ++i) share.push_back(static_cast<double>(b.lagFractionOf(i)));
    const auto expected = mps_reference::convected(s, kStep, share);
    b.m->predict(kDt, kTwo);
    std::size_t convected = 0, whole = 0;
    double changed = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (!s.points[i].isParticle) continue;
      convected += share[i] > 0.0, whole += b.lagFractionOf(i) == c;
      // The fits divide by the extent of the neighbours across a direction. Where almost all lie in a plane,
      // rounding grows.
      ASSERT_LT(glm::distance(glm::dvec3(b.velocityOf(i)), expected[i]), 2e-5) << i;
      const std::size_t k = b.m->points().from[i];
      const glm::dvec3 to =
          b.gatheredPosition(i) + (1.0 - share[i]) * kStep * glm::dvec3(b.particles().velocity[k]);
      ASSERT_LT(glm::distance(glm::dvec3(b.particles().position[k]), to), 2e-6 * kSpacingDouble);
      changed = std::max(changed, glm::distance(expected[i], s.points[i].v));
    }
    EXPECT_GT(convected, 400u);
    EXPECT_GT(whole, 200u);
    EXPECT_GT(changed, 0.05 * static_cast<double>(c));
  }
}

TEST(MpsConvection, TakesALinearFieldAlongExactlyAmongPointsInDisorder) {
  const glm::dvec3 u(1.0, -0.5, 0.3);
  const glm::dmat3 slope(3.0, -8.0, 1.0, 5.0, -2.0, 4.0, -6.0, 2.0, -1.0);
  const auto field = [&](const Vec3& x) { return Vec3(u + slope * glm::dvec3(x)); };
  ConvectedBlock b(field, 0.2f);
  b.m->predict(kDt, kTwo);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < b.m->points().size(); ++i) {
    if (b.lagFractionOf(i) < 1.f) continue;
    const std::size_t k = b.m->points().from[i];
    ASSERT_EQ(b.particles().position[k], Vec3(b.gatheredPosition(i))) << i;
    const glm::dvec3 from = b.gatheredPosition(i) - kStep * (u + slope * b.gatheredPosition(i));
    // The tolerance covers the rounding of the derivatives: 1e-6 and 1e-4.
    ASSERT_LT(glm::distance(glm::dvec3(b.velocityOf(i)), u + slope * from), 1e-5) << i;
    ++seen;
  }
  EXPECT_GT(seen, 60u);
}

TEST(MpsConvection, NeverLeavesTheRangeOfAJump) {
  ConvectedBlock b([](const Vec3& x) { return Vec3(2.f, x.x > 5.5f * kSpacing ? 1.f : 0.f, 0.f); });
  std::size_t between = 0;
  for (std::size_t i = 0; i < b.m->points().size(); ++i) {
    const float v = b.velocityOf(i).y;
    ASSERT_GE(v, 0.f);
    ASSERT_LE(v, 1.f);
    between += v > 0.01f && v < 0.99f;
  }
  EXPECT_GT(between, 20u);
}

TEST(MpsConvection, ParticlesAtRestKeepTheirValuesToTheBit) {
  ConvectedBlock b([](const Vec3& x) { return x.y > 5.5f * kSpacing ? Vec3(0.f, 0.f, 1.f) : Vec3(0.f); });
  b.m->predict(kDt, kTwo);
  std::size_t still = 0;
  for (std::size_t i = 0; i < b.m->points().size(); ++i) {
    if (b.gatheredPosition(i).y > 5.5 * kSpacingDouble || b.lagFractionOf(i) < 1.f) continue;
    ++still;
    ASSERT_EQ(b.velocityOf(i), Vec3(0.f));
    ASSERT_EQ(b.particles().position[b.m->points().from[i]], Vec3(b.gatheredPosition(i)));
  }
  EXPECT_GT(still, 50u);
}

TEST(MpsConvection, GoesWithTheLiquidAtTheSurfaceAndWhereItIsCrowded) {
  ConvectedBlock b(swirl);
  for (std::size_t i = 0; i < b.m->points().size(); ++i) {
    const Vec3 inCells = b.m->points().at[i] / kSpacing;
    const float deep =
        std::min({inCells.x, inCells.y, inCells.z, 11.f - inCells.x, 11.f - inCells.y, 11.f - inCells.z});
    if (deep < 1.2f) {
      EXPECT_EQ(b.lagFractionOf(i), 0.f) << deep;
    } else if (deep > 3.f) {
      EXPECT_EQ(b.lagFractionOf(i), 1.f) << deep;
    }
  }
  // A particle inserted among others must move away from them, so it goes with the liquid.
  ConvectedBlock crowd([](const Vec3&) { return Vec3(0.f); }, 0.f);
  LiquidSeeds more;
  more.positions = {kSpacing * Vec3(5.7f, 5.6f, 5.5f)}, more.velocities = {Vec3(0.f)};
  crowd.m->insert(more);
  crowd.convect();
  for (std::size_t i = 0; i < crowd.m->points().size(); ++i)
    if (glm::distance(crowd.m->points().at[i] / kSpacing, Vec3(5.6f)) < 0.3f) {
      EXPECT_EQ(crowd.lagFractionOf(i), 0.f);
    }
}

/// Holds the vortex of Taylor and Green 1937 in a closed box of liquid with free-slip walls.
/// The velocity along x is u = sin(pi x / L) cos(pi y / L), along y v = -cos(pi x / L) sin(pi y / L), with
/// the box's edge L. The box is `wide` spacings squared and two deep.
struct Vortex {
  std::unique_ptr<Mps> m;
  Bodies bodies;
  float wide;

  Vortex(float viscosity, float convection, float cells = 12.f) : wide(cells * kSpacing) {
    m = method({definition({.viscosity = viscosity, .tension = 0.f, .convection = convection})});
    m->setResidual(1e-6);
    Body box = closedBox(Vec3(wide, wide, 2.f * kSpacing));
    box.friction = 0.f;
    bodies = bodiesWith(std::move(box));
    const int n = static_cast<int>(cells);
    LiquidSeeds seeds = block(n, n, 2, 0.f, 0.f, 1);
    for (std::size_t i = 0; i < seeds.positions.size(); ++i)
      seeds.velocities[i] = 0.2f * mode(seeds.positions[i]);
    m->insert(seeds);
  }
  [[nodiscard]] Vec3 mode(const Vec3& x) const {
    const Vec3 k = std::numbers::pi_v<float> / wide * x;
    return {std::sin(k.x) * std::cos(k.y), -std::cos(k.x) * std::sin(k.y), 0.f};
  }
  /// Returns the amplitude of the vortex [m/s], and the amplitude of all other motion relative to the vortex
  /// [1].
  [[nodiscard]] std::pair<double, double> measureVortex() const {
    const Particles& p = m->liquid().particles;
    double dot = 0.0, own = 0.0, all = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const glm::dvec3 v(p.velocity[i]), e(mode(p.position[i]));
      dot += glm::dot(v, e), own += glm::dot(e, e), all += glm::dot(v, v);
    }
    const double amount = dot / own;
    return {amount, std::sqrt(std::max(0.0, all / own - amount * amount)) / amount};
  }
  void advance(double seconds) {
    for (double t = 0.0; t < seconds; t += 0.008) step(*m, 0.008f, kTwo, bodies);
  }
};

TEST(MpsConvection, AVortexBetweenSlipperyWallsDecaysAtTheRateOfItsViscosity) {
  // The Reynolds number is 24. In this vortex the pressure alone balances the convection.
  Vortex vortex(1.f, 1.f);
  const double kinematic = 1e-3, k = std::numbers::pi / static_cast<double>(vortex.wide);
  const double start = vortex.measureVortex().first, seconds = 0.4;
  vortex.advance(seconds);
  const auto [amount, rest] = vortex.measureVortex();
  const double rate = -std::log(amount / start) / seconds / (2.0 * kinematic * k * k);
  RecordProperty("rate", std::to_string(rate)), RecordProperty("rest", std::to_string(rest));
  EXPECT_NEAR(rate, 1.0, 0.15);
  EXPECT_LT(rest, 0.1);
}

WorldSpec shearedBox(float convection) {
  WorldSpec spec;
  spec.method = "mps";
  spec.methodSettings.interactionRadius = kH;
  MaterialDefinition of = definition({.viscosity = 0.5f, .convection = convection});
  spec.materials = {of};
  spec.bodies = {tankOf(kSpacing * Vec3(8.f, 16.f, 8.f))};
  Body stirrer = makeBody("stirrer", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(1.5f * kSpacing)},
                          Motion::Kinematic);
  stirrer.keys = {{0.0, {kSpacing * Vec3(2.f, 4.f, 4.f)}}, {1.0, {kSpacing * Vec3(6.f, 4.f, 4.f)}}};
  spec.bodies.push_back(std::move(stirrer));
  LiquidVolume volume;
  volume.shape = makeBox(kSpacing * Vec3(4.f));
  volume.pose.position = kSpacing * Vec3(4.f);
  volume.sampling = Sampling::Settled;
  spec.liquids = {volume};
  return spec;
}

TEST(MpsConvection, ContinuesFromASaveToTheBitAtAnyNumberOfThreads) {
  World world(shearedBox(1.f), 1), four(shearedBox(1.f), 4);
  for (int f = 0; f < 3; ++f) world.advanceFrame();
  world.step();
  World restored(shearedBox(1.f), 2);
  test::restore(restored, test::saved(world));
  for (int f = 0; f < 3; ++f) world.advanceFrame(), restored.advanceFrame();
  EXPECT_EQ(restored.hash(), world.hash());
  while (four.stepIndex() < world.stepIndex()) four.step();
  EXPECT_EQ(four.hash(), world.hash());
  World with(shearedBox(0.f), 1);
  while (with.stepIndex() < world.stepIndex()) with.step();
  EXPECT_NE(with.hash(), world.hash());
}

/// Points that stay behind show the velocity of the liquid that passes them. The flow is chaotic after some
/// frames, so the test takes the mean of twenty frames. Points that show their own motion would give 1.
TEST(MpsConvection, PointsThatStayShowTheLiquidsSpeed) {
  WorldSpec spec = shearedBox(1.f);
  World world(spec, 1);
  const auto& m = dynamic_cast<const Mps&>(world.method());
  constexpr int kFrames = 20;
  double mean = 0.0;
  for (int f = 0; f < kFrames; ++f) {
    world.advanceFrame();
    double most = 0.0, moved = 0.0;
    for (std::size_t i = 0; i < m.points().size(); ++i) {
      if (m.points().kind[i] != PointKind::Liquid || m.convection().share[i] < 1.f) continue;
      const std::size_t k = m.points().from[i];
      const Vec3 own = world.particles().velocity[k], seen = world.frameVelocity(k);
      most = std::max<double>(most, glm::length(own));
      moved = std::max<double>(moved, glm::distance(own, seen));
    }
    EXPECT_GT(most, 0.01);
    mean += moved / most / kFrames;
  }
  EXPECT_LT(mean, 0.3);
}

}  // namespace
}  // namespace mps_convection_test
}  // namespace ooze::mps_tests
