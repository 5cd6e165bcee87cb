// Tests of cuts in the directable grid method: a cut removes a slit from the level set.
#include "fixtures/commands.h"
#include "unit/rasmussen_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::rasmussen_cut_test {
namespace {

using namespace rasmussen_fixtures;

/// Returns a block of 10 x 8 x 10 cells without gravity.
World block() {
  WorldSpec spec = worldOf(liquid({{"viscosity", 50.f}, {"volume", 5.f}}));
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box(Vec3(0.f), {0.1f, 0.08f, 0.1f})};
  return World(std::move(spec), 1);
}

Command cutAtMiddle(float parting) {
  return command("liquid.cut",
                 {0.f, -0.2f, -0.2f, 0.f, -0.2f, 0.2f, 0.f, 0.2f, 0.2f, 0.f, 0.2f, -0.2f, parting});
}

/// Returns whether the blade has air all over its area.
bool isOpen(const World& world) {
  const auto shot = world.snapshot({});
  for (float y = -0.06f; y < 0.065f; y += 0.02f)
    for (float z = -0.08f; z < 0.085f; z += 0.02f)
      if (!(shot->surface->sample({0.f, y, z}) > 0.f)) return false;
  return true;
}

double volumeNow(const World& world) { return volumeOf(*world.snapshot({})->surface, 12); }

TEST(RasmussenCut, ASlitPartsTheLiquidAndItsAmountComesBack) {
  World world = block();
  advanceFrames(world, 2);
  ASSERT_FALSE(isOpen(world));
  const double before = volumeNow(world);
  world.submit(cutAtMiddle(0.f));
  advanceFrames(world, 1);
  EXPECT_TRUE(isOpen(world));
  EXPECT_LT(volumeNow(world), 0.9 * before);
  EXPECT_LT(phiAt(world, {3.f * kCell, 0.f, 0.f}), 0.f);
  advanceFrames(world, 30);
  EXPECT_TRUE(isOpen(world)) << "nothing draws it together";
  const auto all = static_cast<double>(world.particles().size());
  EXPECT_NEAR(volumeNow(world), all, 0.02 * all);
}

TEST(RasmussenCut, IsUndone) {
  World world = block();
  advanceFrames(world, 2);
  const auto phi = [&] {
    const auto shot = world.snapshot({});
    std::vector<float> values;
    for (int x = -9; x <= 9; ++x)
      for (int y = -9; y <= 9; ++y) values.push_back(shot->surface->sample(kCell * Vec3(x, y, 0)));
    return values;
  };
  const std::vector<float> before = phi();
  world.submit(cutAtMiddle(0.f));
  advanceFrames(world, 1);
  ASSERT_TRUE(isOpen(world));
  world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
  advanceFrames(world, 1);
  EXPECT_FALSE(isOpen(world));
  const std::vector<float> after = phi();
  for (std::size_t k = 0; k < after.size(); ++k) EXPECT_NEAR(after[k], before[k], 0.2f * kCell);
}

/// Undoing a cut adds no liquid where the liquid has moved away since.
TEST(RasmussenCut, UndoAddsNoLiquidInTheAir) {
  WorldSpec spec = worldOf(liquid({{"viscosity", 1.f}, {"volume", 0.f}}));
  spec.liquids = {test::box(Vec3(0.f), {0.1f, 0.08f, 0.1f})};
  World world(std::move(spec), 1);
  advanceFrames(world, 2);
  world.submit(cutAtMiddle(0.f));
  advanceFrames(world, 20);  // the liquid falls by half a metre
  world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
  advanceFrames(world, 1);
  EXPECT_TRUE(isOpen(world));
}

}  // namespace
}  // namespace ooze::rasmussen_cut_test
