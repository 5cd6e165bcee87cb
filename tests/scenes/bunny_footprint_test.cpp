// Clavet 2005, figure 12: a plastic bunny stands on its own, and keeps the print of a foot.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

TEST(BunnyFootprint, StandsAndKeepsThePrint) {
  World world(loadScene("clavet_bunny_footprint", Detail::Coarse).world, 2);
  test::advanceTo(world, 0.5);
  const double early = test::outlineOf(world).height;
  test::advanceTo(world, 1.4);
  const double standing = test::outlineOf(world).height;
  // Its own weight stays below what makes it yield.
  EXPECT_GT(standing, 0.97 * early);
  test::advanceTo(world, 2.6);
  const double pressed = test::outlineOf(world).height;
  EXPECT_LT(pressed, 0.75 * standing);
  test::advanceTo(world, 3.5);
  const double lifted = test::outlineOf(world).height;
  test::advanceTo(world, 5.0);
  const double after = test::outlineOf(world).height;
  std::printf("early %.4f, standing %.4f, pressed %.4f, lifted %.4f, after %.4f m\n", early, standing,
              pressed, lifted, after);
  // What comes back is elastic: a rest length stops flowing at a strain of the yield ratio, 0.06. Where the
  // print is deepest that is all; round it, where less has flowed, somewhat more.
  EXPECT_LT(after, 1.12 * pressed);
  EXPECT_GT(standing - after, 0.6 * (standing - pressed));
  EXPECT_NEAR(after, lifted, 0.02 * standing) << "the print stays";
}

}  // namespace
}  // namespace ooze
