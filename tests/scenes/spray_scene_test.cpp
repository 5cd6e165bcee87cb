// Droplets of the scenes that ship: they come where water flies, stay out of solids, and leave the world
// alone.
#include "ooze/scene/scene.h"
#include "ooze/world/spray_trail.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze {
namespace {

constexpr SnapshotContent kDroplets{.droplets = true};

struct Run {
  std::uint64_t hash = 0;
  std::shared_ptr<const Snapshot> last;
  std::size_t most = 0;
};

/// @param look  for every frame: looks on, which must change nothing
template <class F>
Run run(const char* scene, std::uint64_t frames, int threads, SnapshotContent content, F&& look) {
  World world(loadScene(scene, Detail::Coarse).world, threads);
  SprayTrail trail(threads);
  Run run;
  while (true) {
    run.last = trail.snapshot(world, content);
    run.most = std::max(run.most, run.last->droplets.size());
    look(*run.last);
    if (world.frameIndex() == frames) break;
    world.advanceFrame();
  }
  run.hash = world.hash();
  return run;
}

Run run(const char* scene, std::uint64_t frames, int threads, SnapshotContent content = kDroplets) {
  return run(scene, frames, threads, content, [](const Snapshot&) {});
}

TEST(SprayScene, LeavesTheWorldAloneAndIsTheSameAtAnyNumberOfThreads) {
  const Run one = run("clavet_fast_splash", 20, 1), two = run("clavet_fast_splash", 20, 2);
  const Run without = run("clavet_fast_splash", 20, 1, {});
  EXPECT_EQ(one.hash, without.hash);
  EXPECT_EQ(one.hash, two.hash);
  EXPECT_GT(one.last->droplets.size(), 100u);
  EXPECT_EQ(one.last->droplets, two.last->droplets);
  EXPECT_TRUE(without.last->droplets.empty());
}

TEST(SprayScene, StaysOutsideOfTheDancer) {
  double deepest = 0.0;
  const Run all = run("clavet_jet_dynamic_character", 60, 2, kDroplets, [&](const Snapshot& shot) {
    for (const Droplet& droplet : shot.droplets)
      for (const Body& body : shot.bodies)
        if (body.present)
          deepest = std::max<double>(deepest, -body.shape->distance(body.pose.toLocal(droplet.position)));
  });
  EXPECT_GT(all.most, 100u);
  EXPECT_EQ(deepest, 0.0);
}

TEST(SprayScene, ThickLiquidThrowsNothingOff) {
  EXPECT_EQ(run("clavet_viscous_rain_character", 40, 2).most, 0u);
  EXPECT_EQ(sprayOf("water"), 1.f);
  for (const std::string_view look : kLooks)
    if (look != "water") {
      EXPECT_EQ(sprayOf(look), 0.f) << look;
    }
}

}  // namespace
}  // namespace ooze
