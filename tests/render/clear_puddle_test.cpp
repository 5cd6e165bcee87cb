// Pictures of clear liquid: puddles on a floor, lone drops in the air, blocks that mirror a lamp, outlines.
#include "render/picture.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::testing::clear_puddle_test {
namespace {

constexpr std::uint32_t kBlue = 0xffd28c3c;  // blue as 0xAABBGGRR
constexpr glm::ivec2 kSize{320, 240};

/// Adds a block of liquid on a lattice, with its lower side at a height [m].
void addBlock(Snapshot& scene, const Vec3& middle, const Vec3& half, const char* look, std::uint32_t colour) {
  const std::size_t before = scene.positions.size();
  addBall(scene, middle, 0.1f * scene.restSpacing, look, colour);
  scene.positions.resize(before);
  const float s = scene.restSpacing;
  for (float y = 0.5f * s - half.y; y < half.y; y += s)
    for (float z = 0.5f * s - half.z; z < half.z; z += s)
      for (float x = 0.5f * s - half.x; x < half.x; x += s) scene.positions.push_back(middle + Vec3(x, y, z));
  const std::size_t n = scene.positions.size();
  scene.velocities.resize(n, Vec3(0.f));
  scene.colours.resize(n, colour);
  scene.particleMaterials.resize(n, static_cast<std::uint16_t>(scene.materials.size() - 1));
}

Snapshot sceneOfSpacing(float spacing) {
  Snapshot scene = emptyScene();
  scene.restSpacing = spacing, scene.interactionRadius = 2.f * spacing;
  return scene;
}

TEST(ClearPuddle, IsNearlyAsBrightAsTheFloorBeside) {
  // Paint elsewhere in the picture must not darken the floor under the water: both belong to one mean tint.
  const CameraView camera({0.05f, 0.3f, 0.35f}, {0.05f, 0.f, 0.f}, 30.f);
  for (const int quality : {0, 1, 2}) {
    Snapshot scene = sceneOfSpacing(0.005f);
    addFloor(scene);
    addBlock(scene, {-0.09f, 0.02f, -0.02f}, {0.02f, 0.02f, 0.02f}, "paint", 0xff2020d0);
    const RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    const Image dry = renderer().render(scene, camera, settings);
    addBlock(scene, {0.06f, 0.005f, 0.f}, {0.05f, 0.005f, 0.04f}, "water", kBlue);
    const Image wet = renderer().render(scene, camera, settings);
    double before = 0.0, after = 0.0;
    for (float x = 0.03f; x < 0.09f; x += 0.005f)
      for (float z = -0.02f; z < 0.03f; z += 0.005f) {
        before += pixelAt(dry, camera, {x, 0.f, z}).brightness();
        after += pixelAt(wet, camera, {x, 0.f, z}).brightness();
      }
    EXPECT_GT(after, 0.9 * before) << "quality " << quality << "; with the shadow of all liquids 0.8";
  }
}

TEST(ClearPuddle, GathersNoLightUnderTheSlopeOfAWave) {
  // The slope is two to three particles high. Only the thin rim of a puddle is a lens for the floor.
  const CameraView camera({0.f, 0.4f, 0.05f}, {0.f, 0.f, 0.f}, 20.f);
  for (const int quality : {0, 1, 2}) {
    Snapshot scene = sceneOfSpacing(0.005f);
    addFloor(scene);
    const RenderSettings settings = settingsOf(View::Surface, quality, kSize);
    const Image dry = renderer().render(scene, camera, settings);
    addBlock(scene, {0.f, 0.03f, 0.f}, {0.05f, 0.03f, 0.04f}, "water", kBlue);
    const auto isAbove = [](const Vec3& p) { return p.y > 1.2f * (p.x + 0.05f); };
    std::erase_if(scene.positions, isAbove);
    const std::size_t n = scene.positions.size();
    scene.velocities.resize(n), scene.colours.resize(n), scene.particleMaterials.resize(n);
    scene.materials.back().lookOverrides[0] = 0.2f;  // absorption
    const Image wet = renderer().render(scene, camera, settings);
    double before = 0.0, after = 0.0;
    for (float x = -0.0405f; x < -0.037f; x += 0.0005f)
      for (float z = -0.02f; z < 0.02f; z += 0.002f) {
        const Vec3 place(x, 1.2f * (x + 0.05f), z);
        before += pixelAt(dry, camera, place).brightness();
        after += pixelAt(wet, camera, place).brightness();
      }
    EXPECT_LT(after, 1.03 * before) << "quality " << quality << "; with the light of a rim 1.10";
  }
}

TEST(ClearWater, CastsAShadowWithADarkRim) {
  // Without the rim the shadow is a patch that is as bright as the floor beside.
  const CameraView camera({0.1f, 0.4f, 0.5f}, {0.05f, 0.f, 0.f}, 40.f);
  for (const int quality : {0, 1, 2}) {
    Image images[3];  // the floor alone, under red paint, and under water
    for (const int i : {0, 1, 2}) {
      Snapshot scene = sceneOfSpacing(0.01f);
      addFloor(scene);
      if (i > 0)
        addBlock(scene, {0.f, 0.1f, 0.f}, Vec3(0.04f), i == 1 ? "paint" : "water",
                 i == 1 ? 0xff2020d0 : kBlue);
      if (i == 2) scene.materials.back().lookOverrides[0] = 1.f;  // absorption
      images[i] = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
    }
    int rim = 0;
    for (int y = 2; y < kSize.y - 2; ++y)
      for (int x = 2; x < kSize.x - 2; ++x) {
        const auto isPaint = [&](int along, int up) {
          const Rgb p = pixel(images[1], x + along, y + up);
          return p.r > 2 * p.g;
        };
        if (isPaint(0, 0) || isPaint(-2, 0) || isPaint(2, 0) || isPaint(0, -2) || isPaint(0, 2)) continue;
        rim += pixel(images[2], x, y).brightness() < pixel(images[0], x, y).brightness() - 8;
      }
    EXPECT_GT(rim, 100) << "quality " << quality;
  }
}

TEST(LoneDrop, HasTheVolumeOfItsParticle) {
  const CameraView camera({0.f, 0.1f, 0.3f}, {0.f, 0.1f, 0.f}, 12.f);
  Snapshot scene = sceneOfSpacing(0.01f);
  scene.interactionRadius = 0.025f;
  addBlock(scene, {0.f, 0.1f, 0.f}, Vec3(0.005f), "paint", 0xff2020d0);
  ASSERT_EQ(scene.positions.size(), 1u);
  const Image image = renderer().render(scene, camera, settingsOf(View::Surface, 2, kSize));
  int pixels = 0;
  for (int y = 0; y < kSize.y; ++y)
    for (int x = 0; x < kSize.x; ++x) pixels += pixel(image, x, y).r > 2 * pixel(image, x, y).g;
  const float unit = 2.f * 0.3f * std::tan(glm::radians(6.f)) / static_cast<float>(kSize.y);
  const float radius = unit * std::sqrt(static_cast<float>(pixels) / 3.14159f);
  // The surface draws a ball of 0.35 h. A ball of 0.62 spacings has the particle's volume.
  EXPECT_NEAR(radius, 0.62f * scene.restSpacing, 0.06f * scene.restSpacing);
}

TEST(LoneDrop, IsBrightBelowAndDarkAboveLikeALens) {
  const CameraView camera({0.f, 0.1f, 0.3f}, {0.f, 0.1f, 0.f}, 12.f);
  Snapshot scene = sceneOfSpacing(0.01f);
  addBlock(scene, {0.f, 0.1f, 0.f}, Vec3(0.005f), "water", kBlue);
  const float rim = 0.8f * 0.62f * scene.restSpacing;
  for (const int quality : {1, 2}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
    double above = 0.0, below = 0.0;
    for (float turn = -0.6f; turn < 0.65f; turn += 0.1f) {
      const Vec3 aside(rim * std::sin(turn), rim * std::cos(turn), 0.f);
      above += pixelAt(image, camera, Vec3(0.f, 0.1f, 0.f) + aside).brightness() / 13.0;
      below += pixelAt(image, camera, Vec3(0.f, 0.1f, 0.f) - aside).brightness() / 13.0;
    }
    EXPECT_GT(below, above + 55.0) << "8-bit levels, quality " << quality << "; an even rim gave 39";
  }
}

TEST(BlueWater, MirrorsALampWithoutASaturatedPatch) {
  // A block of blue water in the air. Seen from above a corner, its faces behind reflect totally.
  Snapshot scene = sceneOfSpacing(0.005f);
  addFloor(scene);
  addBlock(scene, {0.f, 0.1f, 0.f}, {0.04f, 0.03f, 0.04f}, "water", kBlue);
  scene.materials.back().lookOverrides[0] = 7.f;  // absorption
  for (const CameraView& camera : {CameraView({0.12f, 0.12f, 0.3f}, {0.f, 0.1f, 0.f}, 20.f),
                                   CameraView({0.2f, 0.02f, 0.2f}, {0.f, 0.1f, 0.f}, 20.f),
                                   CameraView({0.15f, 0.25f, 0.25f}, {0.f, 0.1f, 0.f}, 20.f)})
    for (const int quality : {0, 1, 2}) {
      const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
      int patch = 0;
      for (int y = 0; y < kSize.y; ++y)
        for (int x = 0; x < kSize.x; ++x) {
          const Rgb p = pixel(image, x, y);
          patch += p.b > 200 && p.r < p.b - 80;
        }
      EXPECT_LT(patch, 20) << "pixels of bright saturated blue at quality " << quality
                           << "; 649 to 6168 before";
    }
}

TEST(BlueWater, HasOneOutline) {
  // Pixels left of a block that differ from the empty picture, although the pixels two to the left and right
  // do not, belong to a dashed second outline.
  const glm::ivec2 size(640, 480);
  const CameraView camera({0.1f, 0.28f, 0.68f}, {0.25f, 0.12f, 0.f}, 12.f);
  Snapshot scene = sceneOfSpacing(0.005f);
  addFloor(scene);
  const RenderSettings settings = settingsOf(View::Surface, 2, size);
  const Image empty = renderer().render(scene, camera, settings);
  addBlock(scene, {0.25f, 0.12f, 0.f}, Vec3(0.035f), "water", kBlue);
  for (std::size_t i = 0; i < scene.positions.size(); ++i)
    scene.positions[i] +=
        0.3f * scene.restSpacing *
        (Vec3(randomUnit(2, 3 * i), randomUnit(2, 3 * i + 1), randomUnit(2, 3 * i + 2)) - 0.5f);
  scene.materials.back().lookOverrides[0] = 26.f;  // absorption
  const Image image = renderer().render(scene, camera, settings);
  int dashes = 0;
  for (int y = 20; y < size.y - 20; ++y)
    for (int x = 20; x < size.x - 20; ++x) {
      const auto changed = [&](int at) { return difference(pixel(image, at, y), pixel(empty, at, y)); };
      dashes += changed(x) > 20 && changed(x - 3) < 10 && changed(x + 3) < changed(x) - 8;
    }
  EXPECT_LT(dashes, 10) << "a dashed outline gave 25";
}

TEST(BlueWater, HasNoSpecksWhereItsFaceBehindTurns) {
  const glm::ivec2 size(1280, 720);
  const CameraView camera({0.1f, 0.28f, 0.68f}, {0.2f, 0.1f, 0.f}, 16.f);
  Snapshot scene = sceneOfSpacing(0.01f);
  addFloor(scene);
  addBlock(scene, {0.22f, 0.12f, 0.f}, Vec3(0.035f), "water", 0xffe0a455);
  for (std::size_t i = 0; i < scene.positions.size(); ++i)
    scene.positions[i] +=
        0.2f * scene.restSpacing *
        (Vec3(randomUnit(2, 3 * i), randomUnit(2, 3 * i + 1), randomUnit(2, 3 * i + 2)) - 0.5f);
  scene.materials.back().lookOverrides[0] = 26.f;  // absorption
  for (const int quality : {0, 1}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, size));
    int specks = 0;  // blue pixels that are much darker than both pixels two to the left and right
    for (int y = 2; y < size.y - 2; ++y)
      for (int x = 2; x < size.x - 2; ++x) {
        const auto at = [&](int along) { return pixel(image, x + along, y); };
        const auto isBlue = [](const Rgb& p) { return p.b > p.r + 40; };
        if (!isBlue(at(-2)) || !isBlue(at(2))) continue;
        const int here = at(0).brightness(), left = at(-2).brightness(), right = at(2).brightness();
        specks += here < std::min(left, right) - 12;
      }
    EXPECT_LT(specks, 5) << "quality " << quality
                         << "; 34 and 8 with a blur that follows the turn within a pixel";
  }
}

TEST(ThickHoney, OnAWhiteSolidIsAmberAndNotRed) {
  const CameraView camera({0.f, 0.4f, 0.1f}, {0.f, 0.f, 0.f}, 20.f);
  Snapshot scene = sceneOfSpacing(0.005f);
  Body plate = makeBody("plate", {SolidShape::SolidKind::Box, {0.08f, 0.01f, 0.08f}}, Motion::Static);
  plate.look.colour = 0xfff0f0f0, plate.pose.position = {0.f, -0.01f, 0.f};
  scene.bodies.push_back(plate);
  addBlock(scene, {0.f, 0.04f, 0.f}, {0.05f, 0.04f, 0.05f}, "honey", kHoney);
  for (const int quality : {0, 1, 2}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
    double red = 0.0, green = 0.0;
    for (float x = -0.02f; x < 0.025f; x += 0.005f)
      for (float z = -0.02f; z < 0.025f; z += 0.005f) {
        const Rgb p = pixelAt(image, camera, {x, 0.08f, z});
        red += p.r, green += p.g;
      }
    EXPECT_GT(green, 0.327 * red) << "quality " << quality << "; with a limit for each way alone 0.315";
  }
}

}  // namespace
}  // namespace ooze::testing::clear_puddle_test
