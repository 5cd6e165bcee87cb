// Frozen liquid looks different from flowing liquid.
#include "render/looks.h"
#include "render/picture.h"

#include <gtest/gtest.h>
#include <memory>

namespace ooze::testing::frost_test {
namespace {

const Vec3 kMiddle(0.f, 0.08f, 0.f);

std::shared_ptr<Snapshot> ballHalfFrozen() {
  auto scene = std::make_shared<Snapshot>(emptyScene());
  scene->restSpacing = 0.005f;
  addBall(*scene, kMiddle, 0.05f, "honey", kHoney);
  for (const Vec3& p : scene->positions) scene->frozen.push_back(p.x > 0.f ? 1 : 0);
  return scene;
}

TEST(Frost, IsAMaterialOfItsOwnAndLeavesTheRestAlone) {
  const std::shared_ptr<Snapshot> scene = ballHalfFrozen();
  const std::size_t materials = scene->materials.size();
  const std::shared_ptr<const Snapshot> shown = frosted(scene);
  ASSERT_NE(shown, scene);
  ASSERT_EQ(shown->materials.size(), 2 * materials);
  EXPECT_EQ(shown->materials.back().look, kFrostLook);
  for (std::size_t i = 0; i < scene->positions.size(); ++i)
    if (scene->frozen[i]) {
      EXPECT_GE(shown->particleMaterials[i], materials);
      EXPECT_NE(shown->colours[i], scene->colours[i]);
    } else {
      EXPECT_EQ(shown->particleMaterials[i], scene->particleMaterials[i]);
      EXPECT_EQ(shown->colours[i], scene->colours[i]);
    }
  std::fill(scene->frozen.begin(), scene->frozen.end(), std::uint8_t{0});
  EXPECT_EQ(frosted(scene), scene);
  scene->frozen.clear();
  EXPECT_EQ(frosted(scene), scene);
}

TEST(Frost, IsPalerInEveryView) {
  const std::shared_ptr<Snapshot> scene = ballHalfFrozen();
  for (const View view : {View::Surface, View::Liquid, View::Spheres})
    for (const int quality : {0, 2}) {
      const Image image = renderer().render(*scene, kFront, settingsOf(view, quality, {320, 240}));
      const Vec3 left = kFront.project(kMiddle - Vec3(0.025f, 0.f, 0.f), {320, 240});
      const Vec3 right = kFront.project(kMiddle + Vec3(0.025f, 0.f, 0.f), {320, 240});
      const Rgb flows = pixel(image, static_cast<int>(left.x), static_cast<int>(left.y));
      const Rgb stands = pixel(image, static_cast<int>(right.x), static_cast<int>(right.y));
      EXPECT_GT(stands.b, flows.b + 40) << static_cast<int>(view) << " " << quality;
    }
}

}  // namespace
}  // namespace ooze::testing::frost_test
