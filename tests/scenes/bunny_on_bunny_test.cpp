// A bunny falls onto a bunny in a puddle: meshes meet meshes, and both meet liquid.
#include "ooze/geometry/mesh.h"
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze {
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

/// How deep the vertices of `a` are in `b` [m].
float penetration(const Body& a, const Body& b) {
  float deepest = 0.f;
  for (const Vec3& v : a.solid.mesh->positions)
    deepest = std::max(deepest, -b.shape->distance(b.pose.toLocal(a.pose.toWorld(v))));
  return deepest;
}

TEST(BunnyOnBunny, IsCaughtSlidesOffAndComesToRest) {
  World world(parseScene(kBunnies, "bunnies.json", Detail::Coarse).world);
  const Body &lower = world.bodies().list[1], &upper = world.bodies().list[2];
  ASSERT_TRUE(upper.solid.mesh);
  const float floor = world.bodies().list[0].shape->bounds().lower.y + 0.15f;
  float deepest = 0.f, restingFastest = 0.f;
  double caught = -1.0;
  while (world.time() < 1.2) {
    world.advanceFrame();
    ASSERT_TRUE(isFinite(upper.pose.position) && isFinite(upper.velocity));
    if (world.frameIndex() % 4 == 0) deepest = std::max(deepest, penetration(upper, lower));
    if (caught < 0.0 && upper.velocity.y > -0.5 * 9.81 * world.time()) caught = world.time();
    if (world.time() > 1.1) restingFastest = std::max(restingFastest, glm::length(upper.velocity));
  }
  // It falls 2 cm at most until the ears meet the feet: sqrt(2 s / g) = 0.064 s, and a frame or two to
  // notice.
  EXPECT_GT(caught, 0.0);
  EXPECT_LT(caught, 0.1);
  EXPECT_LT(deepest, 0.002f);  // convex parts follow the mesh within this
  EXPECT_LT(restingFastest, 0.02f);
  for (const Vec3& v : upper.solid.mesh->positions) ASSERT_GT(upper.pose.toWorld(v).y, floor - 0.002f);
  // The liquid, too, stayed outside both and in the tank.
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    for (const Body& body : world.bodies().list)
      ASSERT_GT(body.shape->distance(body.pose.toLocal(p.position[i])), -0.001f) << body.name;
}

}  // namespace
}  // namespace ooze
