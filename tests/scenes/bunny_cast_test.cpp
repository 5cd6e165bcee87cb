// The bunnies of the mould are there from the first frame: cast, and with both ears however coarse the
// particles.
#include "ooze/geometry/mesh.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ooze::bunny_cast_test {
namespace {

class BunnyCast : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, BunnyCast, testing::Values("mold_elastic", "footprint", "melt"),
                         [](const auto& set) { return std::string(set.param); });

/// How far the farthest place within the liquid's shape, above this height, is from a particle [m].
double largestGap(const World& world, float above) {
  const LiquidVolume& bunny = world.spec().liquids.at(0);
  std::vector<Vec3> particles;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    if (const Vec3 p = world.particles().position[i]; p.y > above - 0.03f) particles.push_back(p);
  const Aabb box = bunny.shape->bounds();
  const float step = 0.0025f;
  double largest = 0.0;
  for (float z = box.lower.z; z < box.upper.z; z += step)
    for (float y = above; y < box.upper.y; y += step)
      for (float x = box.lower.x; x < box.upper.x; x += step) {
        const Vec3 place(x, y, z);
        if (bunny.shape->distance(place) >= 0.f) continue;
        float nearest = 1e9f;
        for (const Vec3& p : particles) nearest = std::min(nearest, glm::distance(p, place));
        largest = std::max<double>(largest, nearest);
      }
  return largest;
}

TEST_P(BunnyCast, HasItsEarsAtEveryDetail) {
  constexpr float kHead = 0.158f;  // above it there are ears only [m]
  for (const Detail detail : {Detail::Coarse, Detail::Medium, Detail::Fine}) {
    World world(loadScene(std::string("clavet_bunny_") + GetParam(), detail).world, 2);
    const float spacing = world.restSpacing(0);
    const double gap = largestGap(world, kHead);
    std::printf("%s: %zu particles, in the ears %.2f spacings from one at most\n",
                std::string(detailWord(detail)).c_str(), world.particles().size(), gap / spacing);
    EXPECT_LT(gap, 1.2 * spacing) << detailWord(detail);
  }
}

/// How high the ears reach: the height of the third highest particle, so that one alone is no ear [m].
double reachOf(const World& world) {
  std::vector<float> heights;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    heights.push_back(world.particles().position.y[i]);
  std::nth_element(heights.begin(), heights.begin() + 2, heights.end(), std::greater<>());
  return heights[2];
}

TEST_P(BunnyCast, KeepsItsEarsUpWhenTheMouldOpens) {
  WorldSpec spec = loadScene(std::string("clavet_bunny_") + GetParam(), Detail::Coarse).world;
  // Before the shoe comes: it treads the whole bunny lower, ears and all.
  std::erase_if(spec.timeline, [](const auto& event) { return event.command.target.ends_with(".present"); });
  World world(std::move(spec), 2);
  const double cast = reachOf(world);
  const double head = 0.158;  // [m]
  double lowest = cast;
  while (world.time() < 0.7) {
    world.advanceFrame();
    lowest = std::min(lowest, reachOf(world));
  }
  std::printf("ears reach %.4f m, %.4f m at the least, %.4f m after 0.7 s\n", cast, lowest, reachOf(world));
  // An ear that hangs reaches no higher than the head that it hangs from.
  EXPECT_GT(reachOf(world), head + 0.4 * (cast - head));
}

TEST_P(BunnyCast, StandsOnSpringsFromTheFirstFrame) {
  World world(loadScene(std::string("clavet_bunny_") + GetParam(), Detail::Coarse).world, 2);
  world.advanceFrame();
  EXPECT_GT(world.method().links()->count(), 20 * world.particles().size());
}

}  // namespace
}  // namespace ooze::bunny_cast_test
