// Liquids inside a clear liquid are visible through it.
#include "render/liquid_parts.h"

#include "render/looks.h"
#include "render/picture.h"

#include <gtest/gtest.h>

namespace ooze::testing {
namespace {

constexpr std::uint32_t kBlue = 0xffd28c3c, kYellow = 0xff2ac0ec, kRed = 0xff2020d0;  // colours as 0xAABBGGRR
const Vec3 kMiddle{0.f, 0.1f, 0.f};
constexpr float kPool = 0.06f, kDrop = 0.02f;
constexpr glm::ivec2 kSize{320, 240};
const CameraView kNear{{0.f, 0.1f, 0.4f}, kMiddle, 30.f};

MaterialDefinition liquid(const char* look, std::uint32_t colour) {
  MaterialDefinition material;
  material.name = material.look = look;
  material.colour = colour;
  return material;
}

/// Returns a ball of the first material whose core is of the second material.
Snapshot ballWithDrop(const MaterialDefinition& pool, const MaterialDefinition& drop, float radius = kDrop) {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.0125f;
  addBall(scene, kMiddle, kPool, "water", pool.colour);
  scene.materials = {pool, drop};
  for (std::size_t i = 0; i < scene.positions.size(); ++i)
    if (glm::distance(scene.positions[i], kMiddle) < radius)
      scene.particleMaterials[i] = 1, scene.colours[i] = drop.colour;
  return scene;
}

Image picture(const Snapshot& scene, int quality, View view = View::Surface) {
  RenderSettings settings = settingsOf(view, quality, kSize);
  settings.background = Background::White;
  return renderer().render(scene, kNear, settings);
}

LiquidParts divideIntoParts(const Snapshot& scene) {
  return ooze::divideIntoParts(scene, scene.materials.size(), false);
}

MaterialDefinition blueWater() { return liquid("water", kBlue); }
MaterialDefinition yellowOil() {
  MaterialDefinition oil = liquid("oil", kYellow);
  oil.lookOverrides[0] = 35.f;
  return oil;
}

TEST(LiquidParts, AreTheOthersWithinTheClearest) {
  for (const bool waterFirst : {true, false}) {
    const Snapshot scene =
        waterFirst ? ballWithDrop(blueWater(), yellowOil()) : ballWithDrop(yellowOil(), blueWater());
    const LiquidParts parts = divideIntoParts(scene);
    ASSERT_EQ(parts.parts.size(), 2u);
    const std::size_t water = waterFirst ? 0 : 1, oil = 1 - water;
    EXPECT_EQ(parts.ofMaterial[water], LiquidSurfaces::kNone);
    EXPECT_EQ(parts.ofMaterial[oil], 0);
    EXPECT_EQ(parts.parts[0].look, parts.looks.ofMaterial[water]);
    EXPECT_EQ(parts.parts[1].look, parts.looks.ofMaterial[oil]);
    EXPECT_EQ(parts.ofLook[parts.looks.ofMaterial[oil]], 0);
    EXPECT_EQ(parts.looks.rows[parts.looks.ofMaterial[oil]].absorption, 35.f);
  }
}

TEST(LiquidParts, AreNoneOfOneLiquidOfOneLookAndOfWhatIsNotClear) {
  EXPECT_FALSE(divideIntoParts(ballWithDrop(blueWater(), yellowOil(), 0.f)).any()) << "there is no oil";
  EXPECT_FALSE(divideIntoParts(ballWithDrop(blueWater(), blueWater())).any()) << "one look";
  EXPECT_FALSE(divideIntoParts(ballWithDrop(liquid("paint", kBlue), liquid("paint", kRed))).any());
  EXPECT_FALSE(divideIntoParts(ballWithDrop(liquid("slime", kBlue), liquid("slime", kRed))).any());
  EXPECT_TRUE(divideIntoParts(ballWithDrop(blueWater(), liquid("paint", kRed))).any());
  EXPECT_TRUE(divideIntoParts(ballWithDrop(blueWater(), liquid("water", kRed))).any()) << "another colour";
  const Snapshot scene = ballWithDrop(blueWater(), yellowOil());
  EXPECT_FALSE(ooze::divideIntoParts(scene, 2, true).any()) << "colours stand for a number";
}

TEST(LiquidParts, FrozenParticlesAreInThePartOfTheirLiquid) {
  Snapshot scene = ballWithDrop(blueWater(), yellowOil());
  scene.frozen.assign(scene.positions.size(), 0);
  scene.frozen[0] = 1;
  const auto shown = frosted(std::make_shared<const Snapshot>(scene));
  const LiquidParts parts = ooze::divideIntoParts(*shown, 2, false);
  ASSERT_EQ(parts.parts.size(), 2u);
  EXPECT_EQ(parts.ofMaterial,
            (std::vector<std::uint8_t>{LiquidSurfaces::kNone, 0, LiquidSurfaces::kNone, 0}));
  EXPECT_EQ(parts.looks.rows[parts.looks.ofMaterial[3]].key, kFrostLook);
  Snapshot one = ballWithDrop(blueWater(), blueWater());
  one.frozen = scene.frozen;
  EXPECT_FALSE(ooze::divideIntoParts(*frosted(std::make_shared<const Snapshot>(one)), 2, false).any());
}

TEST(LiquidParts, AreAtMostFour) {
  Snapshot scene = ballWithDrop(blueWater(), yellowOil());
  scene.materials.resize(1);
  for (std::uint32_t k = 1; k < 9; ++k) {
    scene.materials.push_back(liquid("oil", kYellow + k));
    scene.particleMaterials[k] = static_cast<std::uint16_t>(k);
  }
  for (std::uint16_t& m : scene.particleMaterials) m = std::min<std::uint16_t>(m, 8);
  const LiquidParts parts = divideIntoParts(scene);
  EXPECT_EQ(parts.parts.size(), 1 + LiquidSurfaces::kMost);
  EXPECT_EQ(*std::max_element(parts.ofMaterial.begin() + 1, parts.ofMaterial.end()), 3);
}

TEST(OilInWater, IsSeenThroughItAsARoundBody) {
  for (const View view : {View::Surface, View::Tracked})
    for (const int quality : {0, 1, 2}) {
      const Image water = picture(ballWithDrop(blueWater(), yellowOil(), 0.f), quality, view);
      const Image mixed = picture(ballWithDrop(blueWater(), yellowOil()), quality, view);
      int left = kSize.x, right = 0, top = kSize.y, bottom = 0, farOff = 0;
      const Vec3 centre = kNear.project(kMiddle, kSize);
      const float perMetre = static_cast<float>(kSize.y) / (2.f * std::tan(glm::radians(15.f))) / 0.4f;
      for (int y = 0; y < kSize.y; ++y)
        for (int x = 0; x < kSize.x; ++x) {
          const int change = difference(pixel(mixed, x, y), pixel(water, x, y));
          const float away = std::hypot(static_cast<float>(x) - centre.x, static_cast<float>(y) - centre.y);
          if (away > 1.7f * kDrop * perMetre) farOff = std::max(farOff, change);
          if (change < 40) continue;
          left = std::min(left, x), right = std::max(right, x);
          top = std::min(top, y), bottom = std::max(bottom, y);
        }
      const Rgb middle = pixelAt(mixed, kNear, kMiddle);
      EXPECT_GT(middle.r, middle.b + 60) << "yellow, quality " << quality;
      EXPECT_LT(farOff, 12) << "quality " << quality;
      // The drop is round and as wide as its particles: they lie within kDrop, the surface is half a spacing
      // farther out, and refraction by the ball of water enlarges or reduces the drop somewhat.
      const auto width = static_cast<float>(right - left), height = static_cast<float>(bottom - top);
      EXPECT_NEAR(width, height, 0.15f * height) << "quality " << quality;
      EXPECT_NEAR(width, 2.f * kDrop * perMetre, 0.35f * 2.f * kDrop * perMetre) << "quality " << quality;
    }
}

TEST(PaintInWater, IsSeenThroughItAndHidesWhatLiesBehind) {
  for (const int quality : {0, 1, 2}) {
    const Rgb middle =
        pixelAt(picture(ballWithDrop(blueWater(), liquid("paint", kRed)), quality), kNear, kMiddle);
    EXPECT_GT(middle.r, 2 * middle.b) << "quality " << quality;
  }
}

TEST(WaterInOil, LeavesTheOilLighterWhereItIs) {
  for (const int quality : {0, 1, 2}) {
    MaterialDefinition oil = yellowOil(), clear = liquid("water", 0xffffffffu);
    const Rgb all = pixelAt(picture(ballWithDrop(oil, clear, 0.f), quality), kNear, kMiddle);
    const Rgb less = pixelAt(picture(ballWithDrop(oil, clear, 0.04f), quality), kNear, kMiddle);
    EXPECT_GT(less.b, all.b + 5) << "quality " << quality;
  }
}

TEST(OneLiquid, IsDrawnTheSameToTheByteBesideMaterialsOfWhichThereIsNothing) {
  for (const int quality : {0, 1}) {
    Snapshot alone = ballWithDrop(blueWater(), yellowOil(), 0.f);
    const Image two = picture(alone, quality);
    alone.materials.resize(1);
    EXPECT_EQ(two.pixels, picture(alone, quality).pixels);
  }
}

}  // namespace
}  // namespace ooze::testing
