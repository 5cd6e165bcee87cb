// Tests of viscosity between liquid and bodies of the moving particle method (MPS): equations, momentum,
// light bodies.
#include "unit/mps_fixtures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>

namespace ooze::mps_tests {
namespace mps_body_test {
namespace {

using namespace mps_reference;

const Threads kTwo(2);
constexpr float kDt = 0.001f;
constexpr double kStep = double{kDt};

/// A cloud of liquid around bodies that move and turn.
struct BodyCloud {
  std::vector<MaterialDefinition> materials;
  Bodies bodies;
  std::unique_ptr<Mps> m;

  [[nodiscard]] State state() { return stateOf(*m, materials, bodies); }
};

Body solidOf(const char* name, const SolidShape& shape, const Vec3& at, float density, float friction) {
  Body body = makeBody(name, shape, Motion::Dynamic);
  body.pose.position = body.previousPose.position = at;
  body.pose.orientation = body.previousPose.orientation =
      glm::angleAxis(0.4f, glm::normalize(Vec3(1.f, 2.f, 3.f)));
  body.density = density, body.friction = friction;
  body.velocity = Vec3(-0.2f, 0.1f, 0.3f), body.angularVelocity = Vec3(3.f, -5.f, 8.f);
  return body;
}

/// Makes two bodies that differ in friction, in a cloud of disordered liquid that flies past them.
/// @param viscosity  viscosity of the liquid [Pa s]
/// @param density  density of the bodies [kg/m^3]
BodyCloud cloudAround(float viscosity, float density, float friction, float otherFriction) {
  BodyCloud c{{definition({.viscosity = viscosity, .tension = 0.f})}, Bodies(), {}};
  const SolidShape box{.kind = SolidShape::SolidKind::Box, .size = kSpacing * Vec3(1.1f, 1.4f, 1.f)},
      ball{.kind = SolidShape::SolidKind::Sphere, .size = Vec3(1.3f * kSpacing)};
  c.bodies.list.push_back(solidOf("box", box, kSpacing * Vec3(2.6f, 3.f, 3.f), density, friction));
  c.bodies.list.push_back(solidOf("ball", ball, kSpacing * Vec3(5.6f, 3.f, 3.f), density, otherFriction));
  c.m = method(c.materials);
  LiquidSeeds seeds = block(8, 6, 6, 0.2f, 0.3f, 1), kept;
  kept.material = seeds.material;
  for (std::size_t k = 0; k < seeds.positions.size(); ++k) {
    const bool isInside = std::ranges::any_of(c.bodies.list, [&](const Body& body) {
      return body.shape->distance(body.pose.toLocal(seeds.positions[k])) < 0.3f * kSpacing;
    });
    if (isInside) continue;
    kept.positions.push_back(seeds.positions[k]);
    kept.velocities.push_back(seeds.velocities[k] + Vec3(0.5f, 0.f, 0.2f));
  }
  c.m->insert(kept);
  c.m->findNeighbours(kTwo);
  c.m->gatherPoints(c.bodies, 1.f, kTwo);
  return c;
}

constexpr float kThin = 2.f, kThickViscosity = 300.f;  // explicit and implicit viscosity [Pa s]

TEST(MpsBodies, FeelViscosityByItsEquations) {
  struct Case {
    float viscosity, density, friction;
  };
  for (const auto& [viscosity, density, friction] :
       {Case{kThin, 50.f, 1.f}, Case{kThin, 3000.f, 0.4f}, Case{kThickViscosity, 50.f, 0.4f},
        Case{kThickViscosity, 3000.f, 0.f}}) {
    BodyCloud c = cloudAround(viscosity, density, friction, 1.f);
    State before = c.state();
    if (viscosity == kThin) {
      const auto calm = calmNoise(before, kStep * std::sqrt(9.81 / before.spacing));
      for (std::size_t i = 0; i < before.size(); ++i) before.points[i].v = calm[i];
    }
    std::vector<RigidBody> moved;
    const auto expected = viscosity == kThin ? applyViscosityExplicitly(before, kStep, &moved)
                                             : solveViscosity(before, kStep, &moved);
    c.m->applyViscosity(kDt, kTwo);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!before.flows(i)) continue;
      ASSERT_LT(glm::distance(glm::dvec3(c.m->points().velocity[i]), expected[i]), 1e-5)
          << i << " " << viscosity << " " << density << " " << friction;
    }
    ASSERT_EQ(c.m->viscousBodies().size(), 2u);
    for (std::size_t b = 0; b < 2; ++b) {
      const mps::ViscousBody::Vector6& gained = c.m->viscousBodies()[b].gained;
      const glm::dvec3 way = moved[b].velocity - before.bodies[b].velocity,
                       turn = moved[b].turn - before.bodies[b].turn;
      EXPECT_GT(glm::length(way), friction == 0.f && b == 0 ? 1e-4 : 1e-3);
      EXPECT_LT(glm::distance(glm::dvec3(gained[0], gained[1], gained[2]), way), 1e-5);
      EXPECT_LT(glm::distance(glm::dvec3(gained[3], gained[4], gained[5]), turn), 1e-5 / kSpacingDouble);
    }
  }
}

struct BodyMomenta {
  glm::dvec3 momentum{0.0}, spin{0.0};
};
BodyMomenta momentaOf(const State& s) {
  BodyMomenta sum;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!s.flows(i)) continue;
    sum.momentum += s.mass(i) * s.points[i].v,
        sum.spin += s.mass(i) * glm::cross(s.points[i].x, s.points[i].v);
  }
  for (const RigidBody& body : s.bodies) {
    sum.momentum += body.mass * body.velocity;
    sum.spin += body.mass * glm::cross(body.centre, body.velocity) + body.inertia * body.turn;
  }
  return sum;
}

/// A body gains the linear and the angular momentum that viscosity takes from the liquid. Where liquid slips,
/// its angular momentum is not exact.
TEST(MpsBodies, GainWhatTheLiquidLoses) {
  for (const float viscosity : {kThin, kThickViscosity})
    for (const float friction : {1.f, 0.4f}) {
      BodyCloud c = cloudAround(viscosity, 400.f, friction, friction);
      const State before = c.state();
      c.m->applyViscosity(kDt, kTwo);
      State after = c.state();
      for (std::size_t b = 0; b < 2; ++b) {
        const mps::ViscousBody::Vector6& gained = c.m->viscousBodies()[b].gained;
        after.bodies[b].velocity += glm::dvec3(gained[0], gained[1], gained[2]);
        after.bodies[b].turn += glm::dvec3(gained[3], gained[4], gained[5]);
      }
      // The points of liquid keep their places in the sum of angular momentum.
      for (std::size_t i = 0; i < after.size(); ++i) after.points[i].x = before.points[i].x;
      const BodyMomenta from = momentaOf(before), to = momentaOf(after);
      double gained = 0.0, turned = 0.0;
      for (std::size_t b = 0; b < 2; ++b) {
        gained += after.bodies[b].mass * glm::distance(after.bodies[b].velocity, before.bodies[b].velocity);
        turned += glm::length(after.bodies[b].inertia * (after.bodies[b].turn - before.bodies[b].turn));
      }
      EXPECT_LT(glm::distance(to.momentum, from.momentum), 1e-4 * gained) << viscosity << " " << friction;
      if (friction == 1.f) {
        EXPECT_LT(glm::distance(to.spin, from.spin), 1e-3 * turned) << viscosity << " " << friction;
      }
    }
}

/// A ball of a twentieth of the liquid's density rises through thick liquid. Explicit viscous stress would
/// throw such a ball out, and a ball without stress would rise several times as fast as in the theory of
/// Stokes (0.041 m/s without walls; walls slow the ball to about a third of that).
TEST(MpsBodies, ALightBodyRisesSteadilyThroughThickLiquid) {
  constexpr float kWidth = 10.f, kDepth = 12.f, kRadius = 2.f;  // [spacings]
  WorldSpec spec;
  spec.method = "mps";
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {definition({.viscosity = 20.f, .tension = 0.f})};
  Body ball = makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(kRadius * kSpacing)},
                       Motion::Dynamic);
  ball.density = 50.f;
  ball.pose.position = ball.previousPose.position = kSpacing * Vec3(0.5f * kWidth, 4.f, 0.5f * kWidth);
  spec.bodies = {tankOf(kSpacing * Vec3(kWidth, 2.f * kDepth, kWidth)), ball};
  LiquidVolume volume;
  volume.shape = makeBox(0.5f * kSpacing * Vec3(kWidth, kDepth, kWidth));
  volume.pose.position = 0.5f * kSpacing * Vec3(kWidth, kDepth, kWidth);
  spec.liquids = {volume};
  World world(spec, 2);
  const auto height = [&] { return world.bodies().list[1].pose.position.y; };
  float fastest = 0.f;
  const float start = height();
  for (int frame = 0; frame < 30; ++frame) {
    world.advanceFrame();
    fastest = std::max(fastest, glm::length(world.bodies().list[1].velocity));
  }
  const float speed = (height() - start) / static_cast<float>(world.time());
  std::printf("speed %.4f m/s, fastest %.4f m/s\n", static_cast<double>(speed), static_cast<double>(fastest));
  EXPECT_TRUE(world.rollBacks().empty());
  EXPECT_GT(speed, 0.005f);
  EXPECT_LT(speed, 0.03f);
  EXPECT_LT(fastest, 0.08f);
  EXPECT_TRUE(std::isfinite(speed) && std::isfinite(fastest));
}

}  // namespace
}  // namespace mps_body_test
}  // namespace ooze::mps_tests
