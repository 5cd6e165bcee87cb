// What `clavet_pour_tank_heavy_object` promises: the jet shoves the block, the liquid rises round it to the
// level that the poured volume gives, and the block stays on the floor; dropped in, it sinks.
#include "ooze/scene/scene.h"
#include "ooze/world/submersion.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::pour_tank_heavy_object_test {
namespace {

class HeavyObject : public testing::Test {
 protected:
  HeavyObject() : world_(loadScene("clavet_pour_tank_heavy_object", Detail::Coarse).world) {}
  void advanceTo(double time) {
    while (world_.time() < time) world_.advanceFrame();
  }
  [[nodiscard]] const Body& named(std::string_view name) const {
    const auto& list = world_.bodies().list;
    return *std::find_if(list.begin(), list.end(), [&](const Body& b) { return b.name == name; });
  }
  [[nodiscard]] const Body& block() const { return named("weight"); }
  [[nodiscard]] float half() const { return block().solid.size.y; }

  World world_;
};

TEST_F(HeavyObject, IsPushedByTheJetAndStaysOnTheFloorUnderTheRisingLiquid) {
  const Vec3 start = block().pose.position;
  float highest = 0.f;
  while (world_.time() < 3.0) {
    world_.advanceFrame();
    highest = std::max(highest, block().pose.position.y);
  }
  const Vec3 moved = block().pose.position - start;
  // The jet's force rho v^2 A is 2 N where it leaves the nozzle and more where it lands, the block's friction
  // on the floor 0.22 of 3.4 N: it must slide, away from the nozzle, by more than its own width.
  EXPECT_GT(moved.x, 2.f * half());
  EXPECT_LT(std::abs(moved.z), half());
  EXPECT_LT(highest, 1.1f * half());  // shoved, not thrown
  EXPECT_NEAR(block().pose.position.y, half(), 0.002f);
  EXPECT_GT(block().pose.directionToWorld({0.f, 1.f, 0.f}).y, 0.99f);
  EXPECT_LT(glm::length(block().velocity), 0.001f);

  // All was poured, and with the block it fills the tank up to here.
  const double spacing = world_.restSpacing(0);
  const double poured = static_cast<double>(world_.particles().size()) * std::pow(spacing, 3);
  EXPECT_NEAR(poured, 0.0015, 0.00003);
  const Vec3 inside = named("tank").shape->bounds().size();
  const double level = (poured + block().unitMass.volume) / (inside.x * inside.z);
  const auto lies = submersionOf(world_, block());
  ASSERT_TRUE(lies.has_value());
  // A pool of two h yields 5 % and its surface lies within half a particle's spacing of where it is seen.
  EXPECT_NEAR(lies->level, level, 0.05 * level + 0.5 * spacing);
  EXPECT_NEAR(lies->fraction, std::min(1.0, lies->level / (2.0 * half())), 0.05);
  EXPECT_GT(lies->fraction, 0.8);
  RecordProperty("pushed", std::to_string(moved.x));
  RecordProperty("level", std::to_string(lies->level));
}

TEST_F(HeavyObject, SinksIfItIsDroppedIn) {
  world_.submit({"body.weight.position", {0.06f, 0.16f, 0.f}});
  world_.submit({"body.weight.present", {0.f}});
  advanceTo(1.5);  // poured
  world_.submit({"body.weight.present", {1.f}});
  world_.submit({"body.weight.position", {0.06f, 0.16f, 0.f}});
  advanceTo(1.6);
  EXPECT_GT(block().pose.position.y, 0.06f);  // on its way
  advanceTo(3.0);
  EXPECT_NEAR(block().pose.position.y, half(), 0.002f);
  EXPECT_LT(glm::length(block().velocity), 0.005f);
}

}  // namespace
}  // namespace ooze::pour_tank_heavy_object_test
