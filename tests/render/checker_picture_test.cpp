// The checker texture that liquid carries (texture coordinates), in the views of triangles.
#include "liquid/checker.h"
#include "picture.h"

#include <gtest/gtest.h>

namespace ooze::checker_picture_test {
namespace {

using namespace ooze::testing;

const Vec3 kMiddle(0.f, 0.1f, 0.f);
constexpr float kRadius = 0.1f;

/// Returns half a ball of liquid whose flat side faces the camera.
Snapshot flatLiquid() {
  Snapshot scene = emptyScene();
  addBall(scene, kMiddle, kRadius, "paint", 0xff2020d0);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < scene.positions.size(); ++i)
    if (scene.positions[i].z < -1.5f * scene.restSpacing) kept.push_back(i);
  keepParticles(scene, kept);
  return scene;
}

/// Samples the middles and edges of squares on the flat side.
/// @return number of samples with the checker's brightness
int rightSquares(const Snapshot& scene, const Vec3& moved, int quality) {
  RenderSettings settings = settingsOf(View::Surface, quality, {480, 360});
  settings.quantity = parseQuantity("checker", findMethod("rasmussen"));
  const CameraView camera(kMiddle + Vec3(0.f, 0.f, 0.5f), kMiddle, 40.f);
  const Image image = renderer().render(scene, camera, settings);
  const float side = checkerSide(scene.restSpacing);
  int right = 0;
  for (int x = -2; x < 2; ++x)
    for (int y = 1; y < 4; ++y) {
      const Vec3 square = side * Vec3(0.5f + static_cast<float>(x), 0.5f + static_cast<float>(y), -0.4f);
      const bool light = checkerValue(square + moved, side) > 0.5f;
      const Rgb seen = pixelAt(image, camera, square);
      right += light == (seen.r > 130);
      // The colour is right up to the square's edge.
      const Rgb beside = pixelAt(image, camera, square + Vec3(0.4f * side, 0.f, 0.f));
      right += light == (beside.r > 130);
    }
  return right;
}

TEST(CheckerPicture, ShowsWhereLiquidWasAtFirst) {
  for (const int quality : {0, 1})
    for (const float squares : {0.f, 1.f}) {
      Snapshot scene = flatLiquid();
      const Vec3 moved(squares * checkerSide(scene.restSpacing), 0.f, 0.f);
      for (const Vec3& p : scene.positions) scene.initialPositions.push_back(p + moved);
      EXPECT_EQ(rightSquares(scene, moved, quality), 24) << "quality " << quality << ", moved " << squares;
    }
}

/// Without texture coordinates the liquid is plain, even if a picture asks for the checker.
TEST(CheckerPicture, IsPlainWhereThereIsNone) {
  const Snapshot scene = flatLiquid();
  const int right = rightSquares(scene, Vec3(0.f), 1);
  EXPECT_EQ(right, 12) << "all of one colour: half of the squares agree";
}

}  // namespace
}  // namespace ooze::checker_picture_test
