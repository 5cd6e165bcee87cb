// Clavet 2005, figure 12: a plastic bunny stands on its own and keeps a footprint.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/liquid_shape.h"
#include "scenes/recorded_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace ooze::bunny_footprint_test {
namespace {

constexpr const char* kScene = "clavet_bunny_footprint";

/// Footprint of a part of the sole, seen from above.
struct Tread {
  double x, z, halfWidth, halfDepth;  // centre and half extents [m]
};

Tread treadOf(const WorldSpec& spec, std::string_view name) {
  for (const Body& body : spec.bodies) {
    if (body.name != name) continue;
    const Vec3 half = 0.5f * body.shape->bounds().size();
    return {body.pose.position.x, body.pose.position.z, half.x, half.z};
  }
  ADD_FAILURE() << "no body " << name;
  return {};
}

/// Returns the height of the underside of a body [m].
double undersideOf(const World& world, std::string_view name) {
  for (const Body& body : world.bodies().list)
    if (body.name == name && body.present) return body.pose.position.y + body.shape->bounds().lower.y;
  return 1.0;  // a height far above the scene, for a body that is absent
}

/// Returns the height of the clay within a tread: a high percentile, which is robust against strays [m].
double topWithin(const World& world, const Tread& tread) {
  const Particles& p = world.particles();
  std::vector<float> heights;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 at = p.position[i];
    if (std::abs(at.x - tread.x) < tread.halfWidth && std::abs(at.z - tread.z) < tread.halfDepth)
      heights.push_back(at.y);
  }
  if (heights.empty()) return 0.0;
  std::sort(heights.begin(), heights.end());
  return heights[static_cast<std::size_t>(0.98 * static_cast<double>(heights.size() - 1))];
}

TEST(BunnyFootprint, StandsWhenNobodyTreadsOnIt) {
  WorldSpec spec = loadScene(kScene, Detail::Coarse).world;
  spec.methodSettings.interactionRadius *= 1.1f;  // saves a third of the computation
  spec.timeline.resize(1);                        // keeps only the command that adds springs
  World world(std::move(spec), 2);
  const double cast = test::earsOf(world);
  world.advanceFrame();
  EXPECT_GT(world.method().links()->count(), 20 * world.particles().size());
  test::advanceTo(world, 0.3);
  const double early = test::outlineOf(world).height;
  test::advanceTo(world, test::kMouldIsOpen);
  test::expectEarsUp(world, cast);
  // The bunny's own weight stays below the yield stress.
  EXPECT_GT(test::outlineOf(world).height, 0.98 * early);
}

TEST(BunnyFootprint, KeepsThePrintOfBallAndHeel) {
  test::RecordedRun run(kScene, 2);
  const World& world = run.world();
  const Tread ball = treadOf(world.spec(), "ball of the sole"),
              heel = treadOf(world.spec(), "heel of the sole");
  const Tread arch{0.5 * (ball.x + ball.halfWidth + heel.x - heel.halfWidth), ball.z, 0.008, ball.halfDepth};
  const double back[] = {topWithin(world, ball), topWithin(world, heel)};
  run.advanceToTime(0.55);
  // The foot must arrive early, so that the scene shows its subject at once.
  EXPECT_LT(undersideOf(world, "ball of the sole"), back[0]) << "it has arrived";
  run.advanceToTime(1.2);
  const double pressed[] = {topWithin(world, ball), topWithin(world, heel)};
  run.advanceToTime(1.7);  // the sole is above the ears
  const double lifted[] = {topWithin(world, ball), topWithin(world, heel), topWithin(world, arch)};
  run.advanceToTime(2.3);
  const double after[] = {topWithin(world, ball), topWithin(world, heel), topWithin(world, arch)};
  std::printf("ball: %.4f, pressed %.4f, lifted %.4f, after %.4f m\n", back[0], pressed[0], lifted[0],
              after[0]);
  std::printf("heel: %.4f, pressed %.4f, lifted %.4f, after %.4f m\n", back[1], pressed[1], lifted[1],
              after[1]);
  std::printf("arch: lifted %.4f, after %.4f m\n", lifted[2], after[2]);
  for (int part = 0; part < 2; ++part) {
    EXPECT_LT(pressed[part], 0.75 * back[part]);
    // The recovery is elastic: a rest length stops flowing at a strain of the yield ratio, 0.06. The deepest
    // part of the print recovers by this strain only; the surrounding clay, which has flowed less, somewhat
    // more.
    EXPECT_GT(back[part] - after[part], 0.6 * (back[part] - pressed[part]));
    EXPECT_NEAR(after[part], lifted[part], 0.02 * back[part]) << "the print stays";
  }
  EXPECT_GT(after[2], 1.15 * std::max(after[0], after[1])) << "the arch is higher than ball and heel";
}

}  // namespace
}  // namespace ooze::bunny_footprint_test
