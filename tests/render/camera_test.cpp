#include "render/picture.h"

#include <gtest/gtest.h>

namespace ooze::testing {
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

TEST(Camera, MatricesAgreeWithProject) {
  const CameraView camera({0.4f, 0.3f, 0.5f}, {0.f, 0.1f, 0.f}, 35.f);
  const Vec3 point{0.05f, 0.02f, -0.03f};
  const glm::vec4 clip =
      camera.projectionMatrix(640.f / 480.f, 0.01f, 10.f) * camera.viewMatrix() * glm::vec4(point, 1.f);
  const Vec3 at = camera.project(point, {640, 480});
  EXPECT_NEAR((clip.x / clip.w + 1.f) * 320.f, at.x, 1e-2f);
  EXPECT_NEAR((1.f - clip.y / clip.w) * 240.f, at.y, 1e-2f);
}

TEST(Camera, FramedKeepsEveryCornerInThePicture) {
  const Aabb box{{-0.1f, 0.f, -0.3f}, {0.2f, 0.4f, 0.1f}};
  for (const float aspect : {0.5f, 1.f, 2.f}) {
    const CameraView camera = kFront.framed(box, aspect);
    const glm::ivec2 size(static_cast<int>(200 * aspect), 200);
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 at =
          camera.project({corner & 1 ? box.upper.x : box.lower.x, corner & 2 ? box.upper.y : box.lower.y,
                          corner & 4 ? box.upper.z : box.lower.z},
                         size);
      EXPECT_GT(at.z, 0.f);
      EXPECT_TRUE(at.x >= 0.f && at.x <= static_cast<float>(size.x) && at.y >= 0.f && at.y <= 200.f);
    }
  }
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
}  // namespace ooze::testing
