// Scene `clavet_under_sphere_drip`: the liquid clings to the ball as a closed film, runs to its lowest point
// and drips until little is left. Liquid without stickiness leaves the ball on the way.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "scenes/liquid_parts.h"

#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <set>

namespace ooze::under_sphere_drip_test {
namespace {

/// Measures the liquid around the ball, whose centre is the origin.
class DripScene {
 public:
  DripScene()
      : world(loadScene("clavet_under_sphere_drip", Detail::Coarse).world),
        radius_(world.bodies().list.front().solid.size.x),
        h_(world.spec().methodSettings.interactionRadius) {}

  /// Counts hanging particles: within h of the ball, and lower than `height` times the ball's radius.
  [[nodiscard]] std::size_t hangingBelow(float height) const {
    std::size_t count = 0;
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i)
      count += isNear(p.position[i]) && p.position.y[i] < height * radius_ ? 1 : 0;
    return count;
  }

  /// Returns the fraction of the ball's surface between these heights [ball radii] that has liquid within 0.6
  /// h: a layer.
  [[nodiscard]] double covered(double lower, double upper) const {
    const Particles& p = world.particles();
    int places = 0, wet = 0;
    for (int k = 0; k < kPlaces; ++k) {
      // Uniform points on the sphere (Fibonacci spiral): equal steps in height, turned by the golden angle.
      const double y = 1.0 - 2.0 * (k + 0.5) / kPlaces;
      if (y < lower || y > upper) continue;
      const double across = std::sqrt(1.0 - y * y), angle = 2.39996322972865 * k;
      const Vec3 place = radius_ * Vec3(across * std::cos(angle), y, across * std::sin(angle));
      bool found = false;
      for (std::size_t i = 0; i < p.size() && !found; ++i)
        found = glm::distance(p.position[i], place) < 0.6f * h_;
      ++places, wet += found ? 1 : 0;
    }
    return static_cast<double>(wet) / places;
  }

  /// Records the drops of at least two particles in the air below the ball. Each drop is identified by its
  /// oldest particle. Counts the drops that are near the axis when first seen.
  void noteDrops() {
    const Particles& p = world.particles();
    std::vector<std::size_t> low;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (p.position.y[i] < 0.f) low.push_back(i);
    for (const auto& part : test::connectedParts(p, low, 0.6f * h_)) {
      std::uint32_t oldest = UINT32_MAX;
      bool touches = false;
      Vec3 centre(0.f);
      for (const std::size_t i : part) {
        oldest = std::min(oldest, p.id[i]);
        touches |= isNear(p.position[i]);
        centre += p.position[i] / static_cast<float>(part.size());
      }
      if (touches || part.size() < 2 || centre.y > -radius_ || !seen_.insert(oldest).second) continue;
      ++drops;
      onAxis += std::hypot(centre.x, centre.z) < 0.5f * radius_ ? 1 : 0;
    }
  }

  World world;
  std::size_t drops = 0, onAxis = 0;

 private:
  static constexpr int kPlaces = 400;

  [[nodiscard]] bool isNear(const Vec3& at) const { return glm::length(at) < radius_ + h_; }

  float radius_, h_;
  std::set<std::uint32_t> seen_;
};

struct DripStatistics {
  std::size_t hanging = 0, lowest = 0;  ///< largest number of particles under the equator, and in the lowest
                                        ///< tenth of the surface
  std::size_t left = 0;                 ///< number of particles under the equator at the end
  std::size_t drops = 0, onAxis = 0;
  double film = 1.0;  ///< smallest covered fraction of a band around the equator from 3 to 4 s
  double top = 0.0;   ///< covered fraction of the upper half after 4 s
};

/// Runs until this time [s], or until most of the sticking liquid has dripped off.
DripStatistics watch(double until, std::optional<float> stickiness) {
  DripScene drip;
  if (stickiness) drip.world.submit(command("clavet.stickiness", {*stickiness}));
  DripStatistics seen;
  const auto isOver = [&] { return !stickiness && drip.drops >= 5 && 3 * seen.left < seen.hanging; };
  while (drip.world.time() < until && !isOver()) {
    drip.world.advanceFrame();
    const std::uint64_t frame = drip.world.frameIndex();
    if (frame % 2 == 0) drip.noteDrops();
    if (frame >= 180 && frame <= 240 && frame % 12 == 0)
      seen.film = std::min(seen.film, drip.covered(-0.25, 0.25));
    if (frame == 240) seen.top = drip.covered(0.0, 1.0);
    seen.left = drip.hangingBelow(-0.3f);
    seen.hanging = std::max(seen.hanging, seen.left);
    // A tenth of a sphere's surface lies below -0.8 of its radius.
    seen.lowest = std::max(seen.lowest, drip.hangingBelow(-0.8f));
  }
  seen.drops = drip.drops, seen.onAxis = drip.onAxis;
  return seen;
}

TEST(UnderSphereDrip, RunsRoundTheBallAndDripsFromItsLowestPoint) {
  const DripStatistics sticky = watch(10.0, {});
  // A layer h thick on a tenth of the surface would be 240 particles.
  EXPECT_GT(sticky.lowest, 100u);
  EXPECT_GE(sticky.drops, 3u);
  EXPECT_GE(sticky.onAxis, sticky.drops * 3 / 4);
  EXPECT_GT(sticky.film, 0.95);
  EXPECT_GT(sticky.top, 0.2);
  EXPECT_LT(sticky.left, sticky.hanging / 2);

  // Without stickiness, liquid leaves the ball by its speed and the slope, far above the lowest point, and
  // falls beside the axis.
  const DripStatistics smooth = watch(3.0, 0.f);
  EXPECT_LT(smooth.hanging, sticky.hanging / 4);
  EXPECT_EQ(smooth.onAxis, 0u);
  EXPECT_LT(smooth.lowest, sticky.lowest / 10);
}

}  // namespace
}  // namespace ooze::under_sphere_drip_test
