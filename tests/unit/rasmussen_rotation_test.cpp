// Tests the loss of angular momentum of a ball of liquid that rotates in free flight (directable grid
// method).
#include "methods/rasmussen/rasmussen.h"
#include "unit/rasmussen_fixtures.h"

#include <array>
#include <gtest/gtest.h>

namespace ooze::rasmussen_rotation_test {
namespace {

using namespace rasmussen_fixtures;

constexpr float kRadius = 6.f;               // radius of the ball [cells]
const Vec3 kAngularVelocity(0.f, 0.f, 4.f);  // initial angular velocity of the ball [rad/s]

/// Returns the fraction of angular momentum left after one radian in so many steps.
double remainingMomentum(int steps, float viscosity, float swirl) {
  const Threads alone(1);
  rasmussen::Rasmussen method({.interactionRadius = kH});
  method.setMaterials(std::array{liquid({{"viscosity", viscosity}, {"volume", 0.f}, {"swirl", swirl}})});
  method.setGravity(Vec3(0.f));
  LiquidSeeds seeds;
  seeds.shape = makeSphere(kRadius * kCell);
  for (int x = -7; x < 7; ++x)
    for (int y = -7; y < 7; ++y)
      for (int z = -7; z < 7; ++z) {
        const Vec3 p = kCell * (Vec3(x, y, z) + 0.5f);
        if (!(glm::length(p) < kRadius * kCell)) continue;
        seeds.positions.push_back(p);
        seeds.velocities.push_back(glm::cross(kAngularVelocity, p));
      }
  method.insert(seeds);
  const auto momentum = [&] {
    const Particles& p = method.liquid().particles;
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < p.size(); ++i)
      sum += glm::cross(glm::dvec3(p.position[i]), glm::dvec3(p.velocity[i]));
    return sum.z;
  };
  const double before = momentum();
  Bodies bodies;
  StageTimer timer;
  for (int k = 0; k < steps; ++k) {
    StepContext context{bodies, alone, timer, static_cast<std::uint64_t>(k)};
    method.step(0.25f / static_cast<float>(steps), context);
  }
  return momentum() / before;
}

/// The loss of angular momentum converges with the first power of the time step.
/// The liquid gets back what advection loses (FreeParts). What is left is the angle by which particles turn
/// within a step. Viscosity and the scheme of advection add hardly more loss.
TEST(RasmussenRotation, DriftsByTheFirstOrderOfTheStep) {
  const double coarse = remainingMomentum(15, 50.f, 0.f), half = remainingMomentum(30, 50.f, 0.f),
               fine = remainingMomentum(60, 50.f, 0.f);
  EXPECT_NEAR((coarse - half) / (half - fine), 2.0, 0.4);
  EXPECT_GT(coarse, 0.96);
  EXPECT_NEAR(coarse, remainingMomentum(15, 0.f, 0.f), 0.01);
  EXPECT_NEAR(coarse, remainingMomentum(15, 50.f, 1.f), 0.01) << "with the sharper scheme";
}

}  // namespace
}  // namespace ooze::rasmussen_rotation_test
