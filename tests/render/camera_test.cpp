#include "render/picture.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze::testing::camera_test {
namespace {

TEST(Camera, RayThroughAPixelLeadsBackToIt) {
  const CameraView camera({0.4f, 0.3f, 0.5f}, {0.f, 0.1f, 0.f}, 35.f);
  const glm::ivec2 size(640, 480);
  for (const Vec2 at : {Vec2(0.f, 0.f), Vec2(320.f, 240.f), Vec2(639.f, 13.f)}) {
    const Ray ray = camera.rayThrough(at, size);
    const Vec3 back = camera.project(ray.origin + 0.7f * ray.direction, size);
    EXPECT_NEAR(back.x, at.x, 1e-2f);  // float rounding at 640 pixels
    EXPECT_NEAR(back.y, at.y, 1e-2f);
  }
}

TEST(Camera, TheViewsMatrixAgreesWithProject) {
  const CameraView camera({0.4f, 0.3f, 0.5f}, {0.f, 0.1f, 0.f}, 35.f);
  const Vec3 point{0.05f, 0.02f, -0.03f};
  const glm::vec4 seen = camera.viewMatrix() * glm::vec4(point, 1.f);      // the camera looks along -z
  const float pixels = 240.f / (std::tan(glm::radians(17.5f)) * -seen.z);  // pixels per metre
  const Vec3 at = camera.project(point, {640, 480});
  EXPECT_NEAR(320.f + pixels * seen.x, at.x, 1e-2f);  // float rounding at 640 pixels
  EXPECT_NEAR(240.f - pixels * seen.y, at.y, 1e-2f);
  EXPECT_NEAR(-seen.z, at.z, 1e-5f);
}

TEST(Camera, HoldingKeepsEveryPointInThePictureAndNeverComesNearer) {
  const std::vector<Vec3> points{{-0.1f, 0.f, -0.3f}, {0.2f, 0.4f, 0.1f}, {0.f, 0.2f, -0.1f}};
  const float far = glm::length(kFront.eye - kFront.target);
  for (const float aspect : {0.3f, 1.f, 2.f}) {
    const CameraView camera = kFront.movedToFit(points, aspect);
    EXPECT_GE(glm::length(camera.eye - camera.target), far);
    EXPECT_EQ(camera.target, kFront.target);
    const glm::ivec2 size(static_cast<int>(200 * aspect), 200);
    for (const Vec3& point : points) {
      const Vec3 at = camera.project(point, size);
      EXPECT_GT(at.z, 0.f);
      EXPECT_TRUE(at.x >= 0.f && at.x <= static_cast<float>(size.x) && at.y >= 0.f && at.y <= 200.f);
    }
  }
  EXPECT_EQ(kFront.movedToFit({}, 1.f).eye, kFront.eye);
}

/// Position and size of a scene's liquid and bodies in a picture that frames them.
struct FramingResult {
  float backedOff;                 ///< camera distance over that of the scene's own camera
  Vec2 lower{1e9f}, upper{-1e9f};  ///< corners of the bounds, as fractions of the picture
};

FramingResult framed(const Scene& scene, const Snapshot& snapshot, const glm::ivec2& size) {
  const CameraView own(scene.camera);
  const std::vector<Vec3> corners = subjectCorners(snapshot);
  const CameraView camera = own.movedToFit(corners, static_cast<float>(size.x) / static_cast<float>(size.y));
  FramingResult result{glm::length(camera.eye - camera.target) / glm::length(own.eye - own.target)};
  for (const Vec3& corner : corners) {
    const Vec2 at = Vec2(camera.project(corner, size)) / Vec2(size);
    result.lower = glm::min(result.lower, at), result.upper = glm::max(result.upper, at);
  }
  return result;
}

// The sizes are the window's view between its panels (window of 1280 x 800), and a film's.
TEST(Camera, EverySceneOpensWithItsLiquidAndBodiesLargeInThePicture) {
  for (const Listing& listing : listScenes()) {
    if (listing.own) continue;
    const Scene scene = loadScene(listing.name, Detail::Coarse);
    const auto snapshot = World(scene.world).snapshot();
    if (subjectCorners(*snapshot).empty()) continue;
    for (const glm::ivec2 size : {glm::ivec2(640, 550), glm::ivec2(960, 540)}) {
      const FramingResult it = framed(scene, *snapshot, size);
      const Vec2 part = it.upper - it.lower;
      std::printf("%-36s %3d x %3d: backed off %.3f, fills %.2f x %.2f\n", listing.name.c_str(), size.x,
                  size.y, it.backedOff, part.x, part.y);
      EXPECT_GE(std::min(it.lower.x, it.lower.y), 0.f) << listing.name;
      EXPECT_LE(std::max(it.upper.x, it.upper.y), 1.f) << listing.name;
      // The smallest fraction belongs to a scene with liquid hanging from a ball, which needs space below.
      EXPECT_GE(std::max(part.x, part.y), 0.39f) << listing.name;
    }
  }
}

// The walker is 0.3 m tall and stands on y = 0; the rain's nozzle is at 0.62 m.
TEST(Camera, TheWalkerInTheRainIsHalfThePicture) {
  const Scene scene = loadScene("clavet_viscous_rain_character", Detail::Coarse);
  const glm::ivec2 size(640, 550);
  const CameraView camera =
      CameraView(scene.camera).movedToFit(subjectCorners(*World(scene.world).snapshot()), 640.f / 550.f);
  const float feet = camera.project({-0.1f, 0.f, 0.f}, size).y;
  const float head = camera.project({-0.1f, 0.3f, 0.f}, size).y;
  std::printf("the walker is %.0f of 550 pixels high\n", feet - head);
  EXPECT_GT(feet - head, 0.5f * 550.f);
}

TEST(Camera, SeesTheFloorUpToTheLowerEdgeFromNear) {
  // The window keeps the eye above the floor by a fiftieth of the distance to the target. Balls far away make
  // the scene large, so that a nearest depth in proportion to the scene would cut off the floor.
  Snapshot scene = emptyScene();
  addFloor(scene);
  for (const float side : {-0.5f, 0.5f}) addSphereBody(scene, {side, 0.05f, 0.f}, 0.05f, 0xffc0c0c0);
  const CameraView camera({0.f, 0.002f, 0.1f}, {0.f, 0.002f, 0.f}, 38.f);
  for (const int quality : {0, 1}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality));
    const Rgb low = pixel(image, 120, 178), middle = pixel(image, 120, 120);
    EXPECT_LT(difference(low, middle), 20) << quality;
  }
}

TEST(Camera, NozzlesAreNotFramed) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.1f, 0.f}, 0.1f, "water", 0xffe0b070);
  const std::vector<Vec3> without = subjectCorners(scene);
  EmitterSpec nozzle;
  nozzle.position = {0.f, 2.f, 0.f};
  scene.emitters.push_back(nozzle);
  EXPECT_EQ(subjectCorners(scene), without);
  EXPECT_GT(visibleBounds(scene).upper.y, 2.f) << "but light reaches them";
}

TEST(Camera, LooksStraightDownWithoutLosingItsWay) {
  const CameraView camera({0.f, 1.f, 0.f}, {0.f, 0.f, 0.f}, 40.f);
  const Vec3 at = camera.project({0.1f, 0.f, 0.f}, {100, 100});
  EXPECT_TRUE(std::isfinite(at.x) && std::isfinite(at.y));
  EXPECT_NEAR(at.z, 1.f, 1e-5f);
}

TEST(VisibleBounds, IgnoreAFewDropsFlungFarAway) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.1f, 0.f}, 0.1f, "water", 0xffe0b070);
  scene.positions.emplace_back(1000.f, 0.f, 0.f);
  const Aabb box = visibleBounds(scene);
  EXPECT_LT(glm::length(box.size()), 0.5f);
  EXPECT_TRUE(box.contains({0.f, 0.1f, 0.f}));
}

TEST(VisibleBounds, HoldTheLiquidBesideASmallBodyFarAway) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.1f, 0.f}, 0.1f, "water", 0xffe0b070);
  addSphereBody(scene, {1.f, 0.f, 0.f}, 0.005f, 0xffffffff);
  const Aabb box = visibleBounds(scene);
  EXPECT_TRUE(box.contains({0.f, 0.1f, 0.f}));
  EXPECT_TRUE(box.contains({1.f, 0.f, 0.f}));
}

TEST(VisibleBounds, OfNothingAreNotEmpty) { EXPECT_FALSE(visibleBounds(Snapshot{}).empty()); }

}  // namespace
}  // namespace ooze::testing::camera_test
