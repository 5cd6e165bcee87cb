// Tests of the adhesion method against values that can be derived by hand.
#include "unit/steele_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::steele_tests {
namespace steele_law_test {
namespace {

using steele::AdhesionCurve;
using steele::Steele;

const Threads kOne(1);

LiquidSeeds particles(const std::vector<Vec3>& at, const std::vector<Vec3>& moving = {}) {
  LiquidSeeds seeds;
  seeds.positions = at;
  seeds.velocities = moving.empty() ? std::vector<Vec3>(at.size(), Vec3(0.f)) : moving;
  return seeds;
}

Vec3 relativeVelocity(Steele& m) {
  const Particles& p = m.liquid().particles;
  return p.velocity[0] - p.velocity[1];
}

TEST(SteeleViscosity, TwoAloneExchangeAlongTheirLine) {
  steele::Material material;
  material.viscosity = 10.f;
  auto m = method({definition(material)});
  m->insert(particles({Vec3(0.f), Vec3(2.f * kR, 0.f, 0.f)}, {Vec3(0.1f, 0.2f, 0.f), Vec3(0.f)}));
  m->findNeighbours(kOne);
  m->exchangeMomentum(0.001f, kOne);  // viscosity times dt is 0.01
  // The factor of the kernel is 15 / 11 S^2 / (k d^2), with S = 2 d.
  EXPECT_NEAR(relativeVelocity(*m).x, 0.1f * (1.f - 2.f * 0.01f * 60.f / 11.f), 1e-6f);
  EXPECT_EQ(relativeVelocity(*m).y, 0.2f);
}

/// Returns the velocity of a wave of shear at `at`. @param side  length of its half wave [m]
Vec3 shearWave(const Vec3& at, float side) {
  return {std::sin(std::numbers::pi_v<float> * at.y / side), 0.f, 0.f};
}

TEST(SteeleViscosity, AWaveOfShearDecaysAsTheCardSays) {
  for (const float support : {3.f, 4.f, 6.f})
    for (const std::uint64_t seed : {3, 4}) {
      steele::Material material;
      material.viscosity = 100.f;
      material.viscousSupport = support;
      auto m = method({definition(material)});
      constexpr int kSide = 18;
      m->insert(cube(kSide, 0.8f, 0.f, seed));
      m->findNeighbours(kOne);
      Particles& p = m->liquid().particles;
      const float side = kSide * 2.f * kR, dt = 1e-4f;
      for (std::size_t i = 0; i < p.size(); ++i) p.velocity.set(i, shearWave(p.position[i], side));
      m->exchangeMomentum(dt, kOne);
      double lost = 0.0, all = 0.0;
      for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec3 at = p.position[i] / (2.f * kR);
        if (glm::any(glm::lessThan(at, Vec3(3.5f))) || glm::any(glm::greaterThan(at, Vec3(13.5f)))) continue;
        const double wave = static_cast<double>(shearWave(p.position[i], side).x);
        lost += wave * (wave - static_cast<double>(p.velocity.x[i])), all += wave * wave;
      }
      const double number = std::numbers::pi / static_cast<double>(side);
      const double card = steele::kinematicViscosity(100.0, static_cast<double>(support * kR));
      EXPECT_NEAR(lost / all / static_cast<double>(dt) / (card * number * number), 1.0, 0.1)
          << support << " radii, seed " << seed;
    }
}

TEST(SteeleViscosity, KeepsAngularMomentum) {
  for (const float vDt : {0.1f, 3.f}) {
    steele::Material material;
    material.viscosity = 100.f;
    auto m = method({definition(material, 1000.f), definition(material, 2500.f)});
    m->insert(cube(6, 0.3f, 0.3f, 4));
    m->insert(cube(6, 0.3f, 0.3f, 5, 1, Vec3(0.f, 11.f * kR, 0.f)));
    m->findNeighbours(kOne);
    const auto angularMomentum = [&] {
      glm::dvec3 sum(0.0);
      for (const auto& p : stateOf(*m, {1000.f, 2500.f})) sum += p.mass * glm::cross(p.x, p.v);
      return sum;
    };
    const glm::dvec3 before = angularMomentum();
    m->exchangeMomentum(vDt / 100.f, kOne);
    EXPECT_LT(glm::distance(angularMomentum(), before), 1e-4 * glm::length(before)) << vDt;
  }
}

TEST(SteeleViscosity, NothingHappensWithoutIt) {
  steele::Material material;
  material.viscosity = 0.f;
  auto m = method({definition(material)});
  m->insert(particles({Vec3(0.f), Vec3(2.f * kR, 0.f, 0.f)}, {Vec3(0.1f, 0.2f, 0.f), Vec3(0.f)}));
  m->findNeighbours(kOne);
  const Vec3 before = relativeVelocity(*m);
  m->exchangeMomentum(0.01f, kOne);
  EXPECT_EQ(relativeVelocity(*m), before);
}

TEST(SteeleViscosity, LeavesAnEvenMotionAndGivesNoEnergy) {
  for (const float vDt : {0.1f, 0.5f, 3.f}) {
    steele::Material material;
    material.viscosity = 100.f;
    auto m = method({definition(material)});
    m->insert(cube(7, 0.3f, 0.3f, 4));
    m->findNeighbours(kOne);
    const auto energy = [&] {
      double e = 0.0;
      for (const auto& p : stateOf(*m)) e += glm::dot(p.v, p.v);
      return e;
    };
    const double before = energy();
    m->exchangeMomentum(vDt / 100.f, kOne);
    EXPECT_LT(energy(), before) << vDt;
    Particles& p = m->liquid().particles;
    for (std::size_t i = 0; i < p.size(); ++i) p.velocity.set(i, Vec3(0.25f, -1.5f, 0.75f));
    m->exchangeMomentum(vDt / 100.f, kOne);
    for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(p.velocity[i], Vec3(0.25f, -1.5f, 0.75f));
  }
}

TEST(SteeleContacts, APairAloneEndsTwoRadiiApart) {
  auto m = method({definition({})});
  m->insert(particles({Vec3(0.f), Vec3(0.7f * kR, 0.9f * kR, 0.f)}, {Vec3(0.1f, 0.1f, 0.f), Vec3(0.f)}));
  m->findNeighbours(kOne);
  Particles& p = m->liquid().particles;
  const Vec3 centre = p.position[0] + p.position[1], momentum = p.velocity[0] + p.velocity[1];
  const Vec3 before = p.velocity[1] - p.velocity[0], overlapping = p.position[1] - p.position[0];
  steele::ContactSeparation separation;
  separation.separate({m->near(), p.position, nullptr}, kR, p, 0.01f, kOne);
  const Vec3 apart = p.position[1] - p.position[0];
  EXPECT_NEAR(glm::length(apart) / (2.f * kR), 1.f, 1e-6f);
  EXPECT_LT(glm::distance(p.position[0] + p.position[1], centre), 1e-6f * kR);
  EXPECT_LT(glm::distance(p.velocity[0] + p.velocity[1], momentum), 1e-7f);
  // The velocities gain the correction of positions divided by the time step.
  const Vec3 gained = p.velocity[1] - p.velocity[0] - before;
  EXPECT_LT(glm::distance(gained, (1.f - glm::length(overlapping) / (2.f * kR)) * apart / 0.01f), 1e-5f);
}

TEST(SteeleContacts, PartsWhatLiesInOnePlace) {
  auto m = method({definition({})});
  m->insert(particles({Vec3(0.f), Vec3(0.f)}));
  m->findNeighbours(kOne);
  Particles& p = m->liquid().particles;
  steele::ContactSeparation separation;
  separation.separate({m->near(), p.position, nullptr}, kR, p, 0.01f, kOne);
  EXPECT_NEAR(glm::distance(p.position[0], p.position[1]), 2.f * kR, 1e-5f * kR);
}

TEST(SteeleDensity, LatticeHasTheDensityThatIsDesired) {
  EXPECT_NEAR(steele::latticeDensity(2.0 * std::sqrt(3.0)), 4.73794, 1e-5);
  EXPECT_NEAR(steele::latticeDensity(3.75), 6.35895, 1e-5);
  EXPECT_NEAR(steele::latticeDensity(4.0), 7.58652, 1e-5);
  auto m = method({definition({})});
  m->insert(cube(9, 0.f, 0.f, 1));
  m->findNeighbours(kOne);
  Particles& p = m->liquid().particles;
  steele::DensityCorrection correction;
  const Vec3Array before = p.position;
  (void)correction.measure({m->near(), p.position, nullptr}, 4.f * kR,
                           static_cast<float>(steele::latticeDensity(4.0)), {0.2f, nullptr}, p.position,
                           p.density, nullptr, kOne);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 cell = before[i] / (2.f * kR);
    if (glm::any(glm::lessThan(cell, Vec3(1.5f))) || glm::any(glm::greaterThan(cell, Vec3(6.5f)))) continue;
    ++inside;
    // Rounding decides whether particles at the very edge of the kernel count, but their weight there is
    // nearly 0.
    ASSERT_NEAR(p.density[i], 7.58652f, 1e-4f);
  }
  EXPECT_EQ(inside, 125u);
  // Density correction moves no particle whose whole neighbourhood is complete.
  correction.move({m->near(), p.position, nullptr}, 4.f * kR, p.position, kOne);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 cell = before[i] / (2.f * kR);
    if (glm::any(glm::lessThan(cell, Vec3(2.5f))) || glm::any(glm::greaterThan(cell, Vec3(5.5f)))) continue;
    ASSERT_LT(glm::distance(p.position[i], before[i]), 1e-4f * kR);
  }
}

TEST(SteeleDensity, LeavesALoneParticle) {
  auto m = method({definition({})});
  m->insert(particles({Vec3(0.01f, 0.02f, 0.03f)}));
  m->findNeighbours(kOne);
  const Vec3 before = m->liquid().particles.position[0];
  m->correctDensity(0.01f, Bodies{}, kOne);
  EXPECT_EQ(m->liquid().particles.position[0], before);
  EXPECT_EQ(m->liquid().particles.velocity[0], Vec3(0.f));
}

TEST(SteeleDensity, EvensASmallDisturbanceInAFewPasses) {
  auto m = method({definition({})});
  m->insert(cube(10, 0.06f, 0.f, 3));
  m->findNeighbours(kOne);
  m->correctDensity(0.01f, Bodies{}, kOne);
  const double first = m->lastCorrection().error;
  for (int k = 0; k < 3; ++k) m->correctDensity(0.01f, Bodies{}, kOne);
  EXPECT_LT(m->lastCorrection().error, 0.02) << "began at " << first;
  EXPECT_LE(m->lastCorrection().passes, 3);
}

TEST(SteeleAdhesion, MirroredLiquidIsAcceleratedAsItsMirrorImage) {
  steele::Material material;
  LiquidSeeds seeds = cube(5, 0.5f, 0.f, 8), mirrored = seeds;
  for (Vec3& x : mirrored.positions) x.x = -x.x;
  std::vector<Vec3> a(seeds.positions.size()), b(seeds.positions.size());
  const Bodies none;
  for (int k = 0; k < 2; ++k) {
    auto m = method({definition(material)});
    m->insert(k ? mirrored : seeds);
    m->findNeighbours(kOne);
    m->findForces(none, kOne);
    const Particles& p = m->liquid().particles;
    for (std::size_t i = 0; i < p.size(); ++i) (k ? b : a)[p.id[i]] = m->accelerations()[i];
  }
  // The accelerations a and b are some 1,000 m/s^2.
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_LT(glm::distance(a[i], Vec3(-b[i].x, b[i].y, b[i].z)), 1e-2f) << i;
}

TEST(SteeleAdhesion, CurvesArePiecewiseLinearAndEndAtTheirLastPoint) {
  const AdhesionCurve c{std::vector<CurvePoint>{{0.5f, -20.f}, {2.f, 0.f}, {3.f, 7.f}, {4.f, 2.f}}};
  EXPECT_FLOAT_EQ(c(0.f), -20.f);
  EXPECT_FLOAT_EQ(c(0.5f), -20.f);
  EXPECT_FLOAT_EQ(c(1.25f), -10.f);
  EXPECT_FLOAT_EQ(c(2.5f), 3.5f);
  EXPECT_NEAR(c(3.999f), 2.005f, 1e-4f);
  EXPECT_EQ(c(4.f), 0.f);
  EXPECT_EQ(AdhesionCurve()(1.f), 0.f);
  const AdhesionCurve half = mean(c, AdhesionCurve());
  for (const float d : {0.1f, 0.8f, 1.9f, 2.2f, 3.5f, 5.f}) EXPECT_NEAR(half(d), 0.5f * c(d), 1e-5f) << d;
}

TEST(SteeleMotion, DoesNotDependOnTheOrderOfParticles) {
  LiquidSeeds seeds = cube(7, 0.4f, 0.2f, 6), shuffled;
  std::vector<std::size_t> order(seeds.positions.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i * 130 % order.size();  // 130 and 343 have no common divisor
  for (const std::size_t i : order) {
    shuffled.positions.push_back(seeds.positions[i]);
    shuffled.velocities.push_back(seeds.velocities[i]);
  }
  std::vector<Vec3> a(order.size()), b(order.size());
  for (int k = 0; k < 2; ++k) {
    auto m = method({definition({})});
    m->insert(k ? shuffled : seeds);
    Bodies none;
    StageTimer timer;
    StepContext context{none, kOne, timer, 0};
    m->step(0.002f, context);
    const Particles& p = m->liquid().particles;
    for (std::size_t i = 0; i < p.size(); ++i) (k ? b[order[p.id[i]]] : a[p.id[i]]) = p.position[i];
  }
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(glm::distance(a[i], b[i]), 1e-4f * kR) << i;
}

/// Returns a red cube beside a blue cube, after some steps.
std::unique_ptr<Steele> redBesideBlue(float mixing, int steps) {
  steele::Material material;
  material.mixing = mixing;
  auto m = method({definition(material)});
  LiquidSeeds red = cube(4, 0.f, 0.f, 1), blue = cube(4, 0.f, 0.f, 1, 0, Vec3(8.f * kR, 0.f, 0.f));
  red.colour = 0xff0000ffu, blue.colour = 0xffff0000u;
  m->insert(red);
  m->insert(blue);
  Bodies none;
  StageTimer timer;
  for (int k = 0; k < steps; ++k) {
    StepContext context{none, kOne, timer, static_cast<std::uint64_t>(k)};
    m->step(0.001f, context);
  }
  return m;
}

TEST(SteeleColours, MixWhereLiquidsTouchAndKeepTheirSums) {
  auto m = redBesideBlue(10.f, 100);
  const Particles& p = m->liquid().particles;
  double red = 0.0, blue = 0.0;
  std::size_t mixed = 0;
  for (const std::uint32_t c : p.colour) {
    const Vec3 pigment = steele::pigmentOf(c);
    red += static_cast<double>(pigment.x), blue += static_cast<double>(pigment.z);
    mixed += pigment.x > 0.1f && pigment.z > 0.1f;
    EXPECT_EQ(c >> 24, 0xffu);
    EXPECT_EQ(pigment.y, 0.f);
  }
  EXPECT_NEAR(red, 64.0, 0.3);  // each colour is rounded to a byte
  EXPECT_NEAR(blue, 64.0, 0.3);
  EXPECT_GE(mixed, 16u);
  EXPECT_LT(mixed, 112u);  // the far ends are not yet mixed
  m->recolour(0, 0xff00ff00u);
  m->mixColours(0.1f, kOne);
  EXPECT_EQ(p.colour[5], 0xff00ff00u);
}

TEST(SteeleColours, StayWithoutMixing) {
  const auto m = redBesideBlue(0.f, 25);
  for (const std::uint32_t c : m->liquid().particles.colour)
    EXPECT_TRUE(c == 0xff0000ffu || c == 0xffff0000u);
}

TEST(SteeleFrozen, StandsToTheBitAndLetsNothingThrough) {
  auto m = method({definition({})});
  m->setGravity(Vec3(0.f, -9.81f, 0.f));
  m->insert(cube(5, 0.f, 0.f, 1));
  LiquidSeeds above = cube(4, 0.1f, 0.f, 1, 0, Vec3(1.f, 10.5f, 1.f) * kR);
  for (Vec3& v : above.velocities) v = Vec3(0.f, -1.f, 0.f);
  std::vector<std::uint32_t> slab(125);
  for (std::uint32_t i = 0; i < 125; ++i) slab[i] = i;
  m->freeze(slab, true);
  m->insert(above);
  m->freeze(slab, true);
  const Vec3 stood = m->liquid().particles.position[7];
  Bodies none;
  StageTimer timer;
  int held = 0;
  for (std::uint64_t k = 0; k < 150; ++k) {
    StepContext context{none, kOne, timer, k};
    m->step(0.0015f, context);
    // Liquid that has run over the edge falls beside the slab or creeps below. Nothing passes through,
    // because a step moves only a fraction of the slab's thickness.
    const Particles& p = m->liquid().particles;
    held = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p.id[i] == 7) {
        EXPECT_EQ(p.position[i], stood);
      }
      const Vec3 at = p.position[i] / kR;
      const bool within = at.x > 0.f && at.x < 8.f && at.z > 0.f && at.z < 8.f && at.y > 0.f;
      if (p.id[i] < 125 || !within) continue;
      // Contact is at two radii. A particle over the middle of four frozen particles is thus 1.4 radii above
      // their layer.
      ASSERT_GT(at.y, 9.3f) << k;
      ++held;
    }
  }
  EXPECT_GE(held, 5);
}

/// Returns the height of a liquid cube that began under a frozen slab of another liquid, after 0.2 s [radii].
double heightUnderFrozen(const std::vector<CurvePoint>& pair) {
  steele::Material material;
  material.cohesion = 80.f, material.viscosity = 200.f;
  auto m =
      method({definition(material), definition(material)}, {{"adhesion", 0, std::uint16_t{1}, "", pair}});
  m->setGravity(Vec3(0.f, -9.81f, 0.f));
  m->insert(cube(7, 0.f, 0.f, 1, 1));
  std::vector<std::uint32_t> slab(343);
  for (std::uint32_t i = 0; i < 343; ++i) slab[i] = i;
  m->freeze(slab, true);
  m->insert(cube(3, 0.02f, 0.f, 5, 0, Vec3(4.f, -6.5f, 4.f) * kR));
  Bodies none;
  StageTimer timer;
  for (std::uint64_t k = 0; k < 200; ++k) {
    StepContext context{none, kOne, timer, k};
    m->step(0.001f, context);
  }
  double height = 0.0;
  for (const auto& p : stateOf(*m, {1.f, 1.f}))
    if (p.material == 0) height += p.x.y / static_cast<double>(kR) / 27.0;
  return height;
}

// Frozen liquid attracts by the pair function of its material with the liquid, as object particles do.
TEST(SteeleFrozen, DrawsByThePairOfItsMaterial) {
  EXPECT_GT(heightUnderFrozen(steele::clings(60.f)), -6.0);
  EXPECT_LT(heightUnderFrozen(steele::repels(60.f)), -60.0);  // falls 0.2 m
}

TEST(SteeleMotion, AnEvenBlobFallsByTheExactSums) {
  steele::Material material;
  auto m = method({definition(material)});
  m->setGravity(Vec3(0.f, -9.81f, 0.f));
  m->insert(cube(6, 0.f, 0.f, 1));
  Bodies none;
  StageTimer timer;
  const float dt = 1.f / 480.f;
  const auto height = [&] {
    double y = 0.0;
    for (const auto& p : stateOf(*m)) y += p.x.y / 216.0;
    return y;
  };
  double expected = height(), speed = 0.0;
  for (std::uint64_t k = 0; k < 40; ++k) {
    StepContext context{none, kOne, timer, k};
    speed -= 9.81 * static_cast<double>(dt);
    expected += speed * static_cast<double>(dt);
    m->step(dt, context);
    ASSERT_NEAR(height(), expected, 2e-6) << k;
  }
}

}  // namespace
}  // namespace steele_law_test
}  // namespace ooze::steele_tests
