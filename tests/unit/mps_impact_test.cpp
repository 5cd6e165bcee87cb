// Tests of impacts of the moving particle method (MPS): small blocks that hit a floor.
#include "unit/mps_fixtures.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::mps_tests {
namespace mps_impact_test {
namespace {

constexpr float kBlockSpeed = 1.6f;               // speed at which the blocks are thrown down [m/s]
constexpr int kBlockWidth = 4, kBlockHeight = 8;  // size of the blocks [particles]

/// Returns a wide tank with a block of particles that falls on the tank's floor from `clearance` spacings.
WorldSpec impactSpec(float clearance) {
  constexpr float kTank = 60.f;  // [spacings]
  WorldSpec spec;
  spec.method = "mps";
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {definition({.viscosity = 0.f, .tension = 0.f})};
  spec.bodies = {tankOf(kSpacing * Vec3(kTank))};
  LiquidVolume block;
  block.shape = makeBox(0.5f * kSpacing * Vec3(kBlockWidth, kBlockHeight, kBlockWidth));
  block.pose.position = kSpacing * Vec3(0.5f * kTank, clearance + 0.5f * kBlockHeight, 0.5f * kTank);
  block.velocity = {0.f, -kBlockSpeed, 0.f};
  block.sampling = Sampling::Lattice;
  spec.liquids = {block};
  return spec;
}

/// A step with too few substeps turns the pressure of an impact into too much speed: single particles then
/// leave at 5.9 m/s. The speed depends on the moment of the impact within a step, so blocks fall from several
/// heights.
TEST(MpsImpact, SmallBlocksThrowNoParticlesMuchFasterThanTheyFall) {
  const float fallen =
      std::sqrt(kBlockSpeed * kBlockSpeed + 2.f * 9.81f * kSpacing * (4.f + kBlockHeight));  // [m/s]
  for (float clearance = 3.f; clearance < 4.f; clearance += 0.13f) {
    World world(impactSpec(clearance), 1);
    float fastest = 0.f;
    for (int frame = 0; frame < 8; ++frame) {
      world.advanceFrame();
      const Particles& p = world.particles();
      for (std::size_t i = 0; i < p.size(); ++i)
        fastest = std::max(fastest, glm::length(Vec3(p.velocity[i])));
    }
    EXPECT_LT(fastest, 1.5f * fallen) << "from " << clearance << " spacings";
    EXPECT_GT(fastest, 0.8f * fallen) << "from " << clearance << " spacings: the block did not fall";
  }
}

}  // namespace
}  // namespace mps_impact_test
}  // namespace ooze::mps_tests
