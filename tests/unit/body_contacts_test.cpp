// Tests contacts between rigid bodies: resting, sliding, restitution, separation, and equal bits after a
// restore.
#include "ooze/base/error.h"
#include "ooze/bodies/bodies.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry/builtin_meshes.h"
#include "unit/body_fixtures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace ooze::body_contacts_test {
namespace {

using namespace body_fixtures;

BodySimulation stackOfFive(float dt) {
  // The boxes have edges of 10, 8, 6, 4 and 2 cm. Each box starts 1 mm above the box below and is turned a
  // little.
  BodySimulation simulation{Bodies({ground()}), dt};
  float top = 0.f;
  for (int i = 0; i < 5; ++i) {
    const float half = 0.05f - 0.01f * static_cast<float>(i);
    top += 0.001f;
    Body body = box(Vec3(half), {0.f, top + half, 0.f});
    body.pose.orientation = glm::angleAxis(0.1f * static_cast<float>(i), Vec3(0.f, 1.f, 0.f));
    simulation.bodies.list.push_back(body);
    top += 2.f * half;
  }
  return simulation;
}

/// A prediction tells the velocities after contacts and moves nothing.
TEST(BodyContacts, ArePredictedWithoutMotion) {
  BodySimulation simulation{
      Bodies({ground(), box(Vec3(0.05f), {0.f, 0.05f, 0.f}), sphere(0.05f, {1.f, 1.f, 0.f})}), 1.f / 60.f};
  Bodies& bodies = simulation.bodies;
  bodies.advance(1.0 / 60.0, simulation.dt);
  std::vector<Body> falling = bodies.list;
  for (Body& body : falling)
    if (body.isMoved()) body.velocity += simulation.dt * simulation.gravity;
  std::vector<bool> touched;
  const std::vector<Body> after = bodies.predictContacts(falling, simulation.dt, simulation.gravity, touched);
  EXPECT_EQ(touched, (std::vector<bool>{false, true, false}));
  EXPECT_LT(glm::length(after[1].velocity), 1e-4f);
  EXPECT_EQ(after[2].velocity, falling[2].velocity);
  for (std::size_t b = 0; b < 3; ++b) {
    EXPECT_EQ(bodies.list[b].velocity, Vec3(0.f));
    EXPECT_EQ(bodies.list[b].pose.position, falling[b].pose.position);
  }
}

class Stack : public testing::TestWithParam<float> {};

TEST_P(Stack, OfFiveBoxesRests) {
  BodySimulation simulation = stackOfFive(GetParam());
  simulation.run(1.0);
  const std::vector<Body> settled = simulation.bodies.list;
  float fastest = 0.f;
  for (int i = 0, n = static_cast<int>(2.f / simulation.dt); i < n; ++i) {
    simulation.step();
    for (const Body& body : simulation.bodies.list) fastest = std::max(fastest, glm::length(body.velocity));
  }
  EXPECT_LT(fastest, 1e-3f);  // [m/s]; slower motion is invisible
  float floor = 0.f;
  for (std::size_t i = 1; i < settled.size(); ++i) {
    const Body& body = simulation[i];
    EXPECT_LT(glm::distance(body.pose.position, settled[i].pose.position), 1e-4f) << i;
    EXPECT_GT(body.pose.directionToWorld({0.f, 1.f, 0.f}).y, 0.9999f) << i;
    EXPECT_NEAR(body.pose.position.y, floor + body.solid.size.y, 2e-4f) << i;
    floor = body.pose.position.y + body.solid.size.y;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, Stack, testing::Values(1.f / 480.f, 1.f / 240.f, 1.f / 60.f));

// Places a box on a plane that is tilted by 20 degrees.
BodySimulation makeBoxOnSlope(float friction, float dt) {
  constexpr float kAngle = 0.349066f;
  const Quat tilt = glm::angleAxis(kAngle, Vec3(0.f, 0.f, 1.f));
  Body slope = ground();
  slope.pose.orientation = tilt;
  slope.bodyFriction = friction;
  Body sliding = box({0.03f, 0.02f, 0.025f}, tilt * Vec3(0.f, 0.02f, 0.f));
  sliding.pose.orientation = tilt;
  sliding.bodyFriction = friction;
  std::vector<Body> list;
  list.push_back(slope);
  list.push_back(sliding);
  return {Bodies(std::move(list)), dt};
}

TEST(BodyFriction, HoldsABoxOnASlopeBelowItsAngle) {
  BodySimulation simulation = makeBoxOnSlope(0.5f, 1.f / 240.f);
  const Vec3 start = simulation[1].pose.position;
  simulation.run(2.0);
  // The box may settle once into the allowed penetration (slop).
  EXPECT_LT(glm::distance(simulation[1].pose.position, start), 2e-4f);
}

TEST(BodyFriction, LetsABoxSlideWithTheAccelerationOfCoulomb) {
  BodySimulation simulation = makeBoxOnSlope(0.2f, 1.f / 240.f);
  simulation.run(0.25);
  const float early = glm::length(simulation[1].velocity);
  simulation.run(0.5);
  const float a = (glm::length(simulation[1].velocity) - early) / 0.5f;
  const float expected = 9.81f * (std::sin(0.349066f) - 0.2f * std::cos(0.349066f));
  EXPECT_NEAR(a, expected, 0.01f * expected);
}

TEST(BodyFriction, OfTwoBodiesIsTheGeometricMean) {
  // The box holds if the friction coefficient exceeds tan 20 degrees = 0.364. The mean sqrt(0.9 * 0.2) holds,
  // sqrt(0.5 * 0.2) does not.
  for (const auto& [ofSlope, holds] : {std::pair{0.9f, true}, {0.5f, false}}) {
    BodySimulation simulation = makeBoxOnSlope(0.2f, 1.f / 240.f);
    simulation[0].bodyFriction = ofSlope;
    const Vec3 start = simulation[1].pose.position;
    simulation.run(0.5);
    EXPECT_EQ(glm::distance(simulation[1].pose.position, start) < 5e-4f, holds) << ofSlope;
  }
}

TEST(BodyFriction, MakesASlidingBallRollOverPlanesAndTriangles) {
  auto tiles = std::make_shared<Mesh>();
  for (int i = 0; i <= 20; ++i)
    for (int k = 0; k <= 20; ++k) tiles->positions.emplace_back(-1.f + 0.1f * i, 0.f, -1.f + 0.1f * k);
  for (std::uint32_t i = 0; i < 20; ++i)
    for (std::uint32_t k = 0; k < 20; ++k) {
      const std::uint32_t a = 21 * i + k;
      tiles->triangles.push_back({a, a + 1, a + 21});
      tiles->triangles.push_back({a + 1, a + 22, a + 21});
    }
  for (const bool onTiles : {false, true}) {
    std::vector<Body> list;
    list.push_back(onTiles ? solidBody("tiles", meshSolid(tiles), Motion::Static, Vec3(0.f)) : ground());
    list.push_back(sphere(0.02f, {-0.9f, 0.02f, 0.03f}));
    list[1].velocity = {1.f, 0.f, 0.f};
    BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f};
    simulation.run(2.0);
    // Rolling without slip keeps 5/7 of the speed of a ball that slid at first, whatever the friction
    // coefficient.
    EXPECT_NEAR(simulation[1].velocity.x, 5.f / 7.f, 0.005f) << onTiles;
    EXPECT_NEAR(simulation[1].velocity.z, 0.f, 0.005f) << onTiles;
    EXPECT_NEAR(simulation[1].angularVelocity.z, -5.f / 7.f / 0.02f, 0.5f) << onTiles;
  }
}

TEST(BodyRestitution, OfTheLivelierBodyHolds) {
  for (const float dt : {1.f / 480.f, 1.f / 60.f}) {
    std::vector<Body> list;
    list.push_back(ground());
    list.push_back(sphere(0.02f, {0.f, 0.52f, 0.f}));
    list[1].restitution = 0.8f;
    BodySimulation simulation{Bodies(std::move(list)), dt};
    float highest = 0.f;
    bool rising = false;
    for (int i = 0; i < static_cast<int>(0.9f / dt); ++i) {
      simulation.step();
      rising |= simulation[1].velocity.y > 0.1f;
      if (rising) highest = std::max(highest, simulation[1].pose.position.y - 0.02f);
    }
    EXPECT_NEAR(highest, 0.64f * 0.5f, 0.02f * 0.32f)
        << dt;  // the ball rises to restitution^2 of the drop height
    simulation.run(8.0);
    EXPECT_LT(glm::length(simulation[1].velocity), 1e-3f) << dt;  // a resting body does not jitter
  }
}

TEST(BodyContacts, LeaveABodyThatTouchesNothingOnItsParabola) {
  std::vector<Body> list;
  list.push_back(ground());
  list.push_back(sphere(0.02f, {0.f, 2.f, 0.f}));
  list[1].velocity = {1.f, 2.f, 0.f};
  BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f};
  simulation.run(0.5);
  const auto t = static_cast<float>(simulation.time);
  EXPECT_NEAR(simulation[1].pose.position.x, t, 1e-5f);
  EXPECT_NEAR(simulation[1].pose.position.y, 2.f + 2.f * t - 0.5f * 9.81f * t * t,
              1e-5f);  // rounding of 120 float additions
}

TEST(BodyRotation, KeepsAngularMomentumAndEnergyForTenSeconds) {
  std::vector<Body> list;
  list.push_back(box({0.05f, 0.02f, 0.01f}, Vec3(0.f)));
  // Rotation about the axis of the middle moment of inertia is unstable, and the box tumbles.
  list[0].angularVelocity = {1.f, 20.f, 2.f};
  BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f, 0.0, Vec3(0.f)};
  const auto momentum = [&] {
    const glm::dmat3 axes = glm::mat3_cast(glm::dquat(simulation[0].pose.orientation));
    return axes * (simulation[0].unitMass.inertia *
                   (glm::transpose(axes) * glm::dvec3(simulation[0].angularVelocity)));
  };
  const glm::dvec3 before = momentum();
  const double energyBefore = glm::dot(before, glm::dvec3(simulation[0].angularVelocity));
  simulation.run(10.0);
  EXPECT_LT(glm::distance(momentum(), before), 0.01 * glm::length(before));
  EXPECT_NEAR(glm::dot(momentum(), glm::dvec3(simulation[0].angularVelocity)), energyBefore,
              0.02 * energyBefore);
}

TEST(BodyContacts, PartOverlappingBoxesWithoutABlast) {
  std::vector<Body> list;
  list.push_back(box(Vec3(0.03f), {0.f, 0.f, 0.f}));
  list.push_back(box(Vec3(0.03f), {0.03f, 0.004f, 0.002f}));  // half of the box overlaps the first box
  BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f, 0.0, Vec3(0.f)};
  float fastest = 0.f;
  for (int i = 0; i < 240; ++i) {
    const Vec3 a = simulation[0].pose.position, b = simulation[1].pose.position;
    simulation.step();
    fastest = std::max({fastest, glm::distance(simulation[0].pose.position, a) / simulation.dt,
                        glm::distance(simulation[1].pose.position, b) / simulation.dt});
  }
  EXPECT_LT(fastest, 0.5f);
  EXPECT_GT(simulation[1].pose.position.x - simulation[0].pose.position.x, 0.059f);
  EXPECT_LT(glm::length(simulation[1].velocity), 1e-3f);  // separating the boxes leaves no velocity behind
}

TEST(BodyContacts, StopAFastBallAtAThinPlateAndAtATanksWall) {
  std::vector<Body> list;
  Body tank =
      solidBody("tank", solid(SolidShape::SolidKind::Tank, {0.2f, 0.1f, 0.2f}), Motion::Static, Vec3(0.f));
  tank.pose.orientation = glm::angleAxis(0.3f, Vec3(0.f, 1.f, 0.f));
  list.push_back(tank);
  list.push_back(solidBody("plate", solid(SolidShape::SolidKind::Box, {0.1f, 0.1f, 0.0005f}), Motion::Static,
                           Vec3(0.f)));
  list.push_back(sphere(0.005f, {0.f, 0.f, 0.05f}));
  list.back().velocity = {0.f, 0.f, -40.f};  // 0.67 m per time step, enough to tunnel through plate and wall
  list.push_back(sphere(0.005f, {0.15f, 0.f, 0.f}));
  list.back().velocity = {40.f, 0.f, 10.f};
  list.push_back(box(Vec3(0.01f), {-0.15f, 0.f, 0.f}));
  list.back().velocity = {-40.f, 0.f, 10.f};
  list.back().angularVelocity = {0.f, 30.f, 50.f};
  BodySimulation simulation{Bodies(std::move(list)), 1.f / 60.f};
  for (int i = 0; i < 120; ++i) {
    simulation.step();
    EXPECT_GT(simulation[2].pose.position.z, 0.005f - 1e-4f) << i;
    for (std::size_t k = 2; k < 5; ++k) {
      const Vec3 local = glm::abs(simulation[0].pose.toLocal(simulation[k].pose.position));
      EXPECT_LT(std::max(local.x, local.z), 0.2f) << i << ' ' << k;
      EXPECT_GT(simulation[k].pose.position.y, -0.1f) << i << ' ' << k;
    }
  }
}

std::shared_ptr<const Mesh> bunny(float height) {
  auto mesh = std::make_shared<Mesh>(makeProceduralBunny());
  standWithHeight(*mesh, height);
  return mesh;
}

// Lists every shape that can be dynamic, thrown together into a tank.
std::vector<Body> mixedBodies() {
  std::vector<Body> list;
  list.push_back(solidBody("tank", solid(SolidShape::SolidKind::Tank, {0.12f, 0.1f, 0.1f}), Motion::Static,
                           {0.f, 0.1f, 0.f}));
  using Kind = SolidShape::SolidKind;
  const SolidShape shapes[] = {solid(Kind::Sphere, Vec3(0.015f)),
                               solid(Kind::Box, {0.015f, 0.02f, 0.012f}),
                               solid(Kind::Capsule, {0.012f, 0.02f, 0.f}),
                               solid(Kind::Cylinder, {0.015f, 0.015f, 0.f}),
                               solid(Kind::Ellipsoid, {0.015f, 0.02f, 0.012f}),
                               solid(Kind::Cup, {0.02f, 0.02f, 0.004f}),
                               meshSolid(bunny(0.05f))};
  for (int i = 0; i < 20; ++i) {
    const Vec3 at(0.06f * static_cast<float>(i % 3 - 1), 0.05f + 0.05f * static_cast<float>(i / 3),
                  0.05f * static_cast<float>(i % 2) - 0.02f);
    Body body = solidBody("body" + std::to_string(i), shapes[i % 7], Motion::Dynamic, at);
    body.angularVelocity = {static_cast<float>(i), 3.f, -static_cast<float>(i)};
    body.restitution = i % 4 == 0 ? 0.5f : 0.f;
    list.push_back(body);
  }
  return list;
}

std::vector<float> stateOf(const Bodies& bodies) {
  std::vector<float> state;
  for (const Body& b : bodies.list)
    for (const float f :
         {b.pose.position.x, b.pose.position.y, b.pose.position.z, b.pose.orientation.w, b.pose.orientation.x,
          b.pose.orientation.y, b.pose.orientation.z, b.velocity.x, b.velocity.y, b.velocity.z,
          b.angularVelocity.x, b.angularVelocity.y, b.angularVelocity.z})
      state.push_back(f);
  return state;
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(BodyContacts, GoOnToTheSameBitsInFreshBodies) {
  BodySimulation through{Bodies(mixedBodies()), 1.f / 240.f};
  const auto act = [](BodySimulation& simulation, int step) {
    if (step == 60) simulation[4].present = false;
    if (step == 90) simulation[4].present = true;
    // A small body joins, which changes the world's length scale.
    if (step == 100) simulation.bodies.list.push_back(sphere(0.006f, {0.f, 0.5f, 0.f}));
    if (step == 140) simulation.bodies.list.erase(simulation.bodies.list.begin() + 2);
  };
  BodySimulation restored{Bodies{}, through.dt};
  for (int step = 0; step < 200; ++step) {
    // A save is taken and restored half way between two of the acts.
    if (step == 25 || step == 75 || step == 95 || step == 120 || step == 160) {
      restored.bodies = Bodies(through.bodies.list);
      restored.time = through.time;
    }
    act(through, step);
    if (step >= 25) act(restored, step);
    through.step();
    if (step < 25) continue;
    restored.step();
    ASSERT_TRUE(sameBits(stateOf(through.bodies), stateOf(restored.bodies))) << step;
  }
}

TEST(BodyContacts, KeepTwentyBodiesOfEveryShapeInTheirTank) {
  BodySimulation simulation{Bodies(mixedBodies()), 1.f / 240.f};
  for (int i = 0; i < 5 * 240; ++i) {
    simulation.step();
    for (const Body& body : simulation.bodies.list) {
      if (body.motion != Motion::Dynamic) continue;
      const Vec3 local = body.centre() - Vec3(0.f, 0.1f, 0.f);
      ASSERT_LT(std::abs(local.x), 0.12f) << body.name << i;
      ASSERT_GT(local.y, -0.1f) << body.name << i;
      ASSERT_LT(std::abs(local.z), 0.1f) << body.name << i;
      ASSERT_LT(glm::length(body.velocity), 6.f) << body.name << i;
    }
  }
  // After five seconds the bodies are at rest, though round ones may still roll.
  double energy = 0.0;
  for (const Body& body : simulation.bodies.list)
    energy = std::max<double>(energy, glm::length(body.velocity));
  EXPECT_LT(energy, 0.1);
}

TEST(BodyContacts, LetEveryShapeStandWithoutRocking) {
  using Kind = SolidShape::SolidKind;
  const auto mesh = bunny(0.06f);
  for (const SolidShape& shape : {solid(Kind::Cylinder, {0.02f, 0.03f, 0.f}),
                                  solid(Kind::Cup, {0.03f, 0.03f, 0.004f}), meshSolid(mesh)}) {
    // Each shape stands on the ground, and on a box that lies on a floor of triangles.
    for (const bool onBox : {false, true}) {
      std::vector<Body> list;
      auto floor = std::make_shared<Mesh>();
      floor->positions = {{-1.f, 0.f, -1.f}, {1.f, 0.f, -1.f}, {1.f, 0.f, 1.f}, {-1.f, 0.f, 1.f}};
      floor->triangles = {{0, 2, 1}, {0, 3, 2}};
      list.push_back(onBox ? solidBody("floor", meshSolid(floor), Motion::Static, Vec3(0.f)) : ground());
      if (onBox) list.push_back(box({0.05f, 0.01f, 0.05f}, {0.f, 0.01f, 0.f}));
      const float foot = shape.kind == Kind::Mesh ? 0.f : shape.size.y;
      list.push_back(
          solidBody("standing", shape, Motion::Dynamic, {0.f, foot + (onBox ? 0.021f : 0.001f), 0.f}));
      BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f};
      simulation.run(3.0);
      const Body before = simulation.bodies.list.back();
      simulation.run(1.0);
      const Body& after = simulation.bodies.list.back();
      EXPECT_LT(glm::distance(before.pose.position, after.pose.position), 1e-4f)
          << static_cast<int>(shape.kind) << onBox;
      EXPECT_LT(glm::length(after.velocity) + 0.03f * glm::length(after.angularVelocity), 1e-3f)
          << static_cast<int>(shape.kind) << onBox;
      EXPECT_GT(after.pose.position.y, foot + (onBox ? 0.02f : 0.f) - 3e-4f)
          << static_cast<int>(shape.kind) << onBox;
    }
  }
}

TEST(BodyContacts, KeepABunnyOutOfABunny) {
  const auto mesh = bunny(0.1f);
  for (const Motion below : {Motion::Static, Motion::Dynamic}) {
    std::vector<Body> list;
    list.push_back(ground());
    list.push_back(solidBody("below", meshSolid(mesh), below, {0.f, 0.001f, 0.f}));
    list.push_back(solidBody("above", meshSolid(mesh), Motion::Dynamic, {0.01f, 0.11f, 0.005f}));
    BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f};
    const ShapePtr distance = makeMeshDistance(*mesh, 0.002f);
    float deepest = 0.f;
    for (int i = 0; i < 480; ++i) {
      simulation.step();
      if (i % 10 != 0) continue;
      for (const Vec3& p : mesh->positions)
        deepest =
            std::min(deepest, distance->distance(simulation[1].pose.toLocal(simulation[2].pose.toWorld(p))));
    }
    // Vertices that the convex hull of 128 vertices leaves out add less than this depth. The distance grid
    // rounds by as much.
    EXPECT_GT(deepest, -2e-3f);
    EXPECT_GT(simulation[2].centre().y, 0.f);
    EXPECT_LT(glm::length(simulation[2].velocity), 1.f);
    // The bunny fell off or lies on the other bunny, and does not hover.
    EXPECT_LT(simulation[2].pose.position.y, 0.1f);
  }
}

TEST(BodyContacts, HoldABallInACupInAMouldAndOnALift) {
  std::vector<Body> list;
  list.push_back(ground());
  list.push_back(solidBody("cup", solid(SolidShape::SolidKind::Cup, {0.03f, 0.03f, 0.004f}), Motion::Dynamic,
                           {0.f, 0.031f, 0.f}));
  list.push_back(sphere(0.01f, {0.005f, 0.05f, 0.f}, "in the cup"));
  list.push_back(solidBody("mould", meshSolid(bunny(0.2f), SolidShape::SolidKind::Mould), Motion::Static,
                           {1.f, 0.f, 0.f}));
  const Body inside = solidBody("bunny", meshSolid(bunny(0.2f)), Motion::Dynamic, {1.f, 0.f, 0.f});
  list.push_back(sphere(0.01f, inside.centre(), "in the mould"));
  Body lift = solidBody("lift", solid(SolidShape::SolidKind::Box, {0.05f, 0.01f, 0.05f}), Motion::Kinematic,
                        {2.f, 0.5f, 0.f});
  lift.keys = {{0.0, lift.pose}, {0.5, lift.pose}, {1.5, {{2.2f, 0.7f, 0.f}, lift.pose.orientation}}};
  list.push_back(lift);
  list.push_back(box(Vec3(0.02f), {2.f, 0.53f, 0.f}, "on the lift"));
  BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f};
  simulation.run(2.0);
  EXPECT_LT(glm::length(simulation[2].centre() - simulation[1].centre()), 0.03f);
  EXPECT_GT(simulation[2].centre().y, 0.013f);
  EXPECT_LT(
      makeMeshDistance(*bunny(0.2f), 0.004f)->distance(simulation[3].pose.toLocal(simulation[4].centre())),
      -0.008f);
  EXPECT_NEAR(simulation[6].centre().y, 0.73f, 3e-4f);
  EXPECT_NEAR(simulation[6].centre().x, 2.2f, 0.01f);  // friction carried the box along
}

TEST(BodyContacts, KeepMomentumBetweenTwoThatMeetInFreeFall) {
  std::vector<Body> list;
  list.push_back(box({0.03f, 0.02f, 0.025f}, {0.f, 0.f, 0.f}));
  list.push_back(sphere(0.02f, {0.1f, 0.015f, 0.01f}));
  list[1].velocity = {-1.f, 0.f, 0.f};
  list[1].restitution = 0.5f;
  BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f, 0.0, Vec3(0.f)};
  const auto momenta = [&] {
    std::pair<glm::dvec3, glm::dvec3> sum{glm::dvec3(0.0), glm::dvec3(0.0)};
    for (const Body& b : simulation.bodies.list) {
      const glm::dvec3 p = b.mass() * glm::dvec3(b.velocity);
      const glm::dmat3 axes = glm::mat3_cast(glm::dquat(b.pose.orientation));
      sum.first += p;
      sum.second +=
          glm::cross(glm::dvec3(b.centre()), p) +
          static_cast<double>(b.density) *
              (axes * (b.unitMass.inertia * (glm::transpose(axes) * glm::dvec3(b.angularVelocity))));
    }
    return sum;
  };
  const auto before = momenta();
  simulation.run(0.5);
  const auto after = momenta();
  EXPECT_GT(glm::length(simulation[0].velocity), 0.1f);  // the bodies have collided
  EXPECT_LT(glm::distance(after.first, before.first), 1e-6 * glm::length(before.first));
  // Angular momentum has a wide tolerance. A bounce in the middle of a time step shifts the bodies without
  // turning them.
  EXPECT_LT(glm::distance(after.second, before.second), 0.02 * glm::length(before.second));
}

TEST(BodyContacts, RefuseABodyThatIsNoLongerFinite) {
  for (const float x :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 2e6f}) {
    std::vector<Body> list;
    list.push_back(ground());
    list.push_back(sphere(0.02f, {x, 1.f, 0.f}, "pebble"));
    BodySimulation simulation{Bodies(std::move(list)), 1.f / 240.f};
    try {
      simulation.step();
      FAIL() << x;
    } catch (const RunError& error) {
      EXPECT_STREQ(error.what(), "body \"pebble\" is no longer finite");
    }
  }
}

}  // namespace
}  // namespace ooze::body_contacts_test
