// Rendering of spray droplets: bright specks at every quality and in front of every background, hidden by
// objects in front.
#include "render/picture.h"

#include <gtest/gtest.h>

namespace ooze::testing::droplet_picture_test {
namespace {

const CameraView kView{{0.f, 0.1f, 0.6f}, {0.f, 0.1f, 0.f}, 40.f};
const Vec3 kPlace(0.05f, 0.14f, 0.f);
constexpr glm::ivec2 kSize{240, 180};

/// Returns a ball of water with one large droplet beside it.
Snapshot ballAndDroplet(const Vec3& place = kPlace, DropletKind kind = DropletKind::Spray) {
  Snapshot scene = emptyScene();
  addBall(scene, {-0.05f, 0.08f, 0.f}, 0.04f, "water", 0xffd2b046);
  Droplet droplet;
  droplet.position = place;
  droplet.radius = 0.006f;
  droplet.life = 1.f;
  droplet.rank = 0.5f;
  droplet.kind = kind;
  scene.droplets.push_back(droplet);
  return scene;
}

/// Returns the mean difference that the droplet makes to the pixels around its position.
double contrast(const Snapshot& scene, const RenderSettings& settings, const Vec3& place = kPlace) {
  Snapshot without = scene;
  without.droplets.clear();
  const Image with = renderer().render(scene, kView, settings);
  const Image plain = renderer().render(without, kView, settings);
  const Vec3 at = kView.project(place, kSize);
  double sum = 0.0;
  int count = 0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x, ++count) {
      const int px = static_cast<int>(at.x) + x, py = static_cast<int>(at.y) + y;
      sum += difference(pixel(with, px, py), pixel(plain, px, py));
    }
  return sum / count;
}

TEST(DropletPicture, ShowsThemAtEveryQualityBeforeEveryBackdrop) {
  const Snapshot scene = ballAndDroplet();
  for (const View view : {View::Surface, View::Liquid})
    for (const int quality : {0, 1, 2})
      for (const BackgroundRow& row : backgroundRows()) {
        RenderSettings settings = settingsOf(view, quality, kSize);
        settings.background = row.background;
        EXPECT_GT(contrast(scene, settings), 12.0) << viewKey(view) << " " << quality << " " << row.key;
      }
}

TEST(DropletPicture, BrightensADarkBackdrop) {
  const Snapshot scene = ballAndDroplet();
  RenderSettings settings = settingsOf(View::Surface, 1, kSize);
  settings.background = Background::Dark;
  const Rgb with = pixelAt(renderer().render(scene, kView, settings), kView, kPlace);
  settings.spray = 0.f;
  const Rgb without = pixelAt(renderer().render(scene, kView, settings), kView, kPlace);
  EXPECT_GT(with.brightness(), without.brightness() + 40);
}

TEST(DropletPicture, LessSprayLeavesOutThoseOfHighRank) {
  const Snapshot scene = ballAndDroplet();
  RenderSettings settings = settingsOf(View::Surface, 1, kSize);
  settings.spray = 0.6f;
  EXPECT_GT(contrast(scene, settings), 12.0);
  settings.spray = 0.4f;
  EXPECT_EQ(contrast(scene, settings), 0.0);
}

TEST(DropletPicture, ColoursThatStandForNumbersAndSingleParticlesHaveNone) {
  const Snapshot scene = ballAndDroplet();
  RenderSettings settings = settingsOf(View::Surface, 1, kSize);
  settings.quantity = kSpeedField;
  EXPECT_EQ(contrast(scene, settings), 0.0);
  EXPECT_EQ(contrast(scene, settingsOf(View::Spheres, 1, kSize)), 0.0);
}

TEST(DropletPicture, SolidsHideThemAndClearLiquidDimsThem) {
  const RenderSettings settings = settingsOf(View::Surface, 1, kSize);
  Snapshot hidden = ballAndDroplet({0.05f, 0.1f, -0.1f});
  addSphereBody(hidden, {0.05f, 0.1f, 0.f}, 0.05f, 0xff808080);
  EXPECT_EQ(contrast(hidden, settings, {0.05f, 0.1f, -0.1f}), 0.0);
  const Vec3 near(-0.05f, 0.08f, 0.045f), far(-0.05f, 0.08f, -0.06f);
  const double before = contrast(ballAndDroplet(near, DropletKind::Foam), settings, near);
  const double behind = contrast(ballAndDroplet(far, DropletKind::Foam), settings, far);
  EXPECT_GT(before, 12.0);
  EXPECT_LT(behind, 0.5 * before);
}

TEST(DropletPicture, IsTheSameFromTiles) {
  Snapshot scene = ballAndDroplet();
  for (int k = 0; k < 200; ++k) {
    Droplet droplet = scene.droplets.front();
    droplet.position = {0.2f * (randomUnit(3, 3 * k) - 0.5f), 0.2f * randomUnit(3, 3 * k + 1), 0.f};
    droplet.radius = 0.001f;
    droplet.velocity = {0.f, 2.f, 0.f};
    scene.droplets.push_back(droplet);
  }
  RenderSettings settings = settingsOf(View::Surface, 1, {240, 180});
  const Image whole = renderer().render(scene, kView, settings);
  OffscreenRenderer tiling;
  tiling.limitTile(128);
  const Image tiled = tiling.render(scene, kView, settings);
  std::size_t far = 0;
  for (std::size_t i = 0; i < whole.pixels.size(); ++i)
    far += std::abs(whole.pixels[i] - tiled.pixels[i]) > 8;
  EXPECT_LT(static_cast<double>(far) / static_cast<double>(whole.pixels.size()), 0.004);
}

}  // namespace
}  // namespace ooze::testing::droplet_picture_test
