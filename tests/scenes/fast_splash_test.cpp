// Scene `clavet_fast_splash`: a rim rises around the impact and falls back, and the pool ends level.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::fast_splash_test {
namespace {

template <class List>
const auto& named(const List& list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.name == name; });
  if (found == list.end()) throw std::runtime_error("the scene has no " + std::string(name));
  return *found;
}

class FastSplash : public testing::Test {
 protected:
  FastSplash()
      : tank_(named(world_.bodies().list, "tank")),
        h_(world_.spec().methodSettings.interactionRadius),
        radius_(named(world_.spec().liquids, "drop").shape->bounds().upper.x) {
    const LiquidVolume& pool = named(world_.spec().liquids, "pool");
    restLevel_ = pool.pose.position.y + pool.shape->bounds().upper.y;
  }

  /// Returns the height of the rim over the pool's rest level [m]: the median over eight sectors around the
  /// impact. Each sector counts its highest particle beyond the drop's radius and at least h from the walls.
  /// Neither the drop, nor the central jet, nor liquid climbing a wall, nor a single stray particle counts as
  /// a rim.
  [[nodiscard]] double rim() const {
    std::array<double, 8> top{};
    const Particles& p = world_.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3 at = p.position[i];
      if (std::hypot(at.x, at.z) < radius_ || tank_.shape->distance(tank_.pose.toLocal(at)) < h_) continue;
      const double turn = std::atan2(at.z, at.x) / (2.0 * std::numbers::pi) + 0.5;
      double& height = top[std::min<std::size_t>(7, static_cast<std::size_t>(8.0 * turn))];
      height = std::max<double>(height, at.y);
    }
    std::nth_element(top.begin(), top.begin() + 4, top.end());
    return top[4] - restLevel_;
  }

  test::RecordedRun run_{"clavet_fast_splash"};
  const World& world_ = run_.world();
  Body tank_;         ///< the static body that holds the pool
  double h_;          ///< interaction radius h [m]
  double radius_;     ///< radius of the drop [m]
  double restLevel_;  ///< rest level of the pool [m]
};

TEST_F(FastSplash, RimRisesOverTwiceTheDropsRadiusAndThePoolEndsLevel) {
  double highest = 0.0;
  std::uint64_t highestAt = 0;
  while (world_.time() < 2.5) {
    run_.advanceFrame();
    if (const double now = rim(); now > highest) highest = now, highestAt = world_.frameIndex();
  }
  EXPECT_GT(highest, 2.0 * radius_);
  EXPECT_LT(highest, 6.0 * radius_);  // the drop's potential energy does not allow more
  EXPECT_LT(highestAt, 30u);          // a single splash, in the first half second
  EXPECT_LT(rim(), 0.5 * radius_);    // the rim has fallen back

  const Vec3 inside = tank_.shape->bounds().size();
  const double spacing = world_.restSpacing(0);
  const double volume = static_cast<double>(world_.particles().size()) * std::pow(spacing, 3);
  const double ideal = 0.5 * volume / (inside.x * inside.z);
  const double floor = tank_.pose.position.y + tank_.shape->bounds().lower.y;
  EXPECT_NEAR(world_.statistics().centroid.y - floor, ideal, 0.15 * ideal);
  RecordProperty("rim_over_radius", std::to_string(highest / radius_));
  RecordProperty("mean_height_over_ideal", std::to_string((world_.statistics().centroid.y - floor) / ideal));
}

}  // namespace
}  // namespace ooze::fast_splash_test
