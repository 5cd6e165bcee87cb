// Pictures of clear liquid in a tank: contact with the tank, refraction, internal reflection, agreement of
// the qualities.
#include "render/picture.h"
#include "render/tank_contact.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::testing::tank_picture_test {
namespace {

constexpr std::uint32_t kWater = 0xffd28c3c;  // colour of water as 0xAABBGGRR
const Vec3 kHalf(0.06f, 0.05f, 0.045f);       // half extents of the tank [m]
constexpr glm::ivec2 kSize{320, 240};

/// Returns an empty tank on the floor.
Snapshot tank() {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
  scene.bodies.push_back(makeBody("tank", {SolidShape::SolidKind::Tank, kHalf}, Motion::Static));
  scene.bodies.back().pose.position = {0.f, kHalf.y, 0.f};
  return scene;
}

/// Fills the tank with liquid up to a height above the floor [m].
void fill(Snapshot& scene, float height, const char* look, std::uint32_t colour) {
  fillTank(scene, kHalf, height, look, colour);
}

/// Returns the mean colour of a rectangle of pixels.
Vec3 meanOf(const Image& image, const glm::ivec2& low, const glm::ivec2& high) {
  Vec3 sum(0.f);
  for (int y = low.y; y < high.y; ++y)
    for (int x = low.x; x < high.x; ++x) {
      const Rgb p = pixel(image, x, y);
      sum += Vec3(static_cast<float>(p.r), static_cast<float>(p.g), static_cast<float>(p.b));
    }
  return sum / static_cast<float>((high.x - low.x) * (high.y - low.y));
}

TEST(TankContact, MovesOnlyWhatLooksAtAFaceNearby) {
  const Snapshot scene = tank();
  const float reach = 0.006f;
  const TankContact contact(scene, reach);
  ASSERT_FALSE(contact.empty());
  const auto moved = [&](Vec3 position, Vec3 normal) {
    contact.apply(position, normal);
    return position;
  };
  // A rounded edge at the floor in front moves onto both faces.
  const Vec3 edge = moved({0.f, 0.002f, kHalf.z - 0.002f}, glm::normalize(Vec3(0.f, -1.f, 1.f)));
  EXPECT_NEAR(edge.y, 0.f, 0.02f * reach);
  EXPECT_NEAR(edge.z, kHalf.z, 0.02f * reach);
  // The upper side of a thin film, liquid far from all faces and liquid outside the tank stay.
  for (const auto& [position, normal] : {std::pair{Vec3(0.f, 0.002f, 0.f), Vec3(0.f, 1.f, 0.f)},
                                         {Vec3(0.f, 0.03f, 0.f), Vec3(0.f, 0.f, 1.f)},
                                         {Vec3(0.f, 0.03f, kHalf.z + 0.003f), Vec3(0.f, 0.f, -1.f)}})
    EXPECT_EQ(moved(position, normal), position);
  // The move is continuous: distances to the face keep their order.
  float before = -1.f;
  for (float distance = 0.f; distance < 1.5f * reach; distance += 0.1f * reach) {
    const float now = kHalf.z - moved({0.f, 0.03f, kHalf.z - distance}, {0.f, 0.f, 1.f}).z;
    EXPECT_GE(now, before - 1e-6f);
    before = now;
  }
}

TEST(TankContact, LeavesADropThatDoesNotTouchAWallRound) {
  // The drop lies a spacing beside the right wall. A vertex that moves towards the wall is a spike.
  Snapshot scene = tank();
  const float spacing = scene.restSpacing, radius = 2.f * spacing;
  const Vec3 middle(kHalf.x - radius - 0.9f * spacing, 0.05f, 0.f);
  addBall(scene, middle, radius, "paint", 0xff2020d0);
  const CameraView camera({0.f, 0.05f, 0.5f}, {0.05f, 0.05f, 0.f}, 5.f);
  for (const int quality : {0, 1, 2}) {
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
    int rightmost = 0;
    for (int y = 0; y < kSize.y; ++y)
      for (int x = 0; x < kSize.x; ++x)
        if (pixel(image, x, y).r > 2 * pixel(image, x, y).g) rightmost = std::max(rightmost, x);
    EXPECT_GT(rightmost, camera.project(middle, kSize).x);
    EXPECT_LT(rightmost, camera.project({kHalf.x - 0.7f * spacing, 0.05f, 0.f}, kSize).x)
        << "quality " << quality << "; with the whole reach of the wall 0.3 spacings from the wall";
  }
}

TEST(CalmLevel, IsFlatUpToTheWallsWhereThePicturesHeightsAreNoise) {
  const Snapshot scene = tank();
  const float spacing = scene.restSpacing;
  const TankContact contact(scene, 1.2f * spacing);
  // Heights of a top with ripples of a tenth of a spacing, and of a wave of one spacing.
  for (const auto& [ripple, isCalm] : {std::pair{0.1f, true}, {1.f, false}}) {
    CalmLevel level(contact, spacing);
    for (int i = 0; i < 400; ++i) {
      const float x = 0.002f * static_cast<float>(i % 20 - 10), z = 0.002f * static_cast<float>(i / 20 - 10);
      level.count({x, 0.04f + ripple * spacing * std::sin(400.f * x), z}, {0.f, 1.f, 0.f});
    }
    EXPECT_EQ(level.calmness(0), isCalm ? 1.f : 0.f);
    // The mesh falls by a spacing in the corner of two walls.
    Vec3 corner(kHalf.x - 1e-5f, 0.04f - spacing, kHalf.z - 1e-5f);
    Vec3 normal = glm::normalize(Vec3(1.f, 0.2f, 1.f));
    TankFaces faces = contact.apply(corner, normal);
    level.apply(corner, normal, faces);
    EXPECT_NEAR(corner.y, isCalm ? 0.04f : 0.04f - spacing, 0.05f * spacing);
    EXPECT_EQ((faces.faces & kLevelTop) != 0, isCalm);
    // The bottom of the liquid and liquid far below the top stay.
    for (Vec3 place : {Vec3(0.f, 0.001f, 0.f), Vec3(0.f, 0.02f, 0.f)}) {
      const Vec3 before = place;
      Vec3 up(0.f, 1.f, 0.f);
      level.apply(place, up, faces);
      EXPECT_EQ(place, before);
    }
  }
}

TEST(StillWater, IsDrawnWithALevelTopAndPlaneSides) {
  // Particles of settled liquid: a lattice with a disorder of a tenth of a spacing, lower in the corners.
  Snapshot scene = tank();
  fill(scene, 0.06f, "paint", 0xff2020d0);
  for (std::size_t i = 0; i < scene.positions.size(); ++i) {
    Vec3& p = scene.positions[i];
    const float toCorner = glm::length(Vec2(kHalf.x - std::abs(p.x), kHalf.z - std::abs(p.z)));
    p.y -= 0.5f * scene.restSpacing * std::exp(-toCorner / (1.5f * scene.restSpacing));
    p += 0.1f * scene.restSpacing *
         (Vec3(randomUnit(2, 3 * i), randomUnit(2, 3 * i + 1), randomUnit(2, 3 * i + 2)) - 0.5f);
  }
  // The camera looks along the front wall: the top is a line across the picture.
  const CameraView camera({0.f, 0.06f, 0.5f}, {0.f, 0.06f, 0.f}, 16.f);
  for (const int quality : {0, 1, 2}) {
    scene.bodies.back().look.colour = 0xffffffff;
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, {640, 480}));
    const auto topAt = [&](float x) {
      const int column = static_cast<int>(camera.project({x, 0.06f, kHalf.z}, {640, 480}).x);
      for (int y = 0; y < 480; ++y)
        if (pixel(image, column, y).r > 2 * pixel(image, column, y).g) return y;
      return 480;
    };
    const int middle = topAt(0.f);
    for (const float x : {-0.058f, -0.04f, -0.02f, 0.02f, 0.04f, 0.058f})
      EXPECT_NEAR(topAt(x), middle, 1) << x << " at quality " << quality << "; a corner was 4 pixels lower";
  }
}

class TankPicture : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Qualities, TankPicture, ::testing::Values(0, 1, 2));

TEST_P(TankPicture, WaterReachesTheEdgesOfItsTank) {
  // A close view of a lower corner: a pixel is 0.2 mm wide, the rounded edge of the mesh 1.3 mm.
  const Vec3 corner(-kHalf.x, 0.f, kHalf.z);
  const CameraView camera({-0.02f, 0.06f, 0.4f}, corner + Vec3(0.02f, 0.015f, 0.f), 7.f);
  Snapshot scene = tank();
  fill(scene, 0.06f, "paint", 0xff2020d0);
  const Image image = renderer().render(scene, camera, settingsOf(View::Surface, GetParam(), kSize));
  int missing = 0;
  for (int i = 5; i < 30; ++i)
    for (const Vec3& beside : {Vec3(0.0008f, 0.001f * static_cast<float>(i), 0.f),
                               Vec3(0.001f * static_cast<float>(i), 0.0008f, 0.f)}) {
      const Rgb p = pixelAt(image, camera, corner + beside);
      missing += p.r < 2 * p.b;
    }
  EXPECT_LE(missing, 5);  // of 50
}

TEST_P(TankPicture, FloorUnderWaterIsNoBrighterThanBeside) {
  // A low view: rays meet the floor of the tank at a grazing angle, but they do not leave the water there.
  const CameraView camera({0.12f, 0.03f, 0.24f}, {0.f, 0.02f, 0.f}, 30.f);
  const RenderSettings settings = settingsOf(View::Surface, GetParam(), kSize);
  Snapshot scene = tank();
  fill(scene, 0.06f, "water", kWater);
  const Image image = renderer().render(scene, camera, settings);
  const int beside = pixelAt(image, camera, {0.f, 0.f, 0.08f}).brightness();
  for (const float x : {-0.03f, 0.f, 0.02f})
    for (const float z : {-0.02f, 0.f, 0.02f})
      EXPECT_LT(pixelAt(image, camera, {x, 0.f, z}).brightness(), beside + 5) << x << ", " << z;
}

TEST_P(TankPicture, NoLightShowsBetweenTheLowerBarAndTheWater) {
  // The lower edge in front crosses the rows of pixels at a small angle, so that a narrow gap shows as
  // dashes.
  const CameraView camera({0.1f, 0.16f, 0.4f}, {0.f, 0.03f, 0.f}, 24.f);
  const glm::ivec2 size(640, 480);
  Snapshot scene = tank();
  fill(scene, 0.06f, "water", kWater);
  scene.materials.back().lookOverrides[0] = 20.f;  // absorption: water is darker than the floor
  const Image image = renderer().render(scene, camera, settingsOf(View::Surface, GetParam(), size));
  std::vector<int> brightest;
  for (float x = -0.05f; x < 0.05f; x += 0.0002f) {
    const Vec3 at = camera.project({x, 0.f, kHalf.z}, size);
    int most = 0;
    for (int y = -9; y <= 1; ++y)
      most = std::max(most, pixel(image, static_cast<int>(at.x), static_cast<int>(at.y) + y).brightness());
    brightest.push_back(most);
  }
  std::sort(brightest.begin(), brightest.end());
  EXPECT_LT(brightest.back(), brightest[brightest.size() / 2] + 15) << "8-bit levels; a gap gave 39";
}

TEST(Qualities, AgreeInHueAndBrightness) {
  const CameraView camera({0.1f, 0.15f, 0.35f}, {0.f, 0.04f, 0.f}, 24.f);
  for (const auto& [look, colour] : {std::pair{"water", kWater}, {"honey", kHoney}})
    for (const bool inTank : {false, true}) {
      Snapshot scene = tank();
      if (!inTank) scene.bodies.clear(), addFloor(scene);
      if (inTank)
        fill(scene, 0.06f, look, colour);
      else
        addBall(scene, {0.f, 0.05f, 0.f}, 0.045f, look, colour);
      Vec3 means[2];
      for (const int i : {0, 1})
        means[i] = meanOf(renderer().render(scene, camera, settingsOf(View::Surface, 2 * i, kSize)),
                          {120, 90}, {200, 150});
      const Vec3 apart = glm::abs(means[0] - means[1]);
      EXPECT_LT(std::max({apart.r, apart.g, apart.b}), 6.f)  // 8-bit levels: a step that few people notice
          << look << (inTank ? " in a tank" : " as a ball");
    }
}

TEST(Roughness, OfSatinKeepsTheFormOfClearLiquid) {
  // A rough ball of honey is darker below than above, as a solid ball is.
  for (const int quality : {0, 2}) {
    Snapshot scene = emptyScene();
    scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
    addBall(scene, {0.f, 0.08f, 0.f}, 0.05f, "honey", kHoney);
    scene.materials.back().lookOverrides[2] = 0.8f;  // roughness
    const Image image = renderer().render(scene, kFront, settingsOf(View::Surface, quality, kSize));
    const int above = pixelAt(image, kFront, {-0.02f, 0.105f, 0.f}).brightness();
    const int below = pixelAt(image, kFront, {0.02f, 0.045f, 0.f}).brightness();
    EXPECT_GT(above, below + 30) << quality;
  }
}

TEST(Roughness, LeavesABodyInWaterVisible) {
  // Rough water is like frosted glass: a dark ball in the water is blurred, and keeps two fifths of its
  // contrast.
  for (const int quality : {0, 2}) {
    Snapshot scene = tank();
    fill(scene, 0.09f, "water", kWater);
    const CameraView camera({0.f, 0.08f, 0.4f}, {0.f, 0.045f, 0.f}, 20.f);
    int contrast[2];
    for (const int rough : {0, 1}) {
      scene.materials.back().lookOverrides[2] = static_cast<float>(rough);
      const RenderSettings settings = settingsOf(View::Surface, quality, kSize);
      const Rgb without = pixelAt(renderer().render(scene, camera, settings), camera, {0.f, 0.045f, 0.02f});
      scene.bodies.resize(1);
      addSphereBody(scene, {0.f, 0.045f, 0.f}, 0.02f, 0xff202020);
      const Rgb with = pixelAt(renderer().render(scene, camera, settings), camera, {0.f, 0.045f, 0.02f});
      scene.bodies.resize(1);
      contrast[rough] = difference(with, without);
    }
    EXPECT_GT(contrast[1], 2 * contrast[0] / 5) << quality;
  }
}

TEST(Metal, MirrorsTheShadowOnTheFloorAsAWhole) {
  // The point of the floor that each pixel of a metal ball mirrors is known. Where the picture shows that
  // point, the mirror is dark in the shadow and bright beside it.
  const Vec3 middle(0.f, 0.06f, 0.f);
  const float radius = 0.045f;
  const CameraView camera({0.27f, 0.145f, -0.585f}, middle, 30.f);
  for (const int quality : {1, 2}) {
    Snapshot scene = emptyScene();
    addFloor(scene);
    scene.restSpacing = 0.005f, scene.interactionRadius = 0.01f;
    addBall(scene, middle, radius, "metal", 0xffd0d0d0);
    const Image image = renderer().render(scene, camera, settingsOf(View::Surface, quality, kSize));
    std::vector<int> inShadow, beside;
    for (int y = 0; y < kSize.y; ++y)
      for (int x = 0; x < kSize.x; ++x) {
        const Ray ray =
            camera.rayThrough({static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f}, kSize);
        const Vec3 away = ray.origin - middle;
        const float b = glm::dot(away, ray.direction), c = glm::dot(away, away) - radius * radius;
        if (b * b < c) continue;
        const Vec3 hit = ray.origin + (-b - std::sqrt(b * b - c)) * ray.direction;
        const Vec3 d = glm::reflect(ray.direction, (hit - middle) / radius);
        if (d.y > -0.3f || glm::dot(d, ray.direction) > 0.3f) continue;
        const Vec3 floor = hit - hit.y / d.y * d, at = camera.project(floor, kSize);
        const Vec3 ball = camera.project(middle, kSize);
        const bool hidden = glm::length(Vec2(at) - Vec2(ball)) < 1.2f * radius * 450.f / ball.z;
        if (hidden || at.x < 30.f || at.y < 30.f || at.x > 290.f || at.y > 210.f) continue;
        const int shown = pixel(image, static_cast<int>(at.x), static_cast<int>(at.y)).brightness();
        if (shown < 110) inShadow.push_back(pixel(image, x, y).brightness());
        if (shown > 165) beside.push_back(pixel(image, x, y).brightness());
      }
    ASSERT_GT(inShadow.size(), 50u);
    ASSERT_GT(beside.size(), 50u);
    std::sort(inShadow.begin(), inShadow.end()), std::sort(beside.begin(), beside.end());
    EXPECT_LT(inShadow[inShadow.size() * 9 / 10], beside[beside.size() / 10]) << quality;
  }
}

}  // namespace
}  // namespace ooze::testing::tank_picture_test
