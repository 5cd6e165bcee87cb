// Offscreen pictures, checked by their pixels.
#include "render/picture.h"

#include "ooze/base/error.h"

#include "fixtures/fields.h"
#include "geometry/builtin_meshes.h"
#include "render/snapshot_render_data.h"

#include <EGL/egl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::testing::picture_test {
namespace {

TEST(Picture, OfNothingIsASmoothBackdrop) {
  const Image image = renderer().render(emptyScene(), kFront, settingsOf(View::Liquid));
  ASSERT_EQ(image.channels, 3);
  int steepest = 0;
  for (int y = 0; y + 1 < image.height; ++y)
    for (int x = 0; x + 1 < image.width; ++x)
      steepest = std::max({steepest, difference(pixel(image, x, y), pixel(image, x + 1, y)),
                           difference(pixel(image, x, y), pixel(image, x, y + 1))});
  EXPECT_LE(steepest, 3);  // the gradient over 180 rows, plus one level of dithering noise
  EXPECT_GT(pixel(image, 120, 90).brightness(), 20);
}

TEST(Picture, ShowsLiquidInItsHueWhereItProjects) {
  for (const int quality : {0, 1, 2}) {
    Snapshot scene = emptyScene();
    addFloor(scene);
    addBall(scene, {0.05f, 0.1f, 0.f}, 0.05f, "honey", kHoney);
    const Image image = renderer().render(scene, kFront, settingsOf(View::Liquid, quality));
    const Rgb liquid = pixelAt(image, kFront, {0.05f, 0.085f, 0.03f});
    EXPECT_GT(liquid.r, liquid.g + 30) << "quality " << quality;
    EXPECT_GT(liquid.g, liquid.b + 20) << "quality " << quality;
    const Rgb beside = pixelAt(image, kFront, {-0.08f, 0.1f, 0.f});
    // The studio background is nearly grey.
    EXPECT_LT(std::abs(beside.r - beside.b), 30) << "quality " << quality;
  }
}

TEST(Picture, OfLiquidHasASmoothOutlineAndNoHoles) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.08f, 0.f}, 0.08f, "paint", 0xff2020d0);
  const Image image = renderer().render(scene, kFront, settingsOf(View::Liquid, 1, {480, 360}));
  // Along each ray from the centre the paint is a single run, as wide as a disc.
  const Vec3 centre = kFront.project({0.f, 0.08f, 0.f}, {480, 360});
  const auto isPaint = [&](int x, int y) { return pixel(image, x, y).r > pixel(image, x, y).b + 40; };
  const auto isHighlight = [&](int x, int y) { return pixel(image, x, y).brightness() > 150; };
  std::vector<float> radii;
  for (int degrees = 0; degrees < 360; degrees += 3) {
    const float angle = glm::radians(static_cast<float>(degrees));
    float reach = 0.f;
    for (float r = 0.f; r < 150.f; r += 0.5f) {
      const int x = static_cast<int>(centre.x + r * std::cos(angle)),
                y = static_cast<int>(centre.y + r * std::sin(angle));
      if (isPaint(x, y) || isHighlight(x, y)) {
        EXPECT_LT(r - reach, 3.f) << "a hole at " << x << ", " << y;
        reach = r;
      }
    }
    radii.push_back(reach);
  }
  // Scallops move the outline in and out from one ray to the next; facets of the lattice change the outline
  // slowly.
  float mean = 0.f, scallops = 0.f;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const float before = radii[(i + radii.size() - 1) % radii.size()], after = radii[(i + 1) % radii.size()];
    mean += radii[i] / static_cast<float>(radii.size());
    scallops += std::abs(radii[i] - 0.5f * (before + after)) / static_cast<float>(radii.size());
  }
  const float expected = 0.08f * 360.f / (2.f * std::tan(glm::radians(20.f))) / centre.z;
  EXPECT_NEAR(mean, expected, 0.12f * expected);  // tolerance: half a spacing of 0.01 m on 0.08 m, and
                                                  // perspective
  EXPECT_LT(scallops, 0.6f);  // pixels: 0.45 with the smoothed outline, 0.76 with unsmoothed spheres
}

TEST(Picture, ShowsABodyWhereItProjects) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addSphereBody(scene, {-0.06f, 0.05f, 0.f}, 0.05f, 0xff3030e0);
  const Image image = renderer().render(scene, kFront, settingsOf(View::Liquid));
  const Rgb body = pixelAt(image, kFront, {-0.06f, 0.05f, 0.04f});
  EXPECT_GT(body.r, body.g + 50);
  const Rgb floor = pixelAt(image, kFront, {0.1f, 0.f, 0.05f});
  EXPECT_LT(std::abs(floor.r - floor.g), 12);
}

TEST(Picture, ShowsAMeshBodyInsideItsProjectedBounds) {
  Snapshot scene = emptyScene();  // no floor, so no shadow
  const Image without = renderer().render(scene, kFront, settingsOf(View::Liquid, 0));
  auto bunny = std::make_shared<Mesh>(makeProceduralBunny());
  standWithHeight(*bunny, 0.15f);
  Body body =
      makeBody("bunny", {SolidShape::SolidKind::Mesh, Vec3(1.f), true, bunny}, Motion::Static, 0.005f);
  body.look.colour = 0xff2020c0;
  scene.bodies.push_back(body);
  const Image with = renderer().render(scene, kFront, settingsOf(View::Liquid, 0));

  Vec2 low(1e9f), high(-1e9f);
  for (const Vec3& p : bunny->positions) {
    const Vec2 at(kFront.project(p, {with.width, with.height}));
    low = glm::min(low, at), high = glm::max(high, at);
  }
  int changedInside = 0, changedOutside = 0;
  for (int y = 0; y < with.height; ++y)
    for (int x = 0; x < with.width; ++x) {
      const bool inside = x >= low.x - 1.f && x <= high.x + 1.f && y >= low.y - 1.f && y <= high.y + 1.f;
      // Light and depth range follow the scene's size, so even the floor may change slightly.
      if (difference(pixel(with, x, y), pixel(without, x, y)) > 40)
        ++(inside ? changedInside : changedOutside);
    }
  EXPECT_GT(static_cast<float>(changedInside), 0.3f * (high.x - low.x) * (high.y - low.y));
  EXPECT_EQ(changedOutside, 0);
}

TEST(Picture, HasAShadowOnTheFloorAwayFromTheSun) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addSphereBody(scene, {0.f, 0.1f, 0.f}, 0.05f, 0xffc0c0c0);
  const CameraView above({0.f, 0.6f, -0.5f}, {0.f, 0.f, 0.f}, 40.f);
  const Image image = renderer().render(scene, above, settingsOf(View::Liquid, 2));
  // The sun is at (-0.45, 0.95, 0.62): the centre of the shadow lies 0.1 m / 0.95 in the opposite direction.
  const Rgb shade = pixelAt(image, above, {0.047f, 0.f, -0.065f});
  const Rgb lit = pixelAt(image, above, {-0.1f, 0.f, 0.1f});
  EXPECT_LT(shade.brightness(), lit.brightness() - 40);
}

TEST(Picture, OfLiquidCastsAShadowToo) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addBall(scene, {0.f, 0.1f, 0.f}, 0.05f, "clay", 0xff5a7ac0);
  const CameraView above({0.f, 0.6f, -0.5f}, {0.f, 0.f, 0.f}, 40.f);
  const Image image = renderer().render(scene, above, settingsOf(View::Liquid, 1));
  EXPECT_LT(pixelAt(image, above, {0.047f, 0.f, -0.065f}).brightness(),
            pixelAt(image, above, {-0.1f, 0.f, 0.1f}).brightness() - 40);
}

TEST(Picture, LetsTheNearerOfTwoThingsHideTheFarther) {
  for (const View view : {View::Liquid, View::Spheres}) {
    Snapshot scene = emptyScene();
    addBall(scene, {0.f, 0.1f, 0.1f}, 0.03f, "paint", 0xff2020d0);   // a red ball in front
    addBall(scene, {0.f, 0.1f, -0.1f}, 0.08f, "paint", 0xffd02020);  // a blue ball behind
    addSphereBody(scene, {0.f, 0.1f, 0.f}, 0.02f, 0xff20d020);       // a green body between the balls
    const Image image = renderer().render(scene, kFront, settingsOf(view));
    const Rgb middle = pixelAt(image, kFront, {0.f, 0.09f, 0.12f});
    EXPECT_GT(middle.r, middle.b + 40) << viewKey(view);
    const Rgb edge = pixelAt(image, kFront, {0.072f, 0.1f, -0.1f});
    EXPECT_GT(edge.b, edge.r + 40) << viewKey(view);
  }
}

/// Returns the number of particles that quality 0 draws of a scene.
std::size_t countFront(const Snapshot& scene) {
  const Tile tile{{0, 0}, {240, 180}, {240, 180}};
  const FrameBlock frame =
      makeFrameBlock(scene, kFront, settingsOf(View::Spheres, 0), tile, visibleBounds(scene), {}, 0);
  return findVisibleParticles(scene.positions, frame, scene.restSpacing).size();
}

TEST(FrontLayers, LeaveOutTheInsideOfABall) {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f;
  addBall(scene, {0.f, 0.08f, 0.f}, 0.08f, "paint", 0xff2020d0);
  EXPECT_LT(countFront(scene), scene.positions.size() / 2);
  EXPECT_GT(countFront(scene), scene.positions.size() / 10);
}

TEST(FrontLayers, KeepEveryParticleOfAThinSheet) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.08f, 0.f}, 0.15f, "paint", 0xff2020d0);
  for (Vec3& p : scene.positions) p.z *= 0.05f;
  EXPECT_EQ(countFront(scene), scene.positions.size());
}

TEST(Picture, InSoftwareQualityMissesNothingThatShows) {
  Snapshot scene = emptyScene();
  scene.restSpacing = 0.005f;
  addBall(scene, {0.f, 0.08f, 0.f}, 0.08f, "paint", 0xff2020d0);
  const Image all = renderer().render(scene, kFront, settingsOf(View::Liquid, 1));
  const Image front = renderer().render(scene, kFront, settingsOf(View::Liquid, 0));
  // Quality 0 has no shadows and half the resolution, but the same paint: a hole would show the grey
  // background.
  int holes = 0;
  for (int y = 0; y < all.height; ++y)
    for (int x = 0; x < all.width; ++x) {
      const Rgb a = pixel(all, x, y), b = pixel(front, x, y);
      holes += a.r > a.b + 60 && b.r < b.b + 20;
    }
  EXPECT_LT(holes, 20);  // some pixels along the outline
}

RenderSettings colouredBy(const Field& quantity, View view = View::Spheres) {
  RenderSettings settings = settingsOf(view);
  settings.quantity = quantity;
  return settings;
}

TEST(Picture, ColoursParticlesBySpeed) {
  Snapshot scene = emptyScene();
  const std::size_t slow = addBall(scene, {-0.06f, 0.1f, 0.f}, 0.04f, "paint", 0xff2020d0);
  addBall(scene, {0.06f, 0.1f, 0.f}, 0.04f, "paint", 0xff2020d0);
  for (std::size_t i = slow; i < scene.velocities.size(); ++i) scene.velocities[i] = {0.f, -1.f, 0.f};
  const Image image = renderer().render(scene, kFront, colouredBy(kSpeedField));
  EXPECT_GT(pixelAt(image, kFront, {0.06f, 0.1f, 0.04f}).brightness(),
            pixelAt(image, kFront, {-0.06f, 0.1f, 0.04f}).brightness() + 40);  // fast liquid is brighter
}

/// Returns a ball with one value on the left half and another on the right half.
Snapshot makeTwoValueBall(const Field& quantity, float left, float right) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.1f, 0.f}, 0.08f, "water", 0xffe0a020);
  scene.materials.push_back(scene.materials.front());
  std::vector<float> values;
  for (std::size_t i = 0; i < scene.positions.size(); ++i) {
    const bool onTheLeft = scene.positions[i].x < 0.f;
    const float value = onTheLeft ? left : right;
    values.push_back(value);
    scene.velocities[i] = {0.f, value, 0.f};
    if (quantity == kMaterialField) scene.particleMaterials[i] = onTheLeft ? 0 : 1;
  }
  scene.fields = {{quantity, values, {1.f, 1.f}}};
  return scene;
}

Rgb rgbOf(std::uint32_t colour) {
  return {static_cast<int>(colour & 255), static_cast<int>(colour >> 8 & 255),
          static_cast<int>(colour >> 16 & 255)};
}

TEST(Picture, PointsHaveTheColoursOfTheLegend) {
  struct Case {
    Field quantity;
    float left, right;
  };
  for (const auto& [quantity, left, right] :
       {Case{kSpeedField, 0.1f, 1.f}, Case{test::fieldOf("density"), 0.8f, 1.2f},
        Case{test::fieldOf("pressure"), 0.f, 400.f}, Case{test::fieldOf("strain"), -0.1f, 0.1f},
        Case{kMaterialField, 0.f, 1.f}}) {
    const Snapshot scene = makeTwoValueBall(quantity, left, right);
    RenderSettings settings = colouredBy(quantity, View::Points);
    settings.smoothEdges = false;
    const std::vector<float> values = quantityValues(scene, quantity);
    const QuantityScale scale = quantityScale(values, quantity);
    const Image image = renderer().render(scene, kFront, settings);
    // Finds the foremost particle of each half.
    for (const float side : {-1.f, 1.f}) {
      std::size_t first = 0;
      for (std::size_t i = 0; i < scene.positions.size(); ++i)
        if (side * scene.positions[i].x > 0.01f &&
            (side * scene.positions[first].x <= 0.01f || scene.positions[i].z > scene.positions[first].z))
          first = i;
      const Rgb wanted = rgbOf(quantityColour(quantity, scale, values[first]));
      const Rgb seen = pixelAt(image, kFront, scene.positions[first]);
      // Tolerance: 8 bits of the square root of light, half floats, and a level of noise.
      EXPECT_LE(difference(seen, wanted), 5) << quantity.key << (side < 0 ? " left" : " right");
    }
  }
}

TEST(Picture, LiquidThatShowsANumberIsOpaque) {
  const auto behind = [](const Field& quantity) {
    Image images[2];
    for (const int withBall : {0, 1}) {
      Snapshot scene = makeTwoValueBall(quantity, 0.1f, 0.1f);
      if (withBall == 1) addSphereBody(scene, {0.f, 0.1f, -0.15f}, 0.06f, 0xff2020f0);
      RenderSettings settings = colouredBy(quantity, View::Liquid);
      settings.quality = 0;  // avoids the shadow of the ball, which may change
      images[withBall] = renderer().render(scene, kFront, settings);
    }
    const Vec3 middle{0.02f, 0.1f, 0.07f};
    return difference(pixelAt(images[0], kFront, middle), pixelAt(images[1], kFront, middle));
  };
  EXPECT_GT(behind(kLookField), 15) << "water shows the ball behind it";
  EXPECT_LE(behind(kSpeedField), 3);
}

TEST(Picture, PointsShowAlsoWhatIsInsideAndNeverVanish) {
  Snapshot scene = emptyScene();
  addBall(scene, {0.f, 0.1f, 0.f}, 0.08f, "paint", 0xff2020d0);
  for (const int quality : {0, 1}) {
    // The camera is so far away that a particle is a tenth of a pixel.
    const CameraView far({0.f, 0.1f, 30.f}, {0.f, 0.1f, 0.f}, 40.f);
    Snapshot one = scene;
    one.positions.resize(1);
    RenderSettings settings = colouredBy(kLookField, View::Points);
    settings.quality = quality;
    const Image image = renderer().render(one, far, settings);
    int red = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) red += pixel(image, x, y).r > pixel(image, x, y).b + 40;
    EXPECT_GE(red, 1) << "quality " << quality;
    EXPECT_LE(red, 9) << "quality " << quality;
  }
}

TEST(Picture, WithoutABackdropIsClearButForThingsAndTheirShadow) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addSphereBody(scene, {0.f, 0.1f, 0.f}, 0.05f, 0xffc0c0c0);
  const CameraView above({0.f, 0.6f, -0.5f}, {0.f, 0.f, 0.f}, 40.f);
  RenderSettings settings = settingsOf(View::Liquid, 2);
  settings.transparent = true;
  const Image image = renderer().render(scene, above, settings);
  ASSERT_EQ(image.channels, 4);
  const auto alphaAt = [&](const Vec3& p) {
    const Vec3 at = above.project(p, {image.width, image.height});
    return static_cast<int>(image.at(static_cast<int>(at.x), static_cast<int>(at.y))[3]);
  };
  EXPECT_LE(image.at(2, image.height - 3)[3], 10);  // lit floor, except for a trace of ambient occlusion
  EXPECT_EQ(alphaAt({0.f, 0.12f, 0.02f}), 255);
  EXPECT_GT(alphaAt({0.047f, 0.f, -0.065f}), 60);
  EXPECT_LT(alphaAt({0.047f, 0.f, -0.065f}), 255);
}

TEST(Picture, SupersampledIsTheSamePictureWithSofterEdges) {
  Snapshot scene = emptyScene();
  addSphereBody(scene, {0.f, 0.08f, 0.f}, 0.06f, 0xff3030e0);
  RenderSettings settings = settingsOf(View::Liquid, 0);
  const Image once = renderer().render(scene, kFront, settings),
              fine = renderer().render(scene, kFront, settings, 4);
  ASSERT_EQ(fine.width, once.width);
  double sum = 0;
  int between = 0;
  for (int y = 0; y < once.height; ++y)
    for (int x = 0; x < once.width; ++x) {
      sum += difference(pixel(once, x, y), pixel(fine, x, y));
      // Neither body nor background in one picture, but within the range: an edge pixel.
      between += difference(pixel(once, x, y), pixel(fine, x, y)) > 12;
    }
  EXPECT_LT(sum / (once.width * once.height), 3.0);
  EXPECT_GT(between, 20);
}

TEST(Picture, PutTogetherFromTilesHasNoSeams) {
  // Ambient occlusion sometimes reaches beyond a tile's margin; a seam would be a line of hundreds of pixels.
  EXPECT_LT(differenceOfTiles(View::Liquid), 1.0 / 100);
}

TEST(Picture, RefusesSizesThatMakeNoSense) {
  EXPECT_THROW(renderer().render(emptyScene(), kFront, settingsOf(View::Liquid, 0, {0, 10})), InputError);
  EXPECT_THROW(renderer().render(emptyScene(), kFront, settingsOf(View::Liquid, 0, {40000, 10})), InputError);
  EXPECT_THROW(renderer().render(emptyScene(), kFront, settingsOf(View::Liquid, 0), 9), InputError);
}

TEST(ViewNames, AreReadBackAndMistakesAreCorrected) {
  for (const ViewRow& row : viewRows()) EXPECT_EQ(parseView(row.key), row.view);
  try {
    parseView("sphears");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean \"spheres\"?"));
  }
  EXPECT_THROW(parseBackground("stduio"), InputError);
}

TEST(OffscreenContext, HasItsOwnDisplayUnderSoftwareRendering) {
  const OffscreenContext common;
  if (!isSoftwareRenderer()) GTEST_SKIP() << "OOZE_GPU: drivers of graphics hardware need no second display";
  const EGLDisplay shared = eglGetCurrentDisplay();
  const OffscreenContext apart(OffscreenContext::Display::Apart);
  EXPECT_NE(eglGetCurrentDisplay(), shared);
  const OffscreenContext other;
  EXPECT_EQ(eglGetCurrentDisplay(), shared);
}

}  // namespace
}  // namespace ooze::testing::picture_test
