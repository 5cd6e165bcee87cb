// Tests of the light of floor and backdrop, which must not change when liquid and bodies move.
#include "render/background.h"

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::testing::background_test {
namespace {

/// Largest change of a channel that no one sees: one level of eight bits.
constexpr int kUnseen = 1;

struct SceneView {
  CameraView camera;
  RenderSettings settings;
};

/// Returns a small picture's view of a scene. Points are the quickest view, and cast no shadows.
SceneView viewOf(const Scene& scene, int quality) {
  SceneView view{CameraView(scene.camera), settingsOf(View::Points, quality, {96, 54})};
  if (!isPanorama(scene.look.background)) view.settings.background = parseBackground(scene.look.background);
  view.settings.light = scene.look.light;
  return view;
}

/// Returns the snapshot with liquid and bodies farther from their middle by a factor, but not below y = 0.
/// Planes and tanks stay, because the floor lies below them.
Snapshot spread(const Snapshot& snapshot, float factor) {
  Snapshot wider = snapshot;
  const Vec3 middle = visibleBounds(snapshot).centre();
  const auto move = [&](Vec3& p) {
    const Vec3 moved = middle + factor * (p - middle);
    p = {moved.x, std::max(moved.y, std::min(p.y, 0.f)), moved.z};
  };
  for (Vec3& p : wider.positions) move(p);
  for (Body& body : wider.bodies)
    if (body.solid.kind != SolidShape::SolidKind::Plane && body.solid.kind != SolidShape::SolidKind::Tank)
      move(body.pose.position);
  return wider;
}

/// Returns the largest change of the background between two snapshots.
/// @param pixels  receives the number of compared pixels
int changeBetween(const Snapshot& a, const Snapshot& b, const SceneView& view, std::size_t& pixels) {
  const BackgroundMask shown =
      backgroundOf(a, view.camera, view.settings) & backgroundOf(b, view.camera, view.settings);
  pixels = shown.count();
  if (pixels == 0) return 0;
  return largestChange(renderer().render(a, view.camera, view.settings),
                       renderer().render(b, view.camera, view.settings), shown);
}

std::vector<std::string> shippedScenes() {
  std::vector<std::string> names;
  for (const Listing& listing : listScenes())
    if (!listing.own) names.push_back(listing.name);
  return names;
}

/// Scenes whose liquid and bodies hide nearly all of the background once they have spread.
constexpr std::array<std::string_view, 3> kCrowded{"clavet_floating_object", "clavet_viscous_rain_character",
                                                   "mps_lid_cavity"};

class BackgroundOfScene : public ::testing::TestWithParam<std::string> {};

TEST_P(BackgroundOfScene, KeepsItsLightWhenLiquidAndBodiesSpread) {
  const Scene scene = loadScene(GetParam(), Detail::Coarse);
  const auto start = World(scene.world, 1).snapshot();
  for (const int quality : {0, 1}) {
    std::size_t pixels = 0;
    EXPECT_LE(changeBetween(*start, spread(*start, 1.3f), viewOf(scene, quality), pixels), kUnseen)
        << "quality " << quality;
    const bool crowded = std::ranges::find(kCrowded, GetParam()) != kCrowded.end();
    EXPECT_TRUE(crowded || pixels > 100) << pixels << " pixels";
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, BackgroundOfScene, ::testing::ValuesIn(shippedScenes()),
                         [](const auto& scene) { return scene.param; });

struct Run {
  const char* scene;
  std::uint64_t frames;
};

/// Runs in which liquid or bodies soon move far. With a lit floor as wide as the scene, the background
/// changes by 10 to 60 levels in one of these frames.
class BackgroundOfRun : public ::testing::TestWithParam<Run> {};

TEST_P(BackgroundOfRun, ChangesByAtMostOneLevelPerFrame) {
  const Scene scene = loadScene(GetParam().scene, Detail::Coarse);
  const SceneView view = viewOf(scene, 1);
  World world(scene.world, 1);
  auto before = world.snapshot();
  std::size_t least = 1u << 30;
  for (std::uint64_t frame = 1; frame <= GetParam().frames; ++frame) {
    world.advanceFrame();
    const auto now = world.snapshot();
    std::size_t pixels = 0;
    EXPECT_LE(changeBetween(*before, *now, view, pixels), kUnseen) << "frame " << frame;
    least = std::min(least, pixels);
    before = now;
  }
  std::printf("at least %zu pixels compared\n", least);
  EXPECT_GT(least, 100u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, BackgroundOfRun,
                         ::testing::Values(Run{"clavet_bunny_footprint", 5}, Run{"clavet_fast_splash", 4},
                                           Run{"shape_matching_bunny_split", 15}),
                         [](const auto& run) { return std::string(run.param.scene); });

}  // namespace
}  // namespace ooze::testing::background_test
