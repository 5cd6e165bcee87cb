// The scenes of Rasmussen et al. 2004 do what their cards say: on grids of fewer cells than those that ship.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::rasmussen_scenes_test {
namespace {

/// @param h  instead of the scene's own [m]
World opened(const char* scene, float h) {
  WorldSpec spec = loadScene(scene, Detail::Coarse).world;
  spec.methodSettings.interactionRadius = h;
  return World(std::move(spec));
}

/// How many particles are where `holds` says.
template <class Holds>
double share(const World& world, const Holds& holds) {
  const Particles& p = world.particles();
  std::size_t count = 0;
  for (std::size_t i = 0; i < p.size(); ++i) count += holds(p.position[i], p.velocity[i]);
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, p.size()));
}

/// Where the cold has left it the creature sinks down, and where it is still cold it stands.
TEST(RasmussenMeltingMetalCreatureScene, MeltsFromTheTop) {
  World world = opened("rasmussen_melting_metal_creature", 0.022f);
  const auto above = [](float height) {
    return [height](const Vec3& p, const Vec3&) { return p.y > height; };
  };
  const double head = share(world, above(0.2f)), legs = share(world, above(0.1f));
  ASSERT_GT(head, 0.02);
  test::advanceTo(world, 0.6);
  EXPECT_GT(share(world, above(0.2f)), 0.4 * head);
  test::advanceTo(world, 2.6);
  EXPECT_LT(share(world, above(0.2f)), 0.1 * head);
  EXPECT_GT(share(world, above(0.1f)), 0.5 * legs);
}

/// What control particles hold turns with the head, and what runs past them does not.
TEST(RasmussenMetalFaceScene, HoldsItsRidges) {
  World world = opened("rasmussen_metal_face", 0.025f);
  test::advanceTo(world, 1.4);
  EXPECT_GT(world.particles().size(), 100u);
  const Body& head = world.bodies().list[0];
  const auto onHead = [&](const Vec3& p, const Vec3&) {
    return head.shape->distance(head.pose.toLocal(p)) < 0.02f;
  };
  EXPECT_GT(share(world, onHead), 0.15);
  EXPECT_GT(share(world, [](const Vec3& p, const Vec3&) { return p.y < 0.06f; }), 0.02);  // drips
}

}  // namespace
}  // namespace ooze::rasmussen_scenes_test
