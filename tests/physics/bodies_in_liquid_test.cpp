// Bodies in contact with liquid: a body on the floor under liquid stays at rest, and no particle penetrates a
// body.
#include "physics/floating_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ooze::bodies_in_liquid_test {
namespace {

using namespace test;

TEST(BodyUnderLiquid, StaysAtRestOnTheFloor) {
  const SolidShape kinds[] = {ballOf(1.5f), brickOf({2.f, 1.f, 1.5f})};
  std::vector<Body> both{floater(kinds[0], 2500.f, {-2.8f, 1.5f, -0.4f}),
                         floater(kinds[1], 2500.f, {2.3f, 1.f, 0.4f})};
  both[1].name = "brick";
  World world(pool(4.f, std::move(both)), 2);
  const std::vector<Body>& bodies = world.bodies().list;
  while (world.time() < 1.0) world.advanceFrame();  // the liquid settles around the bodies
  const Pose settled[] = {bodies[1].pose, bodies[2].pose};
  float fastest[] = {0.f, 0.f};
  while (world.time() < 2.0) {
    world.advanceFrame();
    for (std::size_t b = 0; b < 2; ++b)
      fastest[b] = std::max(fastest[b], glm::length(bodies[b + 1].velocity));
  }
  const Pose &ball = bodies[1].pose, &brick = bodies[2].pose;
  RecordProperty("ball_moved_h", std::to_string(glm::distance(ball.position, settled[0].position) / kPoolH));
  RecordProperty("ball_fastest", std::to_string(fastest[0]));
  RecordProperty("brick_moved_h",
                 std::to_string(glm::distance(brick.position, settled[1].position) / kPoolH));
  RecordProperty("brick_fastest", std::to_string(fastest[1]));
  // A ball rolls at the slightest push, and a particle liquid is never completely still: wide limits.
  EXPECT_NEAR(ball.position.y, kinds[0].size.x, 0.01f * kPoolH);
  EXPECT_LT(glm::distance(ball.position, settled[0].position), 0.3f * kPoolH);
  EXPECT_LT(fastest[0], 0.05f);
  // Friction holds the brick: its displacement must be invisible, and its speed no higher than that of a
  // resting stack of boxes.
  EXPECT_NEAR(brick.position.y, kinds[1].size.y, 0.01f * kPoolH);
  EXPECT_LT(glm::distance(brick.position, settled[1].position), 0.01f * kPoolH);
  EXPECT_GT(glm::abs(glm::dot(brick.orientation, settled[1].orientation)), 0.9999f);
  EXPECT_LT(fastest[1], 0.01f);
}

/// Returns the deepest penetration of a particle's centre into a body [h].
double deepest(const World& world) {
  double depth = 0.0;
  const Particles& p = world.particles();
  for (const Body& body : world.bodies().list)
    for (std::size_t i = 0; i < p.size(); ++i)
      depth = std::max<double>(depth, -body.shape->distance(body.pose.toLocal(p.position[i])) / kPoolH);
  return depth;
}

TEST(BodyUnderLiquid, NoParticleIsInsideABodyAfterAStep) {
  // The bodies fall in fast, spin, collide with each other and the walls, and one body squeezes liquid
  // against the floor.
  std::vector<Body> bodies{floater(ballOf(1.5f), 3000.f, {-2.5f, 6.f, 0.3f}),
                           floater(brickOf({1.5f, 0.8f, 1.f}), 300.f, {0.5f, 7.f, -1.f}),
                           floater(brickOf({1.f, 1.f, 1.f}), 1500.f, {2.8f, 6.f, 1.5f})};
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    bodies[b].name += std::to_string(b);
    bodies[b].velocity = {0.5f, -3.f, 0.2f};
    bodies[b].angularVelocity = {4.f, 2.f, -6.f};
  }
  World world(pool(3.f, std::move(bodies)), 2);
  double depth = 0.0;
  while (world.frameIndex() < 90) {
    world.step();
    depth = std::max(depth, deepest(world));
  }
  // A particle pushed out by one solid lies on its surface up to rounding. Between two solids the last solid
  // wins, but only in gaps narrower than a particle.
  EXPECT_LT(depth, 0.02);
}

}  // namespace
}  // namespace ooze::bodies_in_liquid_test
