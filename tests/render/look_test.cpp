// Each look has the optical property that its name promises, on the same ball in the same light.
#include "ooze/world/liquid_look.h"

#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/picture.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::testing::look_test {
namespace {

const Vec3 kMiddle(0.f, 0.08f, 0.f);
constexpr float kRadius = 0.05f;
constexpr std::uint32_t kAmber = 0xff169ae3;

struct LookBall {
  Image image;
  float radius;  // radius of the ball in the picture [pixels]
  Vec3 centre;   // centre of the ball in the picture [pixels]

  /// @param behind  true: a red ball stands behind the liquid
  explicit LookBall(const char* look, std::uint32_t colour, bool behind = false, bool transparent = false,
                    Background background = Background::Studio, const LookOverrides& changes = {}) {
    Snapshot scene = emptyScene();
    scene.restSpacing = 0.005f;
    addBall(scene, kMiddle, kRadius, look, colour);
    scene.materials.back().lookOverrides = changes;
    if (behind) addSphereBody(scene, kMiddle - Vec3(0.f, 0.f, 0.13f), 0.06f, 0xff0000ff);
    RenderSettings settings = settingsOf(View::Liquid, 2, {320, 240});
    settings.background = background;
    settings.transparent = transparent;
    image = renderer().render(scene, kFront, settings);
    centre = kFront.project(kMiddle, {320, 240});
    radius = kRadius * 240.f / (2.f * std::tan(glm::radians(20.f))) / centre.z;
  }

  /// Calls f with each pixel within this fraction of the radius.
  template <class F>
  void each(float part, F f) const {
    const int r = static_cast<int>(part * radius), cx = static_cast<int>(centre.x),
              cy = static_cast<int>(centre.y);
    for (int y = -r; y <= r; ++y)
      for (int x = -r; x <= r; ++x)
        if (x * x + y * y <= r * r) f(cx + x, cy + y);
  }
  /// Returns the pixel at a point of the ball's disc: (0, 0) is the middle, y points up.
  [[nodiscard]] Rgb at(float x, float y) const {
    return pixel(image, static_cast<int>(centre.x + x * radius), static_cast<int>(centre.y - y * radius));
  }
  [[nodiscard]] float mean(float part) const {
    double sum = 0;
    int count = 0;
    each(part, [&](int x, int y) { sum += pixel(image, x, y).brightness(), ++count; });
    return static_cast<float>(sum / count);
  }
  /// Returns the largest change of brightness over two pixels, away from the outline.
  [[nodiscard]] int crispest() const {
    int most = 0;
    each(0.7f, [&](int x, int y) {
      const int here = pixel(image, x, y).brightness();
      most = std::max({most, std::abs(here - pixel(image, x + 2, y).brightness()),
                       std::abs(here - pixel(image, x, y + 2).brightness())});
    });
    return most;
  }
};

float meanDifference(const LookBall& a, const LookBall& b, float part = 0.9f) {
  double sum = 0;
  int count = 0;
  a.each(part, [&](int x, int y) { sum += difference(pixel(a.image, x, y), pixel(b.image, x, y)), ++count; });
  return static_cast<float>(sum / count);
}

TEST(Look, OfEachKindDiffersFromEveryOtherInTheSameColour) {
  std::vector<LookBall> balls;
  for (const LookRow& row : lookRows()) balls.emplace_back(std::string(row.key).c_str(), kAmber);
  for (std::size_t i = 0; i < balls.size(); ++i)
    for (std::size_t j = i + 1; j < balls.size(); ++j)
      EXPECT_GT(meanDifference(balls[i], balls[j]), 5.f)  // 8-bit levels; a person can distinguish 2 side by
                                                          // side
          << lookRows()[i].key << " and " << lookRows()[j].key;
}

TEST(Look, OfWaterAndOilShowsWhatLiesBehind) {
  for (const char* look : {"water", "oil"})
    EXPECT_GT(meanDifference(LookBall(look, kAmber), LookBall(look, kAmber, true)), 15.f) << look;
}

TEST(Look, OfClayMudAndPaintHidesWhatLiesBehind) {
  for (const char* look : {"clay", "mud", "paint"})
    EXPECT_LT(meanDifference(LookBall(look, kAmber), LookBall(look, kAmber, true)), 3.f)
        << look;  // the ball's shadow is hidden too
}

TEST(Look, OfWaterBendsWhatLiesBehind) {
  // A ball of water is a lens: a small red ball behind the water looks larger than without.
  const auto redPixels = [](bool water) {
    Snapshot scene = emptyScene();
    scene.restSpacing = 0.005f;
    if (water) addBall(scene, kMiddle, kRadius, "water", 0xffffffff);
    addSphereBody(scene, kMiddle - Vec3(0.f, 0.f, 0.08f), 0.015f, 0xff0000ff);
    const Image image = renderer().render(scene, kFront, settingsOf(View::Liquid, 2, {320, 240}));
    int count = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const Rgb c = pixel(image, x, y);
        count += c.r > c.b + 40 && c.r > c.g + 40;
      }
    return count;
  };
  const int bare = redPixels(false);
  EXPECT_GT(bare, 100);
  EXPECT_GT(static_cast<float>(redPixels(true)), 1.12f * static_cast<float>(bare));
}

TEST(Look, OfHoneyIsBrighterAtItsThinEdgeThanInItsCore) {
  const LookBall honey("honey", kAmber, false, false, Background::White);
  for (const Vec2& way : {Vec2(0.f, -0.95f), Vec2(0.67f, -0.67f), Vec2(-0.67f, -0.67f)})
    EXPECT_GT(honey.at(way.x, way.y).brightness(), honey.at(0.f, -0.1f).brightness() + 20);
  // The thick core is deep amber: red remains when blue and green are absorbed.
  const Rgb core = honey.at(0.f, -0.1f);
  EXPECT_GT(core.r, core.g + 40);
  EXPECT_GT(core.g, core.b);
}

TEST(Look, DeepensWithThicknessAsBeerSaysAndThenNoMore) {
  for (const LookRow& row : lookRows()) {
    const float thin = 0.02f / row.absorption;
    EXPECT_NEAR(opticalDepth(row, thin), 0.02f, 0.0002f);  // within a hundredth
    float before = 0.f, slope = 1.001f * row.absorption * thin;
    for (int i = 1; i < 500; ++i) {
      const float now = opticalDepth(row, static_cast<float>(i) * thin);
      EXPECT_GT(now, before);
      EXPECT_LT(now - before, slope) << "it bends down only";
      slope = now - before + 1e-6f, before = now;
    }
    EXPECT_LE(opticalDepth(row, 10.f), kMaxOpticalDepth);
  }
}

TEST(Look, TakesWhatAMaterialHasInItsOwnWay) {
  MaterialDefinition honey, plain;
  honey.look = plain.look = "honey";
  honey.lookOverrides = {100.f, std::nullopt, 0.5f, 2.f};
  const LookRow own = resolveLook(plain), changed = resolveLook(honey);
  EXPECT_EQ(changed.absorption, 100.f);
  EXPECT_EQ(changed.scattering, own.scattering);
  EXPECT_EQ(changed.roughness, 0.5f);
  EXPECT_NEAR(changed.mirror, 1.f / 9.f, 1e-6f);
  const LookList list = listLooks(std::vector{plain, honey, plain}, false);
  EXPECT_EQ(list.ofMaterial, (std::vector{lookIndex("honey"), lookRows().size(), lookIndex("honey")}));
  EXPECT_EQ(list.rows.size(), lookRows().size() + 1);
  EXPECT_EQ(listLooks(std::vector{honey}, true).ofMaterial, (std::vector{lookIndex(kPlainLook)}));
}

// Every quarter of each slider's range changes the picture of clear honey and water.
TEST(Look, ActsOverTheWholeLengthOfEverySlider) {
  for (const char* look : {"water", "honey"})
    for (std::size_t i = 0; i < kOpticalProperties.size(); ++i) {
      const OpticalProperty& n = kOpticalProperties[i];
      std::vector<LookBall> balls;
      for (int quarter = 0; quarter <= 4; ++quarter) {
        LookOverrides changes;
        changes[i] = sliderValue(0.25 * quarter, n.lower, n.upper, n.scale);
        balls.emplace_back(look, kAmber, true, false, Background::Studio, changes);
      }
      for (std::size_t k = 0; k + 1 < balls.size(); ++k)
        EXPECT_GT(meanDifference(balls[k], balls[k + 1]),
                  0.5f)  // 8-bit levels; these balls are 10 cm thick, a sheet would show more
            << look << ", " << n.key << ", quarter " << k;
    }
}

TEST(Look, OfHoneyIsAmberHoweverDeepItIs) {
  const Vec3 albedo = linearColour(0xff169ae3);
  const LookRow& honey = lookRows()[lookIndex("honey")];
  const Vec3 left = glm::pow(albedo, Vec3(opticalDepth(honey, 0.2f)));
  EXPECT_GT(left.g, 0.1f * left.r);  // by Beer's law alone 0.002, a tomato red
  EXPECT_LT(left.b, 0.01f * left.r);
}

TEST(Look, OfPaintHasACrispHighlightAndOfMudAndClayNone) {
  EXPECT_GT(LookBall("paint", kAmber).crispest(), 35);
  EXPECT_LT(LookBall("mud", kAmber).crispest(), 22);
  EXPECT_LT(LookBall("clay", kAmber).crispest(), 22);
}

/// Returns the red of a pixel beyond the mean of green and blue.
int redness(const Rgb& colour) { return colour.r - (colour.g + colour.b) / 2; }

TEST(Look, OfMetalMirrorsSolids) {
  // A slab of metal, and a red ball above the slab's rear edge.
  const CameraView camera{{0.f, 0.35f, 0.5f}, {0.f, 0.05f, 0.f}, 40.f};
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  addBall(scene, Vec3(0.f), 0.004f, "metal", 0xffd0d0d0);
  scene.positions.clear();
  for (int z = -16; z <= 16; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = -16; x <= 16; ++x)
        scene.positions.push_back(scene.restSpacing *
                                  Vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)));
  scene.velocities.assign(scene.positions.size(), Vec3(0.f));
  scene.colours.assign(scene.positions.size(), 0xffd0d0d0);
  scene.particleMaterials.assign(scene.positions.size(), 0);
  for (const int quality : {1, 2}) {
    const auto mostRed = [&](const Snapshot& snapshot) {
      const Image image = renderer().render(snapshot, camera, settingsOf(View::Surface, quality));
      int most = 0;  // along the middle of the block's top
      for (float z = -0.07f; z < 0.07f; z += 0.005f)
        most = std::max(most, redness(pixelAt(image, camera, {0.f, 0.0225f, z})));
      return most;
    };
    Snapshot beside = scene;
    addSphereBody(beside, {0.f, 0.06f, -0.06f}, 0.03f, 0xff1010e0);
    EXPECT_LT(mostRed(scene), 12) << quality;
    EXPECT_GT(mostRed(beside), 80) << quality;
  }
}

TEST(Look, OfMetalMirrorsOtherLiquid) {
  Snapshot alone = emptyScene();
  addBall(alone, {-0.045f, 0.08f, 0.f}, 0.04f, "metal", 0xffd0d0d0);
  Snapshot beside = alone;
  addBall(beside, {0.055f, 0.08f, 0.03f}, 0.04f, "metal", 0xff1010e0);
  const auto mostRed = [](const Snapshot& snapshot) {
    const Image image = renderer().render(snapshot, kFront, settingsOf(View::Surface, 2));
    int most = 0;  // along the middle of the grey ball
    for (float x = -0.03f; x < -0.01f; x += 0.002f)
      most = std::max(most, redness(pixelAt(image, kFront, {x, 0.08f, 0.03f})));
    return most;
  };
  EXPECT_LT(mostRed(alone), 12);
  EXPECT_GT(mostRed(beside), 20);
}

TEST(Look, OfMetalReflectsInItsColourAtEveryRefractiveIndex) {
  const LookBall metal("metal", kAmber), paint("paint", kAmber);
  EXPECT_GT(metal.crispest(), paint.crispest() + 20);
  // Metal emits hardly any diffuse light, and its reflection of a grey studio is amber.
  double red = 0.0, blue = 0.0;
  metal.each(0.7f, [&](int x, int y) {
    const Rgb here = pixel(metal.image, x, y);
    red += here.r, blue += here.b;
  });
  EXPECT_GT(red, 1.5 * blue);
  LookOverrides index;
  index[3] = kOpticalProperties[3].lower;
  EXPECT_EQ(meanDifference(metal, LookBall("metal", kAmber, false, false, Background::Studio, index)), 0.f);
  EXPECT_FALSE(isSeen(kOpticalProperties[3], *findLook("metal")));
}

TEST(Look, OfMudHasAWetSheenThatClayHasNot) {
  // The sheen is a broad bright area under the key light, on bodies that are nearly black.
  const LookBall mud("mud", 0xff303030), clay("clay", 0xff303030);
  EXPECT_GT(mud.at(-0.3f, 0.55f).brightness(), clay.at(-0.3f, 0.55f).brightness() + 12);
}

TEST(Look, OfGelIsLitInItsShade) {
  // The lower right faces away from the sun. An opaque body of the same colour is darker in this place:
  // subsurface scattering lights the gel.
  const LookBall gel("gel", 0xff9c54d8), paint("paint", 0xff9c54d8);
  EXPECT_GT(gel.at(0.4f, -0.7f).brightness(), paint.at(0.4f, -0.7f).brightness() + 20);
}

TEST(Look, OfClearLiquidIsClearInATransparentPicture) {
  const LookBall water("water", 0xffffffff, false, true), clay("clay", kAmber, false, true);
  ASSERT_EQ(water.image.channels, 4);
  const auto alpha = [](const LookBall& ball) {
    return ball.image.at(static_cast<int>(ball.centre.x), static_cast<int>(ball.centre.y) + 8)[3];
  };
  EXPECT_LT(alpha(water), 80);
  EXPECT_EQ(alpha(clay), 255);
}

TEST(Look, OfAnOutlineHasStraightAlphaInATransparentPicture) {
  // Half-covered pixels keep their liquid's colour: darker pixels would leave a seam in a composite.
  const LookBall clay("clay", kAmber, false, true);
  const Rgb inside = clay.at(-0.65f, 0.6f);
  int halves = 0;
  clay.each(1.2f, [&](int x, int y) {
    const int a = clay.image.at(x, y)[3];
    if (a < 60 || a > 200 || x > static_cast<int>(clay.centre.x) || y > static_cast<int>(clay.centre.y))
      return;
    ++halves;
    EXPECT_GT(pixel(clay.image, x, y).brightness(), inside.brightness() - 30) << x << ", " << y;
  });
  EXPECT_GT(halves, 5);
}

TEST(Look, OfAWhiteBodyIsWhiteButNotBurnt) {
  for (const BackgroundRow& row : backgroundRows()) {
    Snapshot scene = emptyScene();
    addFloor(scene);
    addSphereBody(scene, {0.f, 0.06f, 0.f}, 0.06f, 0xffbcc2c4);  // colour of the bunny
    RenderSettings settings = settingsOf(View::Liquid, 2);
    settings.background = row.background;
    const Image image = renderer().render(scene, kFront, settings);
    // The point where sunlight falls perpendicularly, as far as the camera can see.
    const Rgb lit =
        pixelAt(image, kFront, Vec3(0.f, 0.06f, 0.f) + 0.06f * glm::normalize(Vec3(-0.45f, 0.6f, 0.62f)));
    EXPECT_LT(std::max({lit.r, lit.g, lit.b}), 252) << row.key;
    if (row.background != Background::Dark) {
      EXPECT_GT(lit.brightness(), 190) << row.key;
    }
    EXPECT_LT(std::max({lit.r, lit.g, lit.b}) - std::min({lit.r, lit.g, lit.b}), 40) << row.key;
  }
}

}  // namespace
}  // namespace ooze::testing::look_test
