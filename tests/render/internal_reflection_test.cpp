// Internal reflection in clear liquid: no stains in honey, no edges in drops, full colour at the sides of a
// tank.
#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/picture.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::testing::internal_reflection_test {
namespace {

constexpr glm::ivec2 kSize{320, 240};

/// Adds a box of liquid that stands on the height 0.
void addBox(Snapshot& scene, const Vec3& half, const char* look, std::uint32_t colour) {
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  addBall(scene, {0.f, 0.02f, 0.f}, 0.004f, look, colour);
  scene.positions.clear();
  const float s = scene.restSpacing;
  for (float y = 0.5f * s; y < 2.f * half.y; y += s)
    for (float z = 0.5f * s - half.z; z < half.z; z += s)
      for (float x = 0.5f * s - half.x; x < half.x; x += s) scene.positions.emplace_back(x, y, z);
  const std::size_t n = scene.positions.size();
  scene.velocities.assign(n, Vec3(0.f));
  scene.colours.assign(n, colour);
  scene.particleMaterials.assign(n, 0);
}

constexpr Vec3 kTankHalf{0.06f, 0.05f, 0.045f};

/// Returns a tank that blue water fills to four fifths.
Snapshot tankOfBlueWater() {
  Snapshot scene = emptyScene();
  addBox(scene, {kTankHalf.x, 0.04f, kTankHalf.z}, "water", 0xffd28c3c);
  scene.materials.back().lookOverrides[0] = 8.f;  // absorption
  scene.bodies.push_back(makeBody("tank", {SolidShape::SolidKind::Tank, kTankHalf}, Motion::Static));
  scene.bodies.back().pose.position = {0.f, kTankHalf.y, 0.f};
  return scene;
}

TEST(InternalReflection, LeavesHoneyAmber) {
  // Seen from above its corner, a block of honey reflects totally at both faces behind.
  Snapshot scene = emptyScene();
  addBox(scene, {0.04f, 0.03f, 0.04f}, "honey", kHoney);
  scene.materials.back().lookOverrides[0] = 35.f;  // absorption, for which the numbers below hold
  const CameraView camera({0.2f, 0.3f, 0.2f}, {0.f, 0.03f, 0.f}, 20.f);
  const Vec3 albedo = linearColour(kHoney);
  const float limit = std::pow(albedo.g / albedo.r, kMaxOpticalDepth);
  for (const int quality : {1, 2}) {
    RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    settings.background = Background::White;
    const Image image = renderer().render(scene, camera, settings);
    float least = 1.f;
    int seen = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const Rgb p = pixel(image, x, y);
        if (p.r < 60 || p.r < p.b + 40) continue;  // not honey
        const Vec3 light =
            linearColour(static_cast<std::uint32_t>(p.r) | static_cast<std::uint32_t>(p.g) << 8 |
                         static_cast<std::uint32_t>(p.b) << 16);
        least = std::min(least, light.g / light.r), ++seen;
      }
    ASSERT_GT(seen, 5000);
    // White light that the surface mirrors makes the colour paler than the limit.
    EXPECT_GT(least, 1.55f * limit) << "two limits in a row gave 1.41";
  }
}

TEST(InternalReflection, LeavesASoftOutlineOfASolidInHoney) {
  // A white block touches the left half of a slab of honey from behind.
  Snapshot scene = emptyScene();
  addBox(scene, {0.06f, 0.05f, 0.015f}, "honey", kHoney);
  Body block = makeBody("block", {SolidShape::SolidKind::Box, Vec3(0.06f, 0.05f, 0.02f)}, Motion::Static);
  block.look.colour = 0xfff0f0f0;
  block.pose.position = {-0.06f, 0.05f, -0.034f};
  scene.bodies.push_back(block);
  const CameraView camera({0.05f, 0.06f, 0.3f}, {0.f, 0.05f, 0.f}, 16.f);
  for (const int quality : {1, 2}) {
    RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    settings.background = Background::Dark;
    const Image image = renderer().render(scene, camera, settings);
    int steepest = 0, darkest = 255, lightest = 0;
    for (int x = 90; x < 230; ++x) {
      const Rgb here = pixel(image, x, 120), next = pixel(image, x + 1, 120);
      steepest = std::max(steepest, difference(here, next));
      darkest = std::min(darkest, here.r), lightest = std::max(lightest, here.r);
    }
    EXPECT_GT(lightest - darkest, 15) << "the block is seen";
    EXPECT_LT(steepest, (lightest - darkest) / 3) << "honey scatters light; a hard edge gave two thirds";
  }
}

TEST(InternalReflection, EndsSmoothlyAtTheRimOfADrop) {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  const Vec3 middle(0.f, 0.1f, 0.f);
  const float radius = 0.05f;
  addBall(scene, middle, radius, "water", 0xffd2b046);
  const CameraView camera({0.f, 0.1f, 0.4f}, middle, 20.f);
  const float pixels = radius / 0.4f * 120.f / std::tan(glm::radians(10.f));
  for (const int quality : {1, 2}) {
    RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    settings.background = Background::Dark;
    const Image image = renderer().render(scene, camera, settings);
    int steps = 0;
    for (int sector = 0; sector < 360; ++sector) {
      const float angle = glm::radians(static_cast<float>(sector));
      const auto at = [&](float r) {
        return pixel(image, static_cast<int>(160.f + r * pixels * std::cos(angle)),
                     static_cast<int>(120.f + r * pixels * std::sin(angle)));
      };
      int most = 0;
      for (float r = 0.8f; r < 0.95f; r += 1.f / pixels)
        most = std::max(most, difference(at(r), at(r + 1.f / pixels)));
      steps += most;
    }
    EXPECT_LT(steps / 360.0, 46.0) << "8-bit levels; a hard edge all round gave 55";
  }
}

TEST(InternalReflection, ShowsTheDepthOfATankAtItsCorners) {
  const Snapshot scene = tankOfBlueWater();
  const CameraView camera({0.1f, 0.17f, 0.3f}, {0.f, 0.05f, 0.f}, 26.f);
  for (const int quality : {1, 2}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
    const auto blue = [&](float x) {
      float sum = 0.f;
      for (float y = 0.045f; y < 0.07f; y += 0.005f) {
        const Rgb p = pixelAt(image, camera, {x, y, kTankHalf.z});
        sum += static_cast<float>(p.b - p.r) / 5.f;
      }
      return sum;
    };
    EXPECT_GT(blue(-kTankHalf.x + 0.006f), 0.65f * blue(0.f)) << "without the reflected ray's path 0.35";
  }
}

TEST(InternalReflection, HasNoStepAtTheRearEdgeOfATank) {
  // Through the front of the tank the camera sees the left wall, which reflects totally, beside the rear
  // wall. At the edge between both walls the reflected ray leaves at once, so both walls have one colour.
  const glm::ivec2 size(640, 480);
  const CameraView camera({0.12f, 0.16f, 0.36f}, {0.f, 0.05f, 0.f}, 22.f);
  const Snapshot scene = tankOfBlueWater();
  for (const int quality : {1, 2}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, size));
    float sum = 0.f;
    for (const float y : {0.02f, 0.025f, 0.03f, 0.035f}) {
      const Vec3 edge = camera.project({-kTankHalf.x, y, -kTankHalf.z}, size);
      const auto beside = [&](int along) {
        return pixel(image, static_cast<int>(edge.x) + along, static_cast<int>(edge.y));
      };
      sum += static_cast<float>(difference(beside(-5), beside(5)));
    }
    EXPECT_LT(sum / 4.f, 12.f)
        << "8-bit levels; a reflected ray as long as the ray before it gave 16, quality " << quality;
  }
}

TEST(InternalReflection, ShowsNoStreaksBesideTheBarsOfATank) {
  const Snapshot scene = tankOfBlueWater();
  const glm::ivec2 size(640, 480);
  const CameraView camera({0.17f, 0.17f, 0.27f}, {0.f, 0.05f, 0.f}, 26.f);
  for (const int quality : {1, 2}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, size));
    // Sum of the differences between a pixel and the mean of the pixels three to the left and right.
    double sum = 0.0;
    int count = 0;
    for (float y = 0.04f; y < 0.07f; y += 0.01f) {
      const Vec3 from = camera.project({-kTankHalf.x + 0.003f, y, kTankHalf.z}, size);
      for (int x = 3; x < 25; ++x) {
        const auto at = [&](int along) {
          return pixel(image, static_cast<int>(from.x) + x + along, static_cast<int>(from.y)).brightness();
        };
        sum += 0.5 * std::abs(2 * at(0) - at(-3) - at(3)), ++count;
      }
    }
    EXPECT_LT(sum / count, 2.0) << "8-bit levels; streaks gave 4.8";
  }
}

}  // namespace
}  // namespace ooze::testing::internal_reflection_test
