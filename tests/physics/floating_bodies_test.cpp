// Bodies in water: bodies float at their density ratio, heavier bodies sink, and even very light bodies stay
// calm.
#include "ooze/world/submersion.h"

#include "physics/floating_fixtures.h"
#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <ostream>
#include <string>

namespace ooze::floating_bodies_test {
namespace {

using namespace test;

class Floating : public testing::TestWithParam<Floater> {};

// The liquid's compression of 3 % raises a body by 3 % above its density ratio. The rest of the tolerance of
// 0.04 is the resolution of particles as large as a tenth of the body.
TEST_P(Floating, BodySubmergesAtItsDensityRatio) {
  const Floater& f = GetParam();
  World world(pool(6.f, {floater(f.shape, 1000.f * f.ratio, {0.3f, 7.3f, 0.2f})}, 4.5f), 2);
  const double submerged = meanSubmersion(world, 130);
  EXPECT_NEAR(submersionOf(world, world.bodies().list[1])->densityRatio, f.ratio, 1e-4);
  EXPECT_NEAR(submerged, f.ratio, 0.04);
  RecordProperty("submerged", std::to_string(submerged));
  // The body has come to rest [m/s].
  EXPECT_LT(glm::length(world.bodies().list[1].velocity), 0.02f * kPoolH * 30.f);
}

const SolidShape kBall = ballOf(3.f), kBrick = brickOf({2.5f, 1.5f, 2.f});
INSTANTIATE_TEST_SUITE_P(SpheresAndBoxes, Floating,
                         testing::Values(Floater{"sphere", kBall, 0.2f}, Floater{"sphere", kBall, 0.6f},
                                         Floater{"box", kBrick, 0.4f}, Floater{"box", kBrick, 0.8f}),
                         [](const auto& tested) { return nameOf(tested.param); });

TEST(Floating, HeavierBodiesSinkToTheFloor) {
  for (const SolidShape& shape : {ballOf(2.f), brickOf({2.f, 1.5f, 1.5f})}) {
    const bool isBall = shape.kind == SolidShape::SolidKind::Sphere;
    World world(pool(5.5f, {floater(shape, 1200.f, {0.2f, 3.6f, 0.1f})}, 3.75f), 2);
    // The ball rolls back and forth with the water at 0.005 to 0.02 m/s, so a single moment says nothing: a
    // mean is taken.
    constexpr int kFrames = 150, kMean = 60;
    double squares = 0.0;
    while (world.frameIndex() < kFrames) {
      world.advanceFrame();
      const Vec3 v = world.bodies().list[1].velocity;
      if (world.frameIndex() > kFrames - kMean) squares += glm::dot(v, v) / static_cast<float>(kMean);
    }
    const Body& body = world.bodies().list[1];
    EXPECT_NEAR(body.pose.position.y, isBall ? shape.size.x : shape.size.y, 0.1f * kPoolH);
    EXPECT_LT(std::sqrt(squares), 0.01 * kPoolH * 30.0);
    EXPECT_EQ(submersionOf(world, body)->fraction, 1.0);
    RecordProperty(isBall ? "speed_of_ball" : "speed_of_brick", std::to_string(std::sqrt(squares)));
  }
}

/// A ball of density ratio 0.02 has a tenth of the mass of the particles in contact with it: a stiff
/// coupling.
TEST(Floating, AVeryLightBodyNeitherChattersNorExplodes) {
  World world(pool(4.f, {floater(ballOf(2.f), 20.f, {0.2f, 7.f, 0.1f})}, 4.f), 2);
  double fastest = 0.0, squares = 0.0;
  constexpr int kFrames = 150, kMean = 60;
  while (world.frameIndex() < kFrames) {
    world.advanceFrame();
    const Body& body = world.bodies().list[1];
    fastest = std::max<double>(fastest, glm::length(body.velocity));
    if (world.frameIndex() > kFrames - kMean)
      squares += glm::dot(body.velocity, body.velocity) / static_cast<float>(kMean);
  }
  RecordProperty("fastest", std::to_string(fastest));
  RecordProperty("rms_speed", std::to_string(std::sqrt(squares) / (kPoolH * 30.0)));
  // The ball falls 3 h: free fall bounds its speed.
  EXPECT_LT(fastest, 1.05 * std::sqrt(2.0 * 9.81 * 3.2 * kPoolH));
  EXPECT_LT(std::sqrt(squares), 0.02 * kPoolH * 30.0);  // an rms speed of 0.02 h per paper frame
  EXPECT_TRUE(world.rollBacks().empty());
  EXPECT_LT(submersionOf(world, world.bodies().list[1])->fraction, 0.06);
}

TEST(Floating, ABodyThatStartsUnderTheSurfaceComesUpWithoutABlast) {
  World world(pool(7.f, {floater(ballOf(2.f), 500.f, {0.f, 3.f, 0.f})}, 4.f), 2);
  double fastestLiquid = 0.0, fastestBody = 0.0;
  while (world.frameIndex() < 120) {
    world.advanceFrame();
    fastestLiquid = std::max<double>(fastestLiquid, fastestParticle(world.particles()));
    fastestBody = std::max<double>(fastestBody, glm::length(world.bodies().list[1].velocity));
  }
  // If liquid inside the body were not removed at the start, the liquid would reach 6 to 9 h per paper frame.
  // Single particles of a pool that settles from blue noise reach 1.5 without any body.
  RecordProperty("fastest_liquid", std::to_string(fastestLiquid / (kPoolH * 30.0)));
  RecordProperty("fastest_body", std::to_string(fastestBody / (kPoolH * 30.0)));
  RecordProperty("submerged", std::to_string(submersionOf(world, world.bodies().list[1])->fraction));
  EXPECT_LT(fastestLiquid, 2.0 * kPoolH * 30.0);
  EXPECT_LT(fastestBody, 0.3 * kPoolH * 30.0);
  EXPECT_NEAR(submersionOf(world, world.bodies().list[1])->fraction, 0.5, 0.06);
}

}  // namespace
}  // namespace ooze::floating_bodies_test
