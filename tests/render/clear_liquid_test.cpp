// Clear liquid stands out from the background by smooth refraction and reflection, without stains and specks.
#include "render/picture.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

namespace ooze::testing::clear_liquid_test {
namespace {

const Vec3 kMiddle(0.f, 0.08f, 0.f);
constexpr float kRadius = 0.05f;
constexpr std::uint32_t kWater = 0xffd2b046;  // colour of water as 0xAABBGGRR
constexpr glm::ivec2 kSize{320, 240};

class WaterOnBackground : public ::testing::TestWithParam<std::tuple<Background, int>> {
 protected:
  [[nodiscard]] RenderSettings settings() const {
    RenderSettings s = settingsOf(View::Surface, std::get<1>(GetParam()), kSize);
    s.background = std::get<0>(GetParam());
    return s;
  }
};

INSTANTIATE_TEST_SUITE_P(Clear, WaterOnBackground,
                         ::testing::Combine(::testing::Values(Background::Studio, Background::Sky,
                                                              Background::Dark, Background::White),
                                            ::testing::Values(0, 1, 2)),
                         [](const auto& row) {
                           const auto background = static_cast<std::size_t>(std::get<0>(row.param));
                           return std::string(backgroundRows()[background].key) +
                                  std::to_string(std::get<1>(row.param));
                         });

/// Returns water as a ball, a horizontal thread and drops.
Snapshot water() {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  addBall(scene, kMiddle, kRadius, "water", kWater);
  const std::size_t n = scene.positions.size();
  addBall(scene, kMiddle + Vec3(0.f, 0.075f, 0.f), 0.008f, "water", kWater);
  addBall(scene, kMiddle + Vec3(-0.08f, 0.f, 0.f), 0.012f, "water", kWater);
  addBall(scene, kMiddle + Vec3(0.f, -0.065f, 0.f), 0.012f, "water", kWater);
  for (std::size_t i = n; i < scene.positions.size(); ++i)
    if (scene.positions[i].y < 0.04f) scene.positions[i].x *= 5.f;
  return scene;
}

TEST_P(WaterOnBackground, IsSeenAllAlongItsOutline) {
  const Image empty = renderer().render(emptyScene(), kFront, settings());
  const Image image = renderer().render(water(), kFront, settings());
  const Vec3 centre = kFront.project(kMiddle, kSize);
  const float radius = kRadius * 240.f / (2.f * std::tan(glm::radians(20.f))) / centre.z;
  float least = 1e9f, sum = 0.f;
  constexpr int kSectors = 24;
  for (int sector = 0; sector < kSectors; ++sector) {
    // The largest difference within the outer third of the ball.
    const float angle = 6.2831853f * static_cast<float>(sector) / kSectors;
    int most = 0;
    for (float r = 0.67f; r < 1.05f; r += 0.02f) {
      const int x = static_cast<int>(centre.x + r * radius * std::cos(angle)),
                y = static_cast<int>(centre.y + r * radius * std::sin(angle));
      most = std::max(most, difference(pixel(image, x, y), pixel(empty, x, y)));
    }
    least = std::min(least, static_cast<float>(most)), sum += static_cast<float>(most) / kSectors;
  }
  EXPECT_GT(least, 12.f);  // 8-bit levels; a person can distinguish 2 side by side
  EXPECT_GT(sum, 40.f);
}

TEST_P(WaterOnBackground, HasNoSpecks) {
  const Image image = renderer().render(water(), kFront, settings());
  int specks = 0;
  for (int y = 1; y + 1 < image.height; ++y)
    for (int x = 1; x + 1 < image.width; ++x) {
      const int here = pixel(image, x, y).brightness();
      int high = 0, low = 255;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          const int other = pixel(image, x + dx, y + dy).brightness();
          high = std::max(high, other), low = std::min(low, other);
        }
      specks += here > high + 40 || here < low - 40;
    }
  EXPECT_LE(specks, 3);  // out of about 9,000 pixels of a lumpy ball: quality 0 has no smoothed edges
}

/// Adds a sheet of water, two layers thick, that is turned about the vertical axis.
void addSheet(Snapshot& scene, float degrees) {
  addBall(scene, kMiddle, 0.004f, "water", kWater);
  scene.positions.clear();
  const float s = scene.restSpacing, angle = glm::radians(degrees);
  const Vec3 along(std::cos(angle), 0.f, std::sin(angle)), across(-along.z, 0.f, along.x);
  for (int y = -14; y <= 14; ++y)
    for (int x = -18; x <= 18; ++x)
      for (const float side : {-0.5f, 0.5f})
        scene.positions.push_back(kMiddle + s * (static_cast<float>(x) * along + side * across +
                                                 Vec3(0.f, static_cast<float>(y), 0.f)));
  scene.velocities.assign(scene.positions.size(), Vec3(0.f));
  scene.colours.assign(scene.positions.size(), kWater);
  scene.particleMaterials.assign(scene.positions.size(), 0);
}

TEST_P(WaterOnBackground, FlatSheetLeavesTheBackgroundInPlace) {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  // A dark ball behind the sheet: its edges would move, were the ray deflected.
  addSphereBody(scene, kMiddle - Vec3(0.f, 0.f, 0.25f), 0.05f, 0xff202020);
  const Image empty = renderer().render(scene, kFront, settings());
  addSheet(scene, 55.f);
  const Image image = renderer().render(scene, kFront, settings());
  double mean = 0.0;
  for (int x = 130; x < 190; ++x) mean += difference(pixel(image, x, 120), pixel(empty, x, 120)) / 60.0;
  EXPECT_LT(mean, 48)
      << "8-bit levels: both faces of the sheet mirror a little of the environment, and the sheet "
         "has a tint. A drop's deflection gave 74 to 152";
}

TEST(Water, InAThinSheetIsSeenInTheDark) {
  // Photographers light sheets of water so that the sheets mirror a lamp. Both faces reflect.
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  for (const int quality : {1, 2}) {
    RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    settings.background = Background::Dark;
    const Image empty = renderer().render(emptyScene(), kFront, settings);
    for (const float turn : {50.f, 65.f}) {
      addSheet(scene, turn);
      const Image image = renderer().render(scene, kFront, settings);
      double mean = 0.0;
      for (int y = 105; y < 135; ++y)
        for (int x = 150; x < 170; ++x) mean += difference(pixel(image, x, y), pixel(empty, x, y)) / 600.0;
      EXPECT_GT(mean, 15.0) << turn << " degrees; 4 without the lamp";
    }
  }
}

TEST(Honey, ThinsOutAtItsRimOnASolid) {
  // A cap of honey on a white ball, seen from the side of its rim.
  Snapshot scene = emptyScene();
  addSphereBody(scene, kMiddle, kRadius, 0xfff0f0f0);
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  addBall(scene, kMiddle, 0.004f, "honey", kHoney);
  scene.positions.clear();
  for (int i = 0; i < 2000; ++i) {
    // Directions of a Fibonacci spiral on the upper half of the ball, one particle every square spacing.
    const float y = 1.f - static_cast<float>(i) / 630.f, angle = 2.3999632f * static_cast<float>(i),
                r = std::sqrt(1.f - y * y);
    if (y < 0.2f) break;
    scene.positions.push_back(kMiddle + (kRadius + 0.5f * scene.restSpacing) *
                                            Vec3(r * std::cos(angle), y, r * std::sin(angle)));
  }
  const std::size_t n = scene.positions.size();
  scene.velocities.assign(n, Vec3(0.f));
  scene.colours.assign(n, kHoney);
  scene.particleMaterials.assign(n, 0);
  for (const int quality : {0, 1, 2}) {
    RenderSettings settings = settingsOf(View::Surface, quality, {640, 480});
    settings.background = Background::White;
    const CameraView camera({0.f, 0.12f, 0.3f}, kMiddle, 20.f);
    const Image image = renderer().render(scene, camera, settings);
    double steepest = 0.0, contrast = 0.0;
    for (int x = 280; x < 360; ++x) {
      int most = 0, low = 255, high = 0;
      for (int y = 200; y < 300; ++y) {
        const int here = pixel(image, x, y).b;
        most = std::max(most, std::abs(here - pixel(image, x, y + 1).b));
        low = std::min(low, here), high = std::max(high, here);
      }
      steepest += most / 80.0, contrast += (high - low) / 80.0;
    }
    EXPECT_GT(contrast, 60.0);
    EXPECT_LT(steepest, 0.18 * contrast) << "a hard rim gave 0.24 to 0.46";
  }
}

TEST(Honey, HasNoHardEdgeWhereOneSheetEndsBehindAnother) {
  // A sheet two layers deep, and behind the left half, across an air gap, a second sheet of six layers.
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  addBall(scene, kMiddle, 0.004f, "honey", kHoney);
  scene.positions.clear();
  const float s = scene.restSpacing;
  for (int z = 0; z < 12; ++z)
    for (int y = -14; y <= 14; ++y)
      for (int x = -18; x <= 18; ++x)
        if (z < 2 || (z > 5 && x < 0))
          scene.positions.push_back(
              kMiddle + s * Vec3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(-z)));
  const std::size_t n = scene.positions.size();
  scene.velocities.assign(n, Vec3(0.f));
  scene.colours.assign(n, kHoney);
  scene.particleMaterials.assign(n, 0);
  for (const int quality : {1, 2}) {
    RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    settings.background = Background::White;
    const Image image = renderer().render(scene, kFront, settings);
    int steepest = 0, darkest = 255, lightest = 0;
    for (int x = -30; x < 30; ++x) {
      const Rgb here = pixel(image, 160 + x, 120), next = pixel(image, 161 + x, 120);
      steepest = std::max(steepest, difference(here, next));
      darkest = std::min(darkest, here.g), lightest = std::max(lightest, here.g);
    }
    EXPECT_GT(lightest - darkest, 30) << "two sheets are darker than one";
    // The blur spreads the edge over 1.6 spacings, which are four pixels here; without the blur the edge is
    // one pixel wide.
    EXPECT_LT(steepest, (lightest - darkest) / 2);
  }
}

}  // namespace
}  // namespace ooze::testing::clear_liquid_test
