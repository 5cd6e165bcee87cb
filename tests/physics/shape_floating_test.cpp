// Bodies in a liquid of SPH with shape matching, which uses the body coupling shared by all particle methods.
#include "methods/shape_matching/material.h"
#include "physics/floating_fixtures.h"

#include <gtest/gtest.h>
#include <utility>

namespace ooze::shape_floating_test {
namespace {

using namespace test;

/// Returns a body above frictionless liquid. @param alpha  1: the liquid keeps no shape
WorldSpec shapedTank(Body body, float alpha) {
  shape_matching::Material m;
  m.alpha = alpha, m.pressureStiffness = 30.f, m.viscosity = 2.f, m.friction = 0.f;
  return narrowTank(liquidOf<shape_matching::Material>("shape_matching", shape_matching::kParameters, m),
                    std::move(body));
}

class ShapeFloating : public testing::TestWithParam<Floater> {};

// Tolerance 0.1: solids carry no density, so liquid comes nearer than one particle spacing, and particles are
// as large as a fifth of the body.
TEST_P(ShapeFloating, BodySubmergesAtItsDensityRatio) {
  const Floater& f = GetParam();
  World world(shapedTank(floater(f.shape, 1000.f * f.ratio, {0.f, 4.6f, 0.f}), 1.f), 2);
  const double submerged = meanSubmersion(world, 120);
  EXPECT_NEAR(submerged, f.ratio, 0.1);
  RecordProperty("submerged", std::to_string(submerged));
  EXPECT_LT(glm::length(world.bodies().list[1].velocity), 0.02f * kPoolH * 30.f);  // 0.02 h per frame [m/s]
}

INSTANTIATE_TEST_SUITE_P(Bodies, ShapeFloating,
                         testing::Values(Floater{"ball", ballOf(1.2f), 0.3f},
                                         Floater{"ball", ballOf(1.2f), 0.5f},
                                         Floater{"box", brickOf({1.1f, 0.9f, 1.f}), 0.5f}),
                         [](const auto& tested) { return nameOf(tested.param); });

TEST(ShapeFloating, AHeavierBodySinksToTheFloor) {
  World world(shapedTank(floater(ballOf(1.2f), 1500.f, {0.f, 4.6f, 0.f}), 1.f), 2);
  while (world.frameIndex() < 90) world.advanceFrame();
  const Body& body = world.bodies().list[1];
  EXPECT_NEAR(body.pose.position.y, 1.2f * kPoolH, 0.1f * kPoolH);
  EXPECT_LT(glm::length(body.velocity), 0.02f * kPoolH * 30.f);
}

TEST(ShapeFloating, JellyCarriesWhatWouldSinkInLiquid) {
  World world(shapedTank(floater(ballOf(1.2f), 1500.f, {0.f, 4.6f, 0.f}), 0.f), 2);
  while (world.frameIndex() < 90) world.advanceFrame();
  const float height = world.bodies().list[1].pose.position.y / kPoolH;
  EXPECT_GT(height, 3.f);
  EXPECT_LT(height, 4.5f) << "it lies on it";
}

}  // namespace
}  // namespace ooze::shape_floating_test
