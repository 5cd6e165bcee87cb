// A bunny falls onto a bunny in a puddle: contact between meshes, and of meshes with liquid.
#include "ooze/geometry/mesh.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace ooze::bunny_on_bunny_test {
namespace {

constexpr const char* kBunnies = R"({
  "version": 1, "h": 0.02, "fps": 60,
  "materials": [{"name": "water", "file": "water"}],
  "liquids": [{"shape": {"box": {"half_extents": [0.1, 0.008, 0.1]}}, "position": [0, 0.008, 0]}],
  "bodies": [
    {"name": "tank", "shape": {"tank": {"half_extents": [0.1, 0.15, 0.1]}}, "position": [0, 0.15, 0]},
    {"name": "lower", "shape": {"mesh": {"file": "bunny", "height": 0.1}}},
    {"name": "upper", "motion": "dynamic", "density": 2000, "shape": {"mesh": {"file": "bunny", "height": 0.1}},
     "position": [0, 0.12, 0]}]
})";

/// Returns the deepest penetration of the vertices of `a` into `b` [m].
float penetration(const Body& a, const Body& b) {
  float deepest = 0.f;
  for (const Vec3& v : a.solid.mesh->positions)
    deepest = std::max(deepest, -b.shape->distance(b.pose.toLocal(a.pose.toWorld(v))));
  return deepest;
}

/// Drops the upper bunny from this height and simulates for a second, or until the bunny has rested for long.
/// @return whether the bunny rests at the end
bool comesToRest(float height) {
  constexpr int kMoment = 3, kLong = 9;  // frames: 0.05 s and 0.15 s
  WorldSpec spec = parseScene(kBunnies, "bunnies.json", Detail::Coarse).world;
  spec.bodies[2].pose.position.y = height;
  World world(std::move(spec));
  const Body &lower = world.bodies().list[1], &upper = world.bodies().list[2];
  EXPECT_TRUE(upper.solid.mesh);
  const float floor = world.bodies().list[0].shape->bounds().lower.y + 0.15f;
  float deepest = 0.f;
  double caught = -1.0;
  int still = 0;  // number of frames at rest
  while (world.time() < 1.0 && still < kLong) {
    world.advanceFrame();
    EXPECT_TRUE(isFinite(upper.pose.position) && isFinite(upper.velocity));
    if (world.frameIndex() % 4 == 0) deepest = std::max(deepest, penetration(upper, lower));
    if (caught < 0.0 && upper.velocity.y > -0.5 * 9.81 * world.time()) caught = world.time();
    still = glm::length(upper.velocity) < 0.02f ? still + 1 : 0;
  }
  // The bunny falls at most 2 cm until ears meet feet: sqrt(2 s / g) = 0.064 s, plus a frame or two for
  // detection.
  EXPECT_GT(caught, 0.0);
  EXPECT_LT(caught, 0.1);
  EXPECT_LT(deepest, 0.002f);  // accuracy of the convex decomposition
  for (const Vec3& v : upper.solid.mesh->positions) EXPECT_GT(upper.pose.toWorld(v).y, floor - 0.002f);
  // The liquid has stayed outside both bunnies and inside the tank.
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    for (const Body& body : world.bodies().list)
      EXPECT_GT(body.shape->distance(body.pose.toLocal(p.position[i])), -0.001f) << body.name;
  return still >= kMoment;
}

TEST(BunnyOnBunny, IsCaughtSlidesOffAndComesToRest) {
  // The final state is chaotic: of ten heights a tenth of a millimetre apart, three or four end with the
  // bunny rocking on its ears at 20 to 70 mm/s, the others at rest. The majority of three runs decides.
  constexpr int kHeights = 3, kMost = kHeights / 2 + 1;
  int still = 0, rocking = 0;
  // The majority of three is known after two equal results.
  for (int k = 0; k < kHeights && std::max(still, rocking) < kMost; ++k)
    ++(comesToRest(0.1196f + 0.0002f * static_cast<float>(k)) ? still : rocking);
  EXPECT_EQ(still, kMost) << "of three";
}

}  // namespace
}  // namespace ooze::bunny_on_bunny_test
