// Oil and water in a shaken tank throw no bullets: single particles that leave the liquid faster than any
// wave.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace ooze::steele_shaken_tank_test {
namespace {

/// A tank that is shaken by this amplitude [m].
class SteeleShakenTank : public testing::TestWithParam<float> {};

TEST_P(SteeleShakenTank, ThrowsNoBullet) {
  WorldSpec spec = loadScene("steele_oil_and_water", Detail::Coarse).world;
  for (PoseKey& key : spec.bodies.at(0).keys)
    if (key.pose.position.x != 0.f) key.pose.position.x = std::copysign(GetParam(), key.pose.position.x);
  World world(std::move(spec), 2);
  double fastest = 0.0;
  while (world.frameIndex() < 240) {
    world.advanceFrame();
    fastest = std::max<double>(fastest, world.statistics().maxSpeed);
  }
  // A particle of this speed flies from the floor to the rim of the tank, 0.19 m above.
  EXPECT_LT(fastest, std::sqrt(2.0 * 9.81 * 0.19));
  RecordProperty("fastest", std::to_string(fastest));
}

INSTANTIATE_TEST_SUITE_P(Amplitudes, SteeleShakenTank, testing::Values(0.012f, 0.016f, 0.02f),
                         [](const auto& tested) {
                           return std::to_string(std::lround(1000.f * tested.param)) + "mm";
                         });

}  // namespace
}  // namespace ooze::steele_shaken_tank_test
