// Clavet 2005, figure 12: liquid set in a mould stands as an elastic bunny, is pressed by a foot and
// recovers.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"

#include <gtest/gtest.h>
#include <utility>

namespace ooze::bunny_mold_elastic_test {
namespace {

TEST(BunnyMoldElastic, StandsIsTroddenOnAndRecovers) {
  WorldSpec spec = loadScene("clavet_bunny_mold_elastic", Detail::Coarse).world;
  spec.methodSettings.interactionRadius *= 1.1f;  // saves a third of the computation
  World world(std::move(spec), 2);
  const double cast = test::outlineOf(world).height, ears = test::earsOf(world);
  world.advanceFrame();
  const std::size_t springs = world.method().links()->count();
  EXPECT_GT(springs, 20 * world.particles().size());

  test::advanceTo(world, test::kMouldIsOpen);
  test::expectEarsUp(world, ears);
  test::advanceTo(world, 1.4);  // the foot presses at 1.7 s
  const double standing = test::outlineOf(world).height;
  // The weight compresses the bunny by 7 %; 3 mm (2 %) more are the gap between mould wall and liquid.
  EXPECT_GT(standing, 0.90 * cast);
  test::advanceTo(world, 2.6);
  const double pressed = test::outlineOf(world).height;
  EXPECT_LT(pressed, 0.75 * standing);
  EXPECT_GT(pressed, 0.4 * standing) << "the sole stops 9 cm over the ground";
  test::advanceTo(world, 4.2);
  const double after = test::outlineOf(world).height;
  EXPECT_GT(after, 0.9 * standing);
  EXPECT_LT(after, 1.05 * standing) << "it has come to rest";
  // Elastic behaviour: no spring was created or broken.
  EXPECT_EQ(world.method().links()->count(), springs);
  std::printf("cast %.4f, standing %.4f, pressed %.4f, after %.4f m\n", cast, standing, pressed, after);
}

}  // namespace
}  // namespace ooze::bunny_mold_elastic_test
