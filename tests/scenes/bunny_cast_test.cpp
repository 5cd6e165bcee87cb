// The bunnies cast in a mould have both ears from the first frame, at any resolution. The tests of the single
// scenes check that springs hold the bunnies and their ears up.
#include "ooze/geometry/mesh.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ooze::bunny_cast_test {
namespace {

class BunnyCast : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, BunnyCast, testing::Values("mold_elastic", "footprint", "melt"),
                         [](const auto& set) { return std::string(set.param); });

/// Returns the largest distance from a point inside the liquid's shape, above this height, to the nearest
/// particle [m].
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
  for (const Detail detail : {Detail::Coarse, Detail::Medium, Detail::Fine}) {
    World world(loadScene(std::string("clavet_bunny_") + GetParam(), detail).world, 2);
    const float spacing = world.restSpacing(0);
    const double gap = largestGap(world, test::kBunnysHead);
    std::printf("%s: %zu particles, in the ears %.2f spacings from one at most\n",
                std::string(detailWord(detail)).c_str(), world.particles().size(), gap / spacing);
    EXPECT_LT(gap, 1.2 * spacing) << detailWord(detail);
  }
}

}  // namespace
}  // namespace ooze::bunny_cast_test
