// Tests of each stage of the moving particle method (MPS) against its transcription. The state is two
// disordered liquids in the corner of a tank, partly frozen, beside a ball that moves and rotates.
#include "methods/mps/tension.h"
#include "unit/mps_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::mps_tests {
namespace mps_stage_test {
namespace {

using namespace mps_reference;
using mps::PressureRole;

const Threads kTwo(2);
constexpr float kDt = 0.001f;
constexpr double kStep = static_cast<double>(kDt);
// Tolerance relative to the greatest value: rounding of stored floats, and of float sums over some forty
// terms.
constexpr double kRounded = 5e-6;

struct Corner {
  std::vector<MaterialDefinition> materials;
  Bodies bodies;
  std::unique_ptr<Mps> m;

  [[nodiscard]] State state() { return stateOf(*m, materials); }
  [[nodiscard]] glm::dvec3 velocityOf(std::size_t point) const {
    return glm::dvec3(m->points().velocity[point]);
  }
};

/// Makes the corner of a tank with two liquids, frozen particles and a moving ball.
/// @param noise  greatest displacement of a particle from the lattice along each axis [spacings]
/// @param speed  greatest initial speed of a particle along each axis [m/s]
/// @param density  density of the second liquid; that of the first is 1000 [kg/m^3]
Corner corner(const Material& a, const Material& b, float noise, float speed, float density = 1600.f) {
  Corner c{{definition(a, 1000.f), definition(b, density)}, bodiesWith(tankOf(Vec3(20.f * kSpacing))), {}};
  Body ball = makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(2.f * kSpacing)},
                       Motion::Kinematic);
  ball.pose.position = ball.previousPose.position = kSpacing * Vec3(8.f, 3.f, 3.f);
  ball.velocity = Vec3(-0.2f, 0.1f, 0.f), ball.angularVelocity = Vec3(1.f, -3.f, 5.f);
  c.bodies.list.push_back(std::move(ball));
  c.m = method(c.materials);
  c.m->insert(block(3, 6, 6, noise, speed, 1, 0));
  c.m->insert(block(3, 6, 6, noise, speed, 2, 1, Vec3(3.f * kSpacing, 0.f, 0.f)));
  std::vector<std::uint32_t> frozen;
  for (std::uint32_t i = 4; i < c.m->liquid().size(); i += 19) frozen.push_back(i);
  c.m->freeze(frozen, true);
  c.m->findNeighbours(kTwo);
  c.m->gatherPoints(c.bodies, 1.f, kTwo);
  return c;
}
Corner corner(float noise, float speed) { return corner({}, {.relaxation = 60.f}, noise, speed); }

std::vector<Role> rolesOf(const mps::Pressure& pressure) {
  std::vector<Role> roles;
  for (const PressureRole r : pressure.role) roles.push_back(static_cast<Role>(r));
  return roles;
}

double maxLength(const std::vector<glm::dvec3>& of) {
  double most = 0.0;
  for (const glm::dvec3& v : of) most = std::max(most, glm::length(v));
  return most;
}

TEST(MpsStages, ACloudInACornerHasEveryKindOfPoint) {
  Corner c = corner(0.2f, 0.1f);
  c.m->measureDensity(kDt, kTwo);
  const State s = c.state();
  std::size_t frozen = 0, ofBall = 0, hidden = 0, inRole[3] = {}, wallsInRole[3] = {};
  for (std::size_t i = 0; i < s.size(); ++i) {
    frozen += s.points[i].isParticle && s.points[i].kind == Kind::Wall;
    ofBall += !s.points[i].isParticle && c.m->points().from[i] == 1;
    hidden += s.points[i].kind == Kind::Hidden;
    const std::size_t from = c.m->points().from[i];
    const glm::dvec3 arm = s.points[i].x - glm::dvec3(c.bodies.list[1].pose.position);
    const glm::dvec3 velocity =  // frozen liquid and the tank are at rest
        s.points[i].isParticle ? glm::dvec3(c.m->liquid().particles.velocity[from])
        : from == 0            ? glm::dvec3(0.0)
                               : glm::dvec3(-0.2, 0.1, 0.0) + glm::cross(glm::dvec3(1.0, -3.0, 5.0), arm);
    EXPECT_LT(glm::distance(s.points[i].v, velocity), 1e-6) << i;
    ++(s.flows(i) ? inRole : wallsInRole)[static_cast<int>(c.m->pressure().role[i])];
  }
  EXPECT_GT(frozen, 8u);
  EXPECT_GT(ofBall, 10u);
  EXPECT_GT(hidden, 200u);
  EXPECT_GT(inRole[1], 40u);
  EXPECT_GT(inRole[2], 60u);
  EXPECT_GT(wallsInRole[2], 50u);
}

TEST(MpsStages, DensityAndRolesAreThoseOfThePaper) {
  // Runs once with little disorder, and once with pairs closer than half a spacing.
  for (const float noise : {0.15f, 0.4f}) {
    Corner c = corner(noise, 0.3f);
    const State s = c.state();
    const std::vector<Density> expected = densities(s, kStep);
    const std::vector<Role> role = roles(s, expected);
    c.m->measureDensity(kDt, kTwo);
    const mps::Pressure& found = c.m->pressure();
    double most = 0.0;
    for (const Density& d : expected) most = std::max(most, std::abs(d.compression));
    ASSERT_GT(most, 0.01);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      // The density of walls that see no liquid is never used.
      if (s.points[i].kind == Kind::Hidden || expected[i].liquid == 0) continue;
      ++compared;
      ASSERT_NEAR(static_cast<double>(found.density[i]), expected[i].n, kRounded * 2.0) << i;
      ASSERT_NEAR(static_cast<double>(found.compression[i]), expected[i].compression, kRounded * most) << i;
      ASSERT_EQ(static_cast<Role>(found.role[i]), role[i]) << i;
      if (!s.points[i].isParticle) continue;
      const std::size_t k = c.m->points().from[i];
      EXPECT_EQ(c.m->liquid().particles.density[k], found.density[i]);
      EXPECT_NEAR(static_cast<double>(c.m->liquid().particles.exposure[k]),
                  std::clamp((1.0 - expected[i].n) / (1.0 - 0.727), 0.0, 1.0), 1e-4);
    }
    EXPECT_GT(compared, 300u);
  }
}

/// Compares the pressure solve with the transcription. Takes the roles from the method; the test above
/// compares roles.
void expectPressureOfThePaper(Corner& c, std::size_t pockets) {
  const State s = c.state();
  const std::vector<Density> density = densities(s, kStep);
  c.m->measureDensity(kDt, kTwo);
  const std::vector<Role> role = rolesOf(c.m->pressure());
  const std::vector<double> source = sources(s, density, role, kStep);
  const Pressures expected = pressures(s, role, source, kStep);
  c.m->solvePressure(kDt, kTwo);
  EXPECT_EQ(expected.asymmetry, 0.0);
  EXPECT_EQ(expected.pockets, pockets);
  EXPECT_EQ(c.m->lastSolution().pockets, pockets);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(c.m->lastSolution().unknowns),
            std::count(role.begin(), role.end(), Role::Unknown));
  EXPECT_LE(c.m->lastSolution().solver.residual, 1e-10);
  const mps::Pressure& found = c.m->pressure();
  const double most = *std::max_element(expected.p.begin(), expected.p.end());
  double mostSource = 0.0;
  for (const double b : source) mostSource = std::max(mostSource, std::abs(b));
  ASSERT_GT(most, 10.0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(found.source[i]), source[i], kRounded * mostSource) << i;
    ASSERT_NEAR(static_cast<double>(found.densities()[i]), expected.rho[i], kRounded * 1600.0) << i;
    // Rounding errors of the sources act across a cloud six spacings wide, a few times as strongly.
    ASSERT_NEAR(static_cast<double>(found.pressure[i]), expected.p[i], 10.0 * kRounded * most) << i;
    ASSERT_GE(found.pressure[i], 0.f);
    if (s.points[i].isParticle) {
      EXPECT_EQ(c.m->gather("pressure", kDt)[c.m->points().from[i]], found.pressure[i]);
    }
  }
}

TEST(MpsStages, PressureIsThatOfThePaper) {
  for (const float noise : {0.15f, 0.3f}) {
    Corner c = corner(noise, 0.3f);
    expectPressureOfThePaper(c, 0);
    EXPECT_NE(std::count(c.m->pressure().pressure.begin(), c.m->pressure().pressure.end(), 0.f), 0);
  }
}

/// Two closed boxes hold one liquid each. Without a free surface each box has a pressure constant of its own
/// (Neumann problem).
TEST(MpsStages, PressureInClosedBoxesIsKnownUpToAConstantOfEach) {
  Corner c{{definition({}, 1000.f), definition({}, 1600.f)}, Bodies(), {}};
  c.m = method(c.materials);
  for (const float x : {0.f, 20.f}) {
    const Vec3 at(x * kSpacing, 0.f, 0.f);
    c.bodies.list.push_back(closedBox(Vec3(3.9f * kSpacing), at + Vec3(0.05f * kSpacing)));
    c.m->insert(block(4, 4, 4, 0.01f, 0.1f, 3, x > 0.f ? 1 : 0, at));
  }
  c.m->findNeighbours(kTwo);
  c.m->gatherPoints(c.bodies, 1.f, kTwo);
  expectPressureOfThePaper(c, 2);
}

/// Moves particles by the whole acceleration. Their velocities change by the acceleration less the shift. The
/// stress is even if both liquids have the same density. Else the stress is plain, without a shift.
TEST(MpsStages, CorrectionIsTheGradientOfEvenStressAndPartsThoseThatMet) {
  for (const auto& [noise, density] : {std::pair(0.15f, 1000.f), std::pair(0.4f, 1000.f),
                                       std::pair(0.15f, 1600.f), std::pair(0.4f, 1600.f)}) {
    Corner c = corner({}, {.relaxation = 60.f}, noise, 0.3f, density);
    c.m->measureDensity(kDt, kTwo);
    c.m->solvePressure(kDt, kTwo);
    State s = c.state();
    Pressures given;
    for (std::size_t i = 0; i < s.size(); ++i) {
      given.p.push_back(static_cast<double>(c.m->pressure().pressure[i]));
      given.rho.push_back(static_cast<double>(c.m->pressure().densities()[i]));
    }
    const auto [expected, shifts] = accelerations(s, rolesOf(c.m->pressure()), given);
    ASSERT_GT(maxLength(shifts), 0.01 * maxLength(expected));
    const Vec3Array places = c.m->liquid().particles.position;
    c.m->correct(kDt, kTwo);
    for (std::size_t i = 0; i < s.size(); ++i)
      if (s.flows(i)) s.points[i].v += kStep * (expected[i] - shifts[i]);
    const auto parted = encounters(s);
    const double most = maxLength(expected);
    ASSERT_GT(most, 1.0);
    if (noise > 0.3f) {
      ASSERT_GT(maxLength(parted), 0.01);
    }
    const Particles& p = c.m->liquid().particles;
    for (std::size_t i = 0; i < s.size(); ++i) {
      // Points of resting bodies need no acceleration.
      const glm::dvec3 wanted = s.points[i].isParticle ? expected[i] : glm::dvec3(0.0);
      ASSERT_LT(glm::distance(glm::dvec3(c.m->pressure().acceleration[i]), wanted), kRounded * most) << i;
      ASSERT_LT(glm::distance(glm::dvec3(c.m->pressure().shift[i]), shifts[i]), kRounded * most) << i;
      if (!s.points[i].isParticle) continue;
      const std::size_t k = c.m->points().from[i];
      const glm::dvec3 velocity = s.points[i].v + parted[i];
      ASSERT_LT(glm::distance(glm::dvec3(p.velocity[k]), velocity), kRounded * (1.0 + kStep * most)) << i;
      const glm::dvec3 moved = s.flows(i) ? kStep * (kStep * expected[i] + parted[i]) : glm::dvec3(0.0);
      ASSERT_LT(glm::distance(glm::dvec3(p.position[k]), glm::dvec3(places[k]) + moved),
                1e-5 * kSpacingDouble)
          << i;
    }
  }
}

void expectVelocities(Corner& c, const State& before, const std::vector<glm::dvec3>& expected, double speed) {
  const Particles& p = c.m->liquid().particles;
  double changed = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_LT(glm::distance(c.velocityOf(i), expected[i]), kRounded * speed) << i;
    changed = std::max(changed, glm::distance(before.points[i].v, expected[i]));
    if (!before.points[i].isParticle) continue;
    const std::size_t k = c.m->points().from[i];
    ASSERT_EQ(p.velocity[k], c.m->points().velocity[i]) << i;
    ASSERT_EQ(p.position[k], c.m->points().at[i]) << i;
    // The particle moves by the change of its velocity times the time step.
    const glm::dvec3 at = before.points[i].x + kStep * (expected[i] - before.points[i].v);
    ASSERT_LT(glm::distance(glm::dvec3(p.position[k]), at), 1e-5 * kSpacingDouble) << i;
  }
  EXPECT_GT(changed, 0.03 * speed);
}

TEST(MpsStages, ViscositySolvesItsEquations) {
  Corner c = corner({.viscosity = 12.f}, {.viscosity = 90.f}, 0.3f, 0.3f);
  const State before = c.state();
  c.m->applyViscosity(kDt, kTwo);
  expectVelocities(c, before, solveViscosity(before, kStep), 0.5);
}

/// Returns the velocities after the damping of noise and explicit viscosity.
std::vector<glm::dvec3> actAtOnce(const State& before) {
  State calm = before;
  const auto v = calmNoise(before, kStep * std::sqrt(9.81 / before.spacing));
  for (std::size_t i = 0; i < calm.size(); ++i) calm.points[i].v = v[i];
  return applyViscosityExplicitly(calm, kStep);
}

TEST(MpsStages, LittleViscosityActsAtOnceAndNoiseIsDamped) {
  Corner c = corner({.viscosity = 0.7f}, {.viscosity = 4.f}, 0.3f, 0.3f);
  const State before = c.state();
  c.m->applyViscosity(kDt, kTwo);
  expectVelocities(c, before, actAtOnce(before), 0.5);
}

/// Makes the corner with a free-slip tank and a ball with partial slip.
Corner slipperyCorner(float viscosity, float other) {
  Corner c = corner({.viscosity = viscosity}, {.viscosity = other}, 0.3f, 0.3f);
  c.bodies.list[0].friction = 0.f, c.bodies.list[1].friction = 0.4f;
  c.m->gatherPoints(c.bodies, 1.f, kTwo);
  return c;
}

TEST(MpsStages, SolidsHoldLiquidByTheirFriction) {
  for (const bool atOnce : {false, true}) {
    Corner c = slipperyCorner(atOnce ? 0.7f : 12.f, atOnce ? 4.f : 90.f);
    const State before = c.state();
    c.m->applyViscosity(kDt, kTwo);
    expectVelocities(c, before, atOnce ? actAtOnce(before) : solveViscosity(before, kStep), 0.5);
  }
}

TEST(MpsStages, TensionIsThatOfPairs) {
  Corner c = corner(0.3f, 0.f);
  const State s = c.state();
  std::vector<float> sigma;
  for (std::size_t i = 0; i < s.size(); ++i)
    sigma.push_back(s.points[i].isParticle ? static_cast<float>(s.of(i).tension) : 0.f);
  Vec3Array force;
  force.resize(s.size());
  std::vector<float> found;
  mps::addTension(c.m->points(), sigma, kSpacing, force, found, kTwo);
  const auto expected = tension(s);
  const double most = maxLength(expected);
  ASSERT_GT(most, 1e-5);
  for (std::size_t i = 0; i < s.size(); ++i)
    ASSERT_LT(glm::distance(glm::dvec3(force[i]), expected[i]), kRounded * most) << i;
  const std::vector<double> pressures = cohesion(s);
  const double greatest = *std::max_element(pressures.begin(), pressures.end());
  ASSERT_GT(greatest, 1.0);
  for (std::size_t i = 0; i < s.size(); ++i)
    ASSERT_NEAR(static_cast<double>(found[i]), pressures[i], kRounded * greatest) << i;
}

/// Inside the liquid the field shows the solved pressure less the cohesion, and the surface shows 0.
TEST(MpsStages, ThePressureThatIsShownIsTheMechanicalOne) {
  Corner c = corner({.tension = 0.3f}, {.tension = 0.3f}, 0.15f, 0.f);
  c.m->applyTension(kDt, kTwo);
  const State s = c.state();
  const std::vector<double> pulls = cohesion(s);  // applyTension() measures them before it moves the points
  c.m->measureDensity(kDt, kTwo);
  c.m->solvePressure(kDt, kTwo);
  const std::vector<float> shown = c.m->gather("pressure", kDt);
  double most = 0.0;
  for (const double pull : pulls) most = std::max(most, pull);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!s.points[i].isParticle || !s.flows(i)) continue;
    const bool isInside = c.m->pressure().role[i] == PressureRole::Unknown;
    inside += isInside;
    EXPECT_NEAR(static_cast<double>(shown[c.m->points().from[i]]),
                static_cast<double>(c.m->pressure().pressure[i]) - (isInside ? pulls[i] : 0.0), 0.02 * most)
        << i;
  }
  EXPECT_GT(inside, 60u);
}

TEST(MpsStages, TensionDrawsAndDragBrakes) {
  Corner c = corner({.tension = 0.3f, .drag = 3.f}, {.tension = 0.7f, .drag = 0.f}, 0.3f, 1.f);
  const State before = c.state();
  c.m->applyTension(kDt, kTwo);
  expectVelocities(c, before, applyTensionAndDrag(before, kStep), 1.0);
}

}  // namespace
}  // namespace mps_stage_test
}  // namespace ooze::mps_tests
