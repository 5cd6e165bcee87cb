// What the README promises: honey that holds its shape longer folds and coils as it lands.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <vector>

namespace ooze {
namespace {

/// How far the middle of the thread strays from its mean place just above the bunny's back, over the third
/// second. @return root mean square, in radii of the nozzle
double strayingOfTheThread(const std::vector<Command>& commands) {
  constexpr float kLower = 0.17f, kUpper = 0.19f, kReach = 0.06f;  // [m]
  constexpr std::size_t kFirst = 60, kLast = 180;                  // frames
  World world(loadScene("clavet_pour_bunny", Detail::Coarse).world);
  for (const Command& command : commands) world.submit(command);
  const Vec3 nozzle = world.spec().emitters.front().position;
  const float radius = world.spec().emitters.front().radius;
  std::vector<glm::dvec2> middles;
  while (world.frameIndex() < kLast) {
    world.advanceFrame();
    if (world.frameIndex() < kFirst) continue;
    const Particles& p = world.particles();
    glm::dvec2 sum(0.0);
    int count = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3 at = p.position[i];
      if (at.y < kLower || at.y > kUpper || std::hypot(at.x - nozzle.x, at.z - nozzle.z) > kReach) continue;
      sum += glm::dvec2(at.x, at.z);
      ++count;
    }
    if (count > 3) middles.push_back(sum / static_cast<double>(count));
  }
  EXPECT_GT(middles.size(), 100u) << "the thread reaches down without a gap";
  glm::dvec2 mean(0.0);
  for (const glm::dvec2& middle : middles) mean += middle / static_cast<double>(middles.size());
  double squares = 0.0;
  for (const glm::dvec2& middle : middles) squares += glm::dot(middle - mean, middle - mean);
  return std::sqrt(squares / static_cast<double>(middles.size())) / static_cast<double>(radius);
}

TEST(HoneyCoil, AThreadThatYieldsLateAndSlowlyFoldsWhereOrdinaryHoneyRunsStraight) {
  EXPECT_LT(strayingOfTheThread({}), 0.15);  // 0.06
  EXPECT_GT(strayingOfTheThread({{"material.honey.yield_ratio_stretch", {0.3f}},
                                 {"material.honey.plasticity_stretch", {0.5f}}}),
            0.3);  // 0.54
}

}  // namespace
}  // namespace ooze
