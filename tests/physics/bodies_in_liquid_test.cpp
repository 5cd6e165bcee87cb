// Bodies and liquid that meet: what lies on the floor under liquid stays there, and no particle is ever
// inside.
#include "physics/floating_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::bodies_in_liquid_test {
namespace {

using namespace test;

TEST(BodyUnderLiquid, StaysAtRestOnTheFloor) {
  for (const SolidShape& shape : {ballOf(1.5f), brickOf({2.f, 1.f, 1.5f})}) {
    const float half = shape.kind == SolidShape::Kind::Sphere ? shape.size.x : shape.size.y;
    World world(pool(4.f, {floater(shape, 2500.f, {0.6f, half / kPoolH, -0.4f})}), 2);
    const Body& body = world.bodies().list[1];
    while (world.time() < 1.0) world.advanceFrame();  // the liquid settles round it
    const Pose settled = body.pose;
    float fastest = 0.f;
    while (world.time() < 2.0) {
      world.advanceFrame();
      fastest = std::max(fastest, glm::length(body.velocity));
    }
    EXPECT_NEAR(body.pose.position.y, half, 0.01f * kPoolH);
    if (shape.kind == SolidShape::Kind::Box) {
      // Friction holds it: it moves by less than what one sees, and no faster than a stack of boxes that
      // rests.
      EXPECT_LT(glm::distance(body.pose.position, settled.position), 0.01f * kPoolH);
      EXPECT_GT(glm::abs(glm::dot(body.pose.orientation, settled.orientation)), 0.9999f);
      EXPECT_LT(fastest, 0.01f);
    } else {
      // A ball rolls at the slightest push, and a liquid of particles is never quite still.
      EXPECT_LT(glm::distance(body.pose.position, settled.position), 0.3f * kPoolH);
      EXPECT_LT(fastest, 0.05f);
    }
  }
}

/// The deepest that a particle's centre is inside a body [h].
double deepest(const World& world) {
  double depth = 0.0;
  const Particles& p = world.particles();
  for (const Body& body : world.bodies().list)
    for (std::size_t i = 0; i < p.size(); ++i)
      depth = std::max<double>(depth, -body.shape->distance(body.pose.toLocal(p.position[i])) / kPoolH);
  return depth;
}

TEST(BodyUnderLiquid, NoParticleIsInsideABodyAfterAStep) {
  // They fall in fast, turn, meet each other and the walls, and one squeezes liquid against the floor.
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
  // A particle that one solid pushes out comes to lie on its surface to rounding; between two solids the last
  // one wins, but only where less than a particle fits.
  EXPECT_LT(depth, 0.02);
}

}  // namespace
}  // namespace ooze::bodies_in_liquid_test
