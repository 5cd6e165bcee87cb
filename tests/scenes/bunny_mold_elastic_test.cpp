// Clavet 2005, figure 12: liquid that has set in a mould stands as an elastic bunny, is trodden on and gets
// up again.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"

#include <gtest/gtest.h>
#include <utility>

namespace ooze::bunny_mold_elastic_test {
namespace {

TEST(BunnyMoldElastic, StandsIsTroddenOnAndRecovers) {
  WorldSpec spec = loadScene("clavet_bunny_mold_elastic", Detail::Coarse).world;
  spec.methodSettings.interactionRadius *= 1.1f;  // a third of the work less
  World world(std::move(spec), 2);
  const double cast = test::outlineOf(world).height, ears = test::earsOf(world);
  world.advanceFrame();
  const std::size_t springs = world.method().links()->count();
  EXPECT_GT(springs, 20 * world.particles().size());

  test::advanceTo(world, test::kMouldIsOpen);
  test::expectEarsUp(world, ears);
  test::advanceTo(world, 1.4);  // the foot comes down on it at 1.7 s
  const double standing = test::outlineOf(world).height;
  // Its weight presses it by 7 %; 3 mm (2 %) more are the gap that a mould's wall keeps under it.
  EXPECT_GT(standing, 0.90 * cast);
  test::advanceTo(world, 2.6);
  const double pressed = test::outlineOf(world).height;
  EXPECT_LT(pressed, 0.75 * standing);
  EXPECT_GT(pressed, 0.4 * standing) << "the sole stops 9 cm over the ground";
  test::advanceTo(world, 4.2);
  const double after = test::outlineOf(world).height;
  EXPECT_GT(after, 0.9 * standing);
  EXPECT_LT(after, 1.05 * standing) << "it has come to rest";
  // Elastic: no spring was made or broken on the way.
  EXPECT_EQ(world.method().links()->count(), springs);
  std::printf("cast %.4f, standing %.4f, pressed %.4f, after %.4f m\n", cast, standing, pressed, after);
}

}  // namespace
}  // namespace ooze::bunny_mold_elastic_test
