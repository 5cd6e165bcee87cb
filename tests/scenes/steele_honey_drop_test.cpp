// Steele 2004, figure 1: honey dropped on a hanging ball slides around the ball, gathers below, draws a
// string longer than two of the ball's radii, and drips. A coat remains and comes to rest.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::steele_honey_drop_test {
namespace {

struct LiquidOnBall {
  double above = 0, below = 0;  ///< fractions of the initial liquid above and below the ball's middle [1]
  double lowest = 0;            ///< height of the lowest particle [m]
  double string = 0;  ///< fraction with liquid of the height from the ball's lowest point to 0.12 m below [1]
};

LiquidOnBall measureLiquid(const World& world, double total) {
  constexpr float kRadius = 0.06f;  // radius of the ball [m]
  LiquidOnBall seen;
  std::vector<bool> filled(12, false);
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const float y = p.position[i].y;
    (y > 0.f ? seen.above : seen.below) += 1.0 / total;
    seen.lowest = std::min(seen.lowest, static_cast<double>(y));
    const auto k = static_cast<int>((-kRadius - y) / 0.01f);
    if (k >= 0 && k < 12) filled[static_cast<std::size_t>(k)] = true;
  }
  seen.string = static_cast<double>(std::count(filled.begin(), filled.end(), true)) / 12.0;
  return seen;
}

TEST(SteeleHoneyDrop, SlidesRoundTheBallGathersAndDrawsAString) {
  test::RecordedRun run("steele_honey_drop");
  const World& world = run.world();
  const auto total = static_cast<double>(world.particles().size());
  bool gathered = false, string = false;
  for (int frame = 0; frame < 240; ++frame) {
    run.advanceFrame();
    const LiquidOnBall now = measureLiquid(world, total);
    gathered = gathered || (now.below > 0.55 && now.lowest > -0.12);
    string = string || (gathered && now.string > 0.99);
  }
  EXPECT_TRUE(gathered);
  EXPECT_TRUE(string);
  const LiquidOnBall last = measureLiquid(world, total);
  EXPECT_GT(last.above + last.below, 0.3);  // some liquid stays on the ball
  EXPECT_LT(last.above + last.below, 0.9);  // the rest has dripped off
  double speed = 0.0, onBall = 0.0;         // drops continue to fall from the ball
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    if (world.particles().position[i].y < -0.07f) continue;
    speed += static_cast<double>(glm::length(world.frameVelocity(i)));
    onBall += 1.0;
  }
  EXPECT_LT(speed / onBall, 0.02);
  EXPECT_EQ(run.rollBacks(), 0u);
}

}  // namespace
}  // namespace ooze::steele_honey_drop_test
