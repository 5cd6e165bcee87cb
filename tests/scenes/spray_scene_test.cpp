// Droplets of the scenes that ship: they come where water flies, stay out of solids, and leave the world
// alone.
#include "ooze/scene/scene.h"
#include "ooze/world/liquid_look.h"
#include "ooze/world/spray_trail.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::spray_scene_test {
namespace {

const SnapshotContent kDroplets{.droplets = true};

struct Course {
  std::uint64_t hash = 0;
  std::shared_ptr<const Snapshot> last;
  std::size_t most = 0;
};

/// @param look  called with every frame
template <class F>
Course follow(const char* scene, std::uint64_t frames, int threads, const SnapshotContent& content,
              F&& look) {
  World world(loadScene(scene, Detail::Coarse).world, threads);
  SprayTrail trail(threads);
  Course course;
  while (true) {
    course.last = trail.snapshot(world, content);
    course.most = std::max(course.most, course.last->droplets.size());
    look(*course.last);
    if (world.frameIndex() == frames) break;
    world.advanceFrame();
  }
  course.hash = world.hash();
  return course;
}

Course follow(const char* scene, std::uint64_t frames, int threads,
              const SnapshotContent& content = kDroplets) {
  return follow(scene, frames, threads, content, [](const Snapshot&) {});
}

TEST(SprayScene, LeavesTheWorldAloneAndIsTheSameAtAnyNumberOfThreads) {
  const Course one = follow("clavet_fast_splash", 20, 1), two = follow("clavet_fast_splash", 20, 2);
  const Course without = follow("clavet_fast_splash", 20, 1, {});
  EXPECT_EQ(one.hash, without.hash);
  EXPECT_EQ(one.hash, two.hash);
  EXPECT_GT(one.last->droplets.size(), 100u);
  EXPECT_EQ(one.last->droplets, two.last->droplets);
  EXPECT_TRUE(without.last->droplets.empty());
}

TEST(SprayScene, StaysOutsideOfTheDancer) {
  double deepest = 0.0;
  const Course all = follow("clavet_jet_dynamic_character", 60, 2, kDroplets, [&](const Snapshot& shot) {
    for (const Droplet& droplet : shot.droplets)
      for (const Body& body : shot.bodies)
        if (body.present)
          deepest = std::max<double>(deepest, -body.shape->distance(body.pose.toLocal(droplet.position)));
  });
  EXPECT_GT(all.most, 100u);
  EXPECT_EQ(deepest, 0.0);
}

TEST(SprayScene, ThickLiquidThrowsNothingOff) {
  EXPECT_EQ(follow("clavet_viscous_rain_character", 40, 2).most, 0u);
  EXPECT_EQ(sprayOf("water"), 1.f);
  for (const std::string_view look : kLooks)
    if (look != "water") {
      EXPECT_EQ(sprayOf(look), 0.f) << look;
    }
}

}  // namespace
}  // namespace ooze::spray_scene_test
