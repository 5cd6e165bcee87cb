// Pictures of water at rest in a tank: mirroring panes, meniscus, clearness of the water in the scenes that
// ship.
#include "ooze/scene/scene.h"

#include "render/looks.h"
#include "render/particle_buffer.h"
#include "render/picture.h"
#include "render/tank_contact.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::testing::still_water_test {
namespace {

constexpr Vec3 kHalf{0.06f, 0.06f, 0.045f};  // half extents of the tank [m]
constexpr float kLevel = 0.08f;              // height of the water [m]
constexpr glm::ivec2 kSize{960, 720};

/// Returns a tank on a floor that clear water fills to two thirds.
Snapshot tankOfClearWater(float spacing) {
  Snapshot scene = emptyScene();
  scene.restSpacing = spacing, scene.interactionRadius = 2.f * spacing;
  addFloor(scene);
  fillTank(scene, kHalf, kLevel, "water", 0xffd2b046);
  scene.materials.back().lookOverrides[0] = 2.f;  // absorption
  scene.bodies.push_back(makeBody("tank", {SolidShape::SolidKind::Tank, kHalf}, Motion::Static));
  scene.bodies.back().pose.position = {0.f, kHalf.y, 0.f};
  return scene;
}

const CameraView kCorner({0.17f, 0.17f, 0.27f}, {0.f, 0.05f, 0.f}, 32.f);

TEST(StillWater, ShowsNoSpikesBesideTheRearBars) {
  const Snapshot scene = tankOfClearWater(0.0084f);
  for (const int quality : {1, 2}) {
    const Image image = renderer().render(scene, kCorner, settingsOf(View::Surface, quality, kSize));
    int spikes = 0;  // pixels of the left pane that are brighter than both pixels four to the left and right
    for (float y = 0.02f; y < 0.07f; y += 0.001f) {
      const Vec3 from = kCorner.project({-kHalf.x + 0.004f, y, kHalf.z}, kSize);
      for (int x = 4; x < 170; ++x) {
        const auto at = [&](int along) {
          return pixel(image, static_cast<int>(from.x) + x + along, static_cast<int>(from.y)).brightness();
        };
        spikes += at(0) > std::max(at(-4), at(4)) + 1;
      }
    }
    EXPECT_LT(spikes, 10) << "quality " << quality << "; beside a bar 44";
  }
}

TEST(StillWater, HasABrightMeniscusOnTheGlass) {
  const Snapshot scene = tankOfClearWater(0.005f);
  for (const int quality : {0, 1, 2}) {
    const Image image = renderer().render(scene, kCorner, settingsOf(View::Surface, quality, kSize));
    int lines = 0, columns = 0;
    for (float x = -0.05f; x < 0.055f; x += 0.005f) {
      const Vec3 middle = kCorner.project({x, kLevel, kHalf.z}, kSize);
      const int column = static_cast<int>(middle.x), row = static_cast<int>(middle.y);
      int brightest = 0;
      for (int y = -6; y <= 6; ++y)
        brightest = std::max(brightest, pixel(image, column, row + y).brightness());
      const int around =
          std::max(pixel(image, column, row - 12).brightness(), pixel(image, column, row + 12).brightness());
      lines += brightest > around + 5;
      ++columns;
    }
    EXPECT_GT(lines, columns - 3) << "quality " << quality << "; none before";
  }
}

TEST(StillWater, JoinsItsTopToTheWallsWithoutSlantedTriangles) {
  const Snapshot scene = tankOfClearWater(0.005f);
  const float spacing = scene.restSpacing;
  const TankContact contact(scene, 1.2f * spacing);
  CalmLevel level(contact, spacing);
  for (int i = 0; i < 400; ++i)
    level.count({0.002f * static_cast<float>(i % 20 - 10), kLevel, 0.002f * static_cast<float>(i / 20 - 10)},
                {0.f, 1.f, 0.f});
  // A vertex of the top on the rear wall, beside the right wall.
  for (const auto& [away, onWall] : {std::pair{0.1f, true}, {0.6f, false}}) {
    Vec3 position(kHalf.x - away * spacing, kLevel, -kHalf.z + 1e-5f), normal(0.f, 1.f, 0.f);
    TankFaces faces{0, 1u << 4};
    level.apply(position, normal, faces);
    EXPECT_EQ((faces.faces & 1u << 1) != 0, onWall);
    EXPECT_EQ(position.x > kHalf.x - 0.02f * spacing, onWall);
  }
}

TEST(SceneWater, InTanksIsClear) {
  int waters = 0;
  for (const Listing& listing : listScenes()) {
    if (listing.own) continue;
    const Scene scene = loadSceneWithoutShapes(listing.name, Detail::Coarse);
    const auto isTank = [](const Body& body) { return body.solid.kind == SolidShape::SolidKind::Tank; };
    if (std::none_of(scene.world.bodies.begin(), scene.world.bodies.end(), isTank)) continue;
    for (const MaterialDefinition& material : scene.world.materials) {
      if (material.look != "water") continue;
      const LookRow look = resolveLook(material);
      const Vec3 albedo = glm::clamp(linearColour(material.colour), 0.004f, 0.96f);
      const Vec3 left = glm::pow(albedo, Vec3(opticalDepth(look, 0.1f)));
      EXPECT_GT(0.2126f * left.r + 0.7152f * left.g + 0.0722f * left.b, 0.6f)
          << listing.name << ": water of a tenth of a metre; fog had 0.4";
      ++waters;
    }
  }
  EXPECT_GT(waters, 5);
}

}  // namespace
}  // namespace ooze::testing::still_water_test
