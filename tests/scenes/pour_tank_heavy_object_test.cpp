// Scene `clavet_pour_tank_heavy_object`: the jet pushes the block, the liquid rises to the level given by the
// poured volume, and the block stays on the floor. A dropped block sinks.
#include "ooze/scene/scene.h"
#include "ooze/world/submersion.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "scenes/recorded_run.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::pour_tank_heavy_object_test {
namespace {

constexpr const char* kScene = "clavet_pour_tank_heavy_object";

/// Gives access to the bodies of a world in its current state.
class WatchedBodies {
 public:
  explicit WatchedBodies(const World& world) : world_(world) {}
  [[nodiscard]] const Body& named(std::string_view name) const {
    const auto& list = world_.bodies().list;
    return *std::find_if(list.begin(), list.end(), [&](const Body& b) { return b.name == name; });
  }
  [[nodiscard]] const Body& block() const { return named("weight"); }
  [[nodiscard]] float half() const { return block().solid.size.y; }

 private:
  const World& world_;
};

TEST(HeavyObject, IsPushedByTheJetAndStaysOnTheFloorUnderTheRisingLiquid) {
  test::RecordedRun run(kScene);
  const World& world = run.world();
  const WatchedBodies watched(world);
  const Vec3 start = watched.block().pose.position;
  float highest = 0.f;
  while (world.time() < 3.0) {
    run.advanceFrame();
    highest = std::max(highest, watched.block().pose.position.y);
  }
  const Vec3 moved = watched.block().pose.position - start;
  // The jet's force is its density times its squared speed times its cross-section: 2 N at the nozzle and
  // more where the jet lands; the block's friction on the floor is 0.22 of 3.4 N. The block must slide away
  // from the nozzle by more than its own width.
  EXPECT_GT(moved.x, 2.f * watched.half());
  EXPECT_LT(std::abs(moved.z), watched.half());
  EXPECT_LT(highest, 1.1f * watched.half());  // the block is pushed, not thrown
  EXPECT_NEAR(watched.block().pose.position.y, watched.half(), 0.002f);
  EXPECT_GT(watched.block().pose.directionToWorld({0.f, 1.f, 0.f}).y, 0.99f);
  EXPECT_LT(glm::length(watched.block().velocity), 0.001f);

  // All liquid was poured; together with the block it fills the tank to this level.
  const double spacing = world.restSpacing(0);
  const double poured = static_cast<double>(world.particles().size()) * std::pow(spacing, 3);
  EXPECT_NEAR(poured, 0.0015, 0.00003);
  const Vec3 inside = watched.named("tank").shape->bounds().size();
  const double level = (poured + watched.block().unitMass.volume) / (inside.x * inside.z);
  const auto lies = submersionOf(world, watched.block());
  ASSERT_TRUE(lies.has_value());
  // A pool two h deep is compressed by 5 %, and its visible surface is uncertain by half a particle spacing.
  EXPECT_NEAR(lies->level, level, 0.05 * level + 0.5 * spacing);
  EXPECT_NEAR(lies->fraction, std::min(1.0, lies->level / (2.0 * watched.half())), 0.05);
  EXPECT_GT(lies->fraction, 0.8);
  RecordProperty("pushed", std::to_string(moved.x));
  RecordProperty("level", std::to_string(lies->level));
}

TEST(HeavyObject, SinksIfItIsDroppedIn) {
  World world(loadScene(kScene, Detail::Coarse).world);
  const WatchedBodies watched(world);
  const auto advanceTo = [&](double time) {
    while (world.time() < time) world.advanceFrame();
  };
  world.submit(command("body.weight.position", {0.06f, 0.16f, 0.f}));
  world.submit(command("body.weight.present", {0.f}));
  advanceTo(1.5);  // all liquid is poured
  world.submit(command("body.weight.present", {1.f}));
  world.submit(command("body.weight.position", {0.06f, 0.16f, 0.f}));
  advanceTo(1.6);
  EXPECT_GT(watched.block().pose.position.y, 0.06f);  // the block is still falling
  advanceTo(3.0);
  EXPECT_NEAR(watched.block().pose.position.y, watched.half(), 0.002f);
  EXPECT_LT(glm::length(watched.block().velocity), 0.005f);
}

}  // namespace
}  // namespace ooze::pour_tank_heavy_object_test
