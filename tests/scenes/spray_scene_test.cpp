// Spray droplets of the shipped scenes: droplets form where water flies, stay out of solids, and do not
// affect the world.
#include "ooze/scene/scene.h"
#include "ooze/world/liquid_look.h"
#include "ooze/world/spray_trail.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace ooze::spray_scene_test {
namespace {

const SnapshotContent kDroplets{.droplets = true};

struct SprayRun {
  std::uint64_t hash = 0;
  std::shared_ptr<const Snapshot> last;
  std::size_t most = 0;
};

/// Follows a recorded run with the spray of its snapshots, up to a number of frames.
/// @param look  called with every snapshot
template <class F>
SprayRun follow(test::RecordedRun run, std::uint64_t frames, int threads, F&& look) {
  const World& world = run.world();
  SprayTrail trail(threads);
  SprayRun course;
  while (true) {
    course.last = trail.snapshot(world, kDroplets);
    course.most = std::max(course.most, course.last->droplets.size());
    look(*course.last);
    if (world.frameIndex() == frames) break;
    run.advanceFrame();
  }
  course.hash = world.hash();
  return course;
}

/// Follows a run that is simulated, not restored.
SprayRun simulateAndFollow(const Scene& scene, std::uint64_t frames, int threads) {
  return follow(test::RecordedRun(World(scene.world, threads)), frames, threads, [](const Snapshot&) {});
}

TEST(SprayScene, LeavesTheWorldAloneAndIsTheSameAtAnyNumberOfThreads) {
  const Scene scene = loadScene("clavet_fast_splash", Detail::Coarse);
  const SprayRun one = simulateAndFollow(scene, 20, 1), two = simulateAndFollow(scene, 20, 2);
  test::RecordedRun without(scene.name);  // a run without spray
  without.advanceTo(20);
  EXPECT_EQ(one.hash, without.world().hash());
  EXPECT_EQ(one.hash, two.hash);
  EXPECT_GT(one.last->droplets.size(), 100u);
  EXPECT_EQ(one.last->droplets, two.last->droplets);
  EXPECT_TRUE(SprayTrail().snapshot(without.world(), {})->droplets.empty());
}

TEST(SprayScene, StaysOutsideOfTheDancer) {
  double deepest = 0.0;
  const SprayRun all =
      follow(test::RecordedRun("clavet_jet_dynamic_character"), 60, 2, [&](const Snapshot& shot) {
        for (const Droplet& droplet : shot.droplets)
          for (const Body& body : shot.bodies)
            if (body.present)
              deepest = std::max<double>(deepest, -body.shape->distance(body.pose.toLocal(droplet.position)));
      });
  EXPECT_GT(all.most, 100u);
  EXPECT_EQ(deepest, 0.0);
}

TEST(SprayScene, ThickLiquidThrowsNothingOff) {
  const SprayRun thick =
      follow(test::RecordedRun("clavet_viscous_rain_character"), 40, 2, [](const Snapshot&) {});
  EXPECT_EQ(thick.most, 0u);
  EXPECT_EQ(sprayOf("water"), 1.f);
  for (const std::string_view look : kLooks)
    if (look != "water") {
      EXPECT_EQ(sprayOf(look), 0.f) << look;
    }
}

}  // namespace
}  // namespace ooze::spray_scene_test
