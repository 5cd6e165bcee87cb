// Rendering of the liquid's surface mesh, checked by pixels.
#include "ooze/world/quantity.h"

#include "geometry/builtin_meshes.h"
#include "render/picture.h"
#include "render/solid_meshes.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>

namespace ooze::testing::surface_picture_test {
namespace {

constexpr std::uint32_t kRed = 0xff2020d0;  // colour as 0xAABBGGRR
const Vec3 kMiddle{0.f, 0.1f, 0.f};

bool isRed(const Rgb& p) { return p.r > 2 * p.b + 20; }

/// Returns a block of particles, `layers` deep, seen from the broad side.
Snapshot slab(int layers, const char* look, std::uint32_t colour) {
  Snapshot scene = emptyScene();
  addBall(scene, kMiddle, 0.005f, look, colour);
  scene.positions.clear();
  const float s = scene.restSpacing;
  for (int z = 0; z < layers; ++z)
    for (int y = -8; y <= 8; ++y)
      for (int x = -8; x <= 8; ++x)
        scene.positions.push_back(
            kMiddle + s * Vec3(static_cast<float>(x), static_cast<float>(y), -static_cast<float>(z)));
  const std::size_t n = scene.positions.size();
  scene.velocities.assign(n, Vec3(0.f));
  scene.colours.assign(n, colour);
  scene.particleMaterials.assign(n, 0);
  return scene;
}

TEST(Surface, CoversWhatItsParticlesCover) {
  Snapshot scene = emptyScene();
  addBall(scene, kMiddle, 0.07f, "paint", kRed);
  for (const auto& [view, quality] :
       {std::pair{View::Surface, 0}, std::pair{View::Surface, 1}, std::pair{View::Tracked, 1}}) {
    const Image empty = renderer().render(emptyScene(), kFront, settingsOf(View::Surface, quality));
    const Image spheres = renderer().render(scene, kFront, settingsOf(View::Spheres, quality));
    const Image surface = renderer().render(scene, kFront, settingsOf(view, quality));
    const auto covers = [&](const Image& image, int x, int y) {
      return difference(pixel(image, x, y), pixel(empty, x, y)) > 30;
    };
    // A pixel is 2.4 mm wide. Spheres of 0.56 spacings of 10 mm may extend two pixels beyond the surface.
    const auto wellInside = [&](int x, int y) {
      for (const int dy : {-2, 0, 2})
        for (const int dx : {-2, 0, 2})
          if (!covers(spheres, x + dx, y + dy)) return false;
      return true;
    };
    int particles = 0, missing = 0, extra = 0;
    for (int y = 2; y < surface.height - 2; ++y)
      for (int x = 2; x < surface.width - 2; ++x) {
        particles += covers(spheres, x, y);
        missing += wellInside(x, y) && !covers(surface, x, y);
        extra += covers(surface, x, y) && !covers(spheres, x, y);
      }
    ASSERT_GT(particles, 1500);
    // A reflection may look like the background.
    EXPECT_LE(missing, particles / 100) << "quality " << quality;
    // The level set of a dense ball lies up to half an h beyond the centres, spheres 0.28 h: the difference
    // is at most a quarter of an h of 0.02 m on a radius of 0.07 m.
    EXPECT_LE(extra, particles / 5) << "quality " << quality;
  }
}

TEST(Surface, ThatIsTrackedGoesOnFromFrameToFrameAndBeginsAnewWhenTimeGoesBack) {
  const auto frame = [](std::uint64_t number, float aside) {
    Snapshot scene = emptyScene();
    addBall(scene, kMiddle + Vec3(aside, 0.f, 0.f), 0.06f, "paint", kRed);
    scene.frame = number;
    for (std::uint32_t i = 0; i < scene.positions.size(); ++i) scene.ids.push_back(i);
    return std::make_shared<const Snapshot>(scene);
  };
  const auto draw = [](const std::shared_ptr<const Snapshot>& scene) {
    return renderer().render(scene, kFront, settingsOf(View::Tracked)).pixels;
  };
  (void)draw(frame(20, 0.f));
  const auto alone = draw(frame(10, 0.f));
  (void)draw(frame(20, 0.f));
  EXPECT_EQ(draw(frame(10, 0.f)), alone) << "back in time";
  (void)draw(frame(9, 0.004f));
  EXPECT_NE(draw(frame(10, 0.f)), alone)
      << "its previous position determines its final position within a tolerance";
}

TEST(Surface, IsLightTowardsTheSunAndDarkAwayFromIt) {
  Snapshot scene = emptyScene();
  addBall(scene, kMiddle, 0.06f, "clay", 0xffc0c0c0);
  for (const int quality : {0, 1, 2}) {
    const Image image = renderer().render(scene, kFront, settingsOf(View::Surface, quality));
    // The sun is high on the left, in front.
    const Vec3 towards = 0.055f * glm::normalize(Vec3(-0.5f, 0.7f, 0.5f));
    const Vec3 away = 0.055f * glm::normalize(Vec3(0.5f, -0.7f, 0.5f));
    EXPECT_GT(pixelAt(image, kFront, kMiddle + towards).brightness(),
              pixelAt(image, kFront, kMiddle + away).brightness() + 40)
        << "quality " << quality;
  }
}

TEST(Surface, LetsMoreLightThroughWhereItIsThin) {
  RenderSettings settings = settingsOf(View::Surface, 1);
  settings.background = Background::White;
  // Honey absorbs blue most; beyond some depth only back-scattered light remains.
  const int thin = pixelAt(renderer().render(slab(1, "honey", kHoney), kFront, settings), kFront, kMiddle).b;
  const int thick = pixelAt(renderer().render(slab(5, "honey", kHoney), kFront, settings), kFront, kMiddle).b;
  EXPECT_GT(thin, thick + 30);
}

/// Returns a film of one layer at rest on a floor of this height, slightly uneven.
Snapshot film(float floor) {
  Snapshot scene = slab(1, "paint", kRed);
  for (std::size_t i = 0; i < scene.positions.size(); ++i) {
    const Vec3 place = scene.positions[i] - kMiddle;
    const float s = 0.86f * scene.restSpacing;
    scene.positions[i] = 0.86f * Vec3(place.x, 0.f, place.y) +
                         s * 0.2f * Vec3(randomUnit(1, 2 * i) - 0.5f, 0.f, randomUnit(1, 2 * i + 1) - 0.5f);
    scene.positions[i].y = floor + 0.22f * scene.interactionRadius;
  }
  addFloor(scene);
  scene.bodies.back().pose.position.y = floor;
  return scene;
}

// A thin film must be complete at every quality, including the window's fastest. Films used to appear and
// vanish with the heights of the grid's nodes. The remaining pixels are reflections.
TEST(Surface, OfAFilmOnAFloorIsThereAtEveryQuality) {
  const CameraView above{{0.f, 0.3f, 0.01f}, {0.f, 0.f, 0.f}, 40.f};
  for (const float floor : {0.f, 0.003f, 0.006f})
    for (const int quality : {0, 1, 2}) {
      const Image image = renderer().render(film(floor), above, settingsOf(View::Surface, quality));
      int red = 0, all = 0;
      for (int z = -40; z <= 40; ++z)
        for (int x = -40; x <= 40; ++x, ++all)
          red += isRed(pixelAt(image, above,
                               {0.0015f * static_cast<float>(x), floor, 0.0015f * static_cast<float>(z)}));
      EXPECT_GE(red, 95 * all / 100) << "quality " << quality << ", floor " << floor;
    }
}

TEST(Surface, OfASheetOneParticleThickHasNoHoles) {
  const Snapshot scene = slab(1, "paint", kRed);
  for (const int quality : {0, 1, 2}) {
    const Image image = renderer().render(scene, kFront, settingsOf(View::Surface, quality));
    int holes = 0;
    for (int y = -40; y <= 40; ++y)
      for (int x = -40; x <= 40; ++x) {
        const Rgb p = pixelAt(image, kFront,
                              kMiddle + 0.0018f * Vec3(static_cast<float>(x), static_cast<float>(y), 0.f));
        holes += !isRed(p) && p.brightness() < 120;
      }
    EXPECT_EQ(holes, 0) << "quality " << quality;
  }
}

TEST(Surface, CastsItsShadowOnTheFloorAtEveryQuality) {
  for (const View view : {View::Surface, View::Spheres})
    for (const int quality : {0, 1, 2}) {
      Snapshot scene = emptyScene();
      addFloor(scene);
      addBall(scene, kMiddle, 0.05f, "clay", 0xff5a7ac0);
      const CameraView above({0.f, 0.6f, -0.5f}, {0.f, 0.f, 0.f}, 40.f);
      const Image image = renderer().render(scene, above, settingsOf(view, quality));
      EXPECT_LT(pixelAt(image, above, {0.047f, 0.f, -0.065f}).brightness(),
                pixelAt(image, above, {-0.1f, 0.f, 0.1f}).brightness() - 40)
          << viewKey(view) << ", quality " << quality;
    }
}

TEST(Surface, OfAnEmptySceneHasNoShadowOfTheOneBefore) {
  for (const int quality : {0, 2}) {
    const auto empty = std::make_shared<Snapshot>(emptyScene());
    addFloor(*empty);
    const auto full = std::make_shared<Snapshot>(*empty);
    addBall(*full, kMiddle, 0.05f, "clay", 0xff5a7ac0);
    const CameraView above({0.f, 0.6f, -0.5f}, {0.f, 0.f, 0.f}, 40.f);
    const Rgb never = pixelAt(renderer().render(empty, above, settingsOf(View::Surface, quality)), above,
                              {0.047f, 0.f, -0.065f});
    (void)renderer().render(full, above, settingsOf(View::Spheres, quality));
    const auto next = std::make_shared<Snapshot>(*empty);
    const Rgb after = pixelAt(renderer().render(next, above, settingsOf(View::Surface, quality)), above,
                              {0.047f, 0.f, -0.065f});
    EXPECT_LE(difference(never, after), 2) << "quality " << quality;
  }
}

TEST(Surface, ShowsItsQuantityOpaque) {
  RenderSettings settings = settingsOf(View::Surface, 1);
  settings.quantity = kSpeedField;
  settings.quantityScale = QuantityScale{0.f, 1.f};
  Rgb seen[2];
  for (const int withBall : {0, 1}) {
    Snapshot scene = emptyScene();
    const std::size_t slow = addBall(scene, kMiddle - Vec3(0.06f, 0.f, 0.f), 0.05f, "water", 0xffe0a020);
    addBall(scene, kMiddle + Vec3(0.06f, 0.f, 0.f), 0.05f, "water", 0xffe0a020);
    for (std::size_t i = slow; i < scene.velocities.size(); ++i) scene.velocities[i] = {0.f, -1.f, 0.f};
    if (withBall == 1) addSphereBody(scene, {0.06f, 0.1f, -0.12f}, 0.04f, kRed);
    const Image image = renderer().render(scene, kFront, settings);
    seen[withBall] = pixelAt(image, kFront, kMiddle + Vec3(0.055f, 0.f, 0.05f));
    EXPECT_GT(seen[withBall].brightness(),
              pixelAt(image, kFront, kMiddle + Vec3(-0.055f, 0.f, 0.05f)).brightness() + 40)
        << "fast is light, slow is dark";
  }
  EXPECT_LE(difference(seen[0], seen[1]), 6);  // tolerance: the ball blocks some light
}

TEST(Surface, PutTogetherFromTilesHasNoSeams) { EXPECT_LT(differenceOfTiles(View::Surface), 1.0 / 500); }

TEST(Surface, IsMadeOncePerSnapshot) {
  Snapshot made = emptyScene();
  addFloor(made);
  addBall(made, kMiddle, 0.05f, "clay", 0xff5a7ac0);
  const auto scene = std::make_shared<const Snapshot>(made);
  Renderer& drawing = renderer().renderer();
  drawing.measureStages(true);
  const auto shadowsDrawn = [&](const std::shared_ptr<const Snapshot>& snapshot, float degrees) {
    renderer().render(snapshot, kFront.turned(degrees), settingsOf(View::Surface, 0));
    for (const auto& [stage, ms] : drawing.cost().stages())
      if (stage == "shadow maps") return true;
    return false;
  };
  EXPECT_TRUE(shadowsDrawn(scene, 0.f));
  EXPECT_FALSE(shadowsDrawn(scene, 30.f)) << "only the camera has moved";
  EXPECT_TRUE(shadowsDrawn(std::make_shared<const Snapshot>(made), 30.f));
  drawing.measureStages(false);
}

TEST(ClusteredMesh, StaysClosedAndKeepsItsPlace) {
  const Mesh fine = makeProceduralBunny();
  const Mesh coarse = simplifyByClustering(fine, 32);
  ASSERT_GT(coarse.triangles.size(), 500u);
  EXPECT_LT(coarse.triangles.size(), fine.triangles.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : coarse.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i], to = t[(i + 1) % 3];
      edges[{std::min(from, to), std::max(from, to)}] += from < to ? 1 : -1;
    }
  for (const auto& [edge, surplus] : edges)
    ASSERT_EQ(surplus, 0) << "each edge occurs equally often in both directions, so the mesh is closed";
  const float cell = glm::length(fine.bounds().size()) / 32.f;
  EXPECT_LT(glm::length(coarse.bounds().lower - fine.bounds().lower), cell);
  EXPECT_LT(glm::length(coarse.bounds().upper - fine.bounds().upper), cell);
}

TEST(Surface, OfALoneDropIsRoundFromNear) {
  // A single particle has about twenty triangles. Their corners would show at the outline of the drop.
  const CameraView near({0.01f, 0.11f, 0.07f}, kMiddle, 15.f);
  constexpr glm::ivec2 size{240, 240};
  for (const int quality : {0, 1, 2}) {
    Snapshot scene = emptyScene();
    addBall(scene, kMiddle, 0.004f, "paint", kRed);
    ASSERT_EQ(scene.positions.size(), 1u);
    const RenderSettings settings = settingsOf(View::Surface, quality, size);
    const Image empty = renderer().render(emptyScene(), near, settings);
    const Image image = renderer().render(scene, near, settings);
    const auto isDrop = [&](float x, float y) {
      const int column = static_cast<int>(x + 0.5f), row = static_cast<int>(y + 0.5f);
      return difference(pixel(image, column, row), pixel(empty, column, row)) > 20;
    };
    // Compares the outline with the ellipse of the same moments, because a coarse mesh of a drop may be
    // oblong.
    Vec2 centre(0.f);
    glm::mat2 moments(0.f);
    float count = 0.f;
    for (int y = 0; y < size.y; ++y)
      for (int x = 0; x < size.x; ++x)
        if (const Vec2 at(x, y); isDrop(at.x, at.y))
          centre += at, moments += glm::outerProduct(at, at), ++count;
    ASSERT_GT(count, 2000.f);
    centre /= count;
    const glm::mat2 inverse = glm::inverse(moments / count - glm::outerProduct(centre, centre));
    float least = 1e9f, most = 0.f, shortest = 1e9f, longest = 0.f;
    for (int angle = 0; angle < 360; angle += 5) {
      const Vec2 d(std::cos(glm::radians(static_cast<float>(angle))),
                   std::sin(glm::radians(static_cast<float>(angle))));
      float r = 40.f;
      while (r < 118.f && isDrop(centre.x + r * d.x, centre.y + r * d.y)) r += 0.5f;
      const float part = 0.5f * r * std::sqrt(glm::dot(d, inverse * d));  // 1 on the ellipse
      least = std::min(least, part), most = std::max(most, part);
      shortest = std::min(shortest, r), longest = std::max(longest, r);
    }
    // A hexagon has 1.15, an octagon 1.08. At qualities 0 and 1 a drop is only a cell or two wide.
    EXPECT_LT(most, (quality > 1 ? 1.09f : 1.125f) * least) << "quality " << quality;
    EXPECT_LT(longest, (quality > 1 ? 1.11f : 1.21f) * shortest) << "oblong at quality " << quality;
  }
}

}  // namespace
}  // namespace ooze::testing::surface_picture_test
