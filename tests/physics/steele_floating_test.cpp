// Bodies in a liquid of the adhesion method: the body coupling shared by all particle methods, and the
// adhesion between liquid and body.
#include "methods/steele/material.h"
#include "physics/floating_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <utility>

namespace ooze::steele_floating_test {
namespace {

using namespace test;

WorldSpec adhesive(const steele::Material& m) {
  return liquidOf<steele::Material>("steele", steele::kParameters, m);
}

/// Returns a body above frictionless liquid whose adhesion to solids is half of its cohesion, so that the
/// surface is level at the body (Young 1805: the cosine of the contact angle is 2 A_s / A - 1).
WorldSpec tankWith(Body body) {
  return narrowTank(adhesive({.viscosity = 10.f, .cohesion = 20.f, .cling = 10.f, .friction = 1.f}),
                    std::move(body));
}

class SteeleFloating : public testing::TestWithParam<Floater> {};

// Tolerance 0.1: particles are as large as a fifth of the body.
TEST_P(SteeleFloating, BodySubmergesAtItsDensityRatio) {
  const Floater& f = GetParam();
  World world(tankWith(floater(f.shape, 1000.f * f.ratio, {0.f, 4.6f, 0.f})), 2);
  const double submerged = meanSubmersion(world, 90);
  EXPECT_NEAR(submerged, f.ratio, 0.1);
  RecordProperty("submerged", std::to_string(submerged));
  EXPECT_LT(glm::length(world.bodies().list[1].velocity), 0.01f * kPoolH * 30.f);  // 0.01 h per frame [m/s]
}

INSTANTIATE_TEST_SUITE_P(Bodies, SteeleFloating,
                         testing::Values(Floater{"ball", ballOf(1.2f), 0.3f},
                                         Floater{"ball", ballOf(1.2f), 0.6f},
                                         Floater{"box", brickOf({1.1f, 0.9f, 1.f}), 0.5f}),
                         [](const auto& tested) { return nameOf(tested.param); });

TEST(SteeleFloating, AHeavierBodySinksToTheFloor) {
  World world(tankWith(floater(ballOf(1.2f), 1500.f, {0.f, 4.6f, 0.f})), 2);
  while (world.frameIndex() < 60) world.advanceFrame();
  const Body& body = world.bodies().list[1];
  EXPECT_NEAR(body.pose.position.y, 1.2f * kPoolH, 0.1f * kPoolH);
  EXPECT_LT(glm::length(body.velocity), 0.01f * kPoolH * 30.f);
}

/// Lets a ball fly into a drop in free space.
/// @return the error of the total momentum, over the ball's momentum [1]
double momentumMade(const steele::Material& liquid, float density) {
  WorldSpec spec = adhesive(liquid);
  spec.settings.gravityY = 0.f;
  LiquidVolume drop;
  drop.shape = makeSphere(2.f * kPoolH);
  drop.sampling = Sampling::Settled;
  spec.liquids = {drop};
  Body ball = floater(ballOf(1.f), density, {0.f, 3.5f, 0.3f});
  ball.velocity = Vec3(0.f, -0.5f, 0.f);
  spec.bodies = {ball};
  World world(std::move(spec), 2);
  const double particle = 1000.0 * std::pow(static_cast<double>(world.restSpacing(0)), 3.0);
  const auto bodys = [&] {
    const Body& b = world.bodies().list[0];
    return b.mass() * glm::dvec3(b.velocity);
  };
  const glm::dvec3 start = bodys();
  while (world.frameIndex() < 40) world.advanceFrame();
  glm::dvec3 liquids(0.0);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    liquids += particle * glm::dvec3(world.particles().velocity[i]);
  EXPECT_GT(glm::length(liquids), 0.5 * glm::length(start));  // the momentum has passed to the liquid
  return glm::length(liquids + bodys() - start) / glm::length(start);
}

TEST(SteeleFloating, WhatABodyLosesTheLiquidGains) {
  const steele::Material slips{.viscosity = 10.f, .cohesion = 20.f, .cling = 0.f, .friction = 1.f};
  const steele::Material clings{.viscosity = 100.f, .cohesion = 60.f, .cling = 60.f, .friction = 0.1f};
  EXPECT_LT(momentumMade(slips, 1000.f), 2e-4);  // rounding of 500 particles in 160 steps
  EXPECT_LT(momentumMade(clings, 1000.f), 2e-4);
  EXPECT_LT(momentumMade(clings, 300.f), 2e-4);
}

}  // namespace
}  // namespace ooze::steele_floating_test
