// Pictures with layers (OpenEXR): values of each layer, files as other programs read them, and .exr
// panoramas.
#include "image/layered_picture.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "fixtures/temporary_folder.h"
#include "image/hdr_picture.h"
#include "render/film_probe.h"
#include "render/hdr_fixtures.h"
#include "render/picture.h"

#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace ooze::testing::layered_picture_test {
namespace {

using ::testing::HasSubstr;

const glm::ivec2 kSize{240, 180};

/// A ball of honey that moves, a solid ball that spins about the vertical, and a floor.
Snapshot sceneOfThree() {
  Snapshot scene = emptyScene();
  addBall(scene, {-0.06f, 0.06f, 0.f}, 0.05f, "honey", kHoney);
  scene.velocities.assign(scene.positions.size(), Vec3(0.5f, -0.25f, 0.125f));
  addFloor(scene);
  addSphereBody(scene, {0.07f, 0.05f, 0.f}, 0.05f, 0xffc0c0c0);
  scene.bodies.back().velocity = {0.f, 0.f, -0.5f};
  scene.bodies.back().angularVelocity = {0.f, 4.f, 0.f};
  return scene;
}

LayeredPicture drawLayers(const Snapshot& scene, View view, int supersample = 1, bool transparent = false) {
  RenderSettings settings = settingsOf(view, 2, kSize);
  settings.transparent = transparent;
  return renderer().renderLayered(std::make_shared<const Snapshot>(scene), kFront, settings, supersample);
}

/// Returns the index of the pixel at which the camera sees a point.
std::size_t pixelOf(const LayeredPicture& picture, const Vec3& point) {
  const Vec3 at = kFront.project(point, kSize);
  return picture.index(static_cast<int>(at.x), static_cast<int>(at.y));
}

/// Returns the point of a sphere that the camera sees at the sphere's centre.
Vec3 frontOf(const Vec3& centre, float radius) {
  return centre + radius * glm::normalize(kFront.eye - centre);
}

void expectNear(const Vec3& a, const Vec3& b, float tolerance, const char* what) {
  EXPECT_LT(glm::length(a - b), tolerance)
      << what << ": " << a.x << ' ' << a.y << ' ' << a.z << " instead of " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(LayeredPictures, HoldDepthNormalVelocityAndObjectOfASpinningBody) {
  for (const int supersample : {1, 2, 3}) {
    const LayeredPicture picture = drawLayers(sceneOfThree(), View::Surface, supersample);
    const Vec3 centre(0.07f, 0.05f, 0.f), seen = frontOf(centre, 0.05f);
    const std::size_t at = pixelOf(picture, seen);
    EXPECT_NEAR(picture.depth[at], kFront.project(seen, kSize).z, 5e-4f) << supersample;
    expectNear(picture.normals[at], glm::normalize(kFront.eye - centre), 0.03f, "normal");
    expectNear(picture.velocities[at], Vec3(0, 0, -0.5f) + glm::cross(Vec3(0, 4, 0), seen - centre), 0.01f,
               "velocity");
    EXPECT_EQ(picture.objects[at], 3.f);  // after honey and floor
    EXPECT_EQ(picture.objectNames[2], "ball");
  }
}

TEST(LayeredPictures, HoldVelocityAndMaterialOfTheLiquidInEveryView) {
  for (const View view : {View::Surface, View::Tracked, View::Liquid, View::Spheres, View::Points}) {
    const LayeredPicture picture = drawLayers(sceneOfThree(), view);
    const Vec3 centre(-0.06f, 0.06f, 0.f);
    const std::size_t at = pixelOf(picture, frontOf(centre, 0.05f));
    expectNear(picture.velocities[at], {0.5f, -0.25f, 0.125f}, 2e-3f, "velocity");
    EXPECT_EQ(picture.objects[at], 1.f);
    EXPECT_EQ(picture.objectNames[0], "honey");
    EXPECT_NEAR(picture.depth[at], kFront.project(frontOf(centre, 0.05f), kSize).z, 0.01f)
        << static_cast<int>(view);
    // The particles of other views have normals of their own, which face the camera.
    EXPECT_GT(glm::dot(picture.normals[at], glm::normalize(kFront.eye - centre)),
              isSurface(view) ? 0.9f : 0.f);
  }
}

TEST(LayeredPictures, NumberNoFloorAndPutTheBackdropFarAway) {
  const LayeredPicture picture = drawLayers(sceneOfThree(), View::Surface);
  const std::size_t floor = pixelOf(picture, {0.f, 0.f, 0.2f});
  EXPECT_EQ(picture.objects[floor], 0.f);
  EXPECT_NEAR(picture.depth[floor], kFront.project({0.f, 0.f, 0.2f}, kSize).z, 0.01f);
  expectNear(picture.normals[floor], {0, 1, 0}, 1e-3f, "normal");
  const std::size_t sky = picture.index(120, 2);
  EXPECT_EQ(picture.depth[sky], kEmptyDepth);
  EXPECT_EQ(picture.normals[sky], Vec3(0.f));
}

TEST(LayeredPictures, AreLinearLightWithoutAToneCurve) {
  RenderSettings settings = settingsOf(View::Surface, 2, kSize);
  const auto scene = std::make_shared<const Snapshot>(sceneOfThree());
  const LayeredPicture normal = renderer().renderLayered(scene, kFront, settings);
  settings.light.exposure = 1.f;  // one stop brighter
  const LayeredPicture bright = renderer().renderLayered(scene, kFront, settings);
  std::size_t aboveOne = 0;
  for (std::size_t i = 0; i < normal.colour.size(); ++i) {
    for (int c = 0; c < 3; ++c)
      ASSERT_NEAR(bright.colour[i][c], 2.f * normal.colour[i][c], 1e-3f * (1.f + bright.colour[i][c])) << i;
    aboveOne += normal.colour[i].r > 1.f;
  }
  EXPECT_GT(aboveOne, 10u);  // highlights keep their brightness
}

TEST(LayeredPictures, ShowTheLightOfTheUsualPicture) {
  RenderSettings settings = settingsOf(View::Surface, 2, kSize);
  settings.smoothEdges = false;
  settings.quantity = kSpeedField;  // no vignette
  const auto scene = std::make_shared<const Snapshot>(sceneOfThree());
  const LayeredPicture layered = renderer().renderLayered(scene, kFront, settings);
  const Image image = renderer().render(scene, kFront, settings);
  const auto encode = [](float c) {
    return 255.f * (c < 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f);
  };
  std::size_t compared = 0;
  for (int y = 0; y < kSize.y; ++y)
    for (int x = 0; x < kSize.x; ++x) {
      const glm::vec4& light = layered.colour[layered.index(x, y)];
      if (std::max({light.r, light.g, light.b}) > 0.7f)
        continue;  // the tone curve leaves darker light as it is
      ++compared;
      for (int c = 0; c < 3; ++c) ASSERT_NEAR(encode(light[c]), image.at(x, y)[c], 1.6f) << x << ' ' << y;
    }
  EXPECT_GT(compared, 20000u);
}

TEST(LayeredPictures, HaveAlphaIfTheyAreTransparent) {
  const LayeredPicture opaque = drawLayers(sceneOfThree(), View::Surface);
  const LayeredPicture clear = drawLayers(sceneOfThree(), View::Surface, 2, true);
  const std::size_t sky = opaque.index(120, 2), ball = pixelOf(opaque, frontOf({0.07f, 0.05f, 0.f}, 0.05f));
  EXPECT_EQ(opaque.colour[sky].a, 1.f);
  EXPECT_EQ(clear.colour[sky], glm::vec4(0.f));
  EXPECT_EQ(clear.colour[ball].a, 1.f);
}

TEST(LayeredPictures, AreTheSameFromTiles) {
  RenderSettings settings = settingsOf(View::Surface, 2, {400, 300});
  const auto scene = std::make_shared<const Snapshot>(sceneOfThree());
  const LayeredPicture whole = renderer().renderLayered(scene, kFront, settings, 2);
  OffscreenRenderer tiling;
  tiling.limitTile(320);
  const LayeredPicture tiled = tiling.renderLayered(scene, kFront, settings, 2);
  std::size_t far = 0;
  for (std::size_t i = 0; i < whole.depth.size(); ++i)
    far += std::abs(whole.depth[i] - tiled.depth[i]) > 1e-4f * whole.depth[i] ||
           whole.objects[i] != tiled.objects[i] ||
           glm::length(whole.velocities[i] - tiled.velocities[i]) > 1e-3f;
  EXPECT_LT(far, whole.depth.size() / 1000);
}

/// Decodes a layer of an OpenEXR file with ffmpeg, which has a decoder of its own: red, green and blue of
/// each pixel as 32-bit floats, in the planes G, B, R and, of the picture itself, A. The pixel format is the
/// decoder's own, because a conversion would clip the light.
std::vector<float> decodedLayer(const std::filesystem::path& file, const std::string& layer) {
  const std::string bytes = outputOf(
      fmt::format("ffmpeg -v error -layer '{}' -i '{}' -f rawvideo -pix_fmt {} - 2>/dev/null | base64 -w0",
                  layer, file.string(), layer.empty() ? "gbrapf32le" : "gbrpf32le"));
  std::vector<unsigned char> raw;
  unsigned value = 0;
  int bits = 0;
  for (const char c : bytes) {
    const char* const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char* const found = std::strchr(all, c);
    if (!found || c == '\0') break;
    value = value << 6 | static_cast<unsigned>(found - all), bits += 6;
    if (bits >= 8) raw.push_back(static_cast<unsigned char>(value >> (bits -= 8)));
  }
  std::vector<float> floats(raw.size() / sizeof(float));
  std::memcpy(floats.data(), raw.data(), floats.size() * sizeof(float));
  return floats;
}

TEST(LayeredPictures, AreReadByAnotherProgram) {
  if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  const TemporaryFolder folder;
  const LayeredPicture picture = drawLayers(sceneOfThree(), View::Surface);
  const std::filesystem::path file = folder.path() / "layers.exr";
  writeExr(file, picture);
  const std::size_t count = picture.depth.size();
  const auto expectLayer = [&](const std::string& layer, const auto& value) {
    const std::vector<float> planes = decodedLayer(file, layer);
    ASSERT_EQ(planes.size(), (layer.empty() ? 4 : 3) * count) << layer;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 v = value(i);
      const Vec3 read(planes[2 * count + i], planes[i], planes[count + i]);
      for (int c = 0; c < 3; ++c)
        ASSERT_NEAR(read[c], v[c], 1e-3f * (1.f + std::abs(v[c]))) << layer << ' ' << i;
    }
  };
  expectLayer("", [&](std::size_t i) { return Vec3(picture.colour[i]); });
  expectLayer("normal", [&](std::size_t i) { return picture.normals[i]; });
  expectLayer("velocity", [&](std::size_t i) { return picture.velocities[i]; });
}

TEST(LayeredPictures, FailInOneLineWhereTheyCannotBeWritten) {
  const LayeredPicture picture(8, 4);
  try {
    writeExr("/nowhere/at/all.exr", picture);
    FAIL() << "no failure";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/at/all.exr"));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

class ExrPanorama : public ::testing::Test {
 protected:
  /// Writes a panorama as OpenEXR. @return bytes of the file
  std::string exrBytes(const HdrPicture& panorama) {
    LayeredPicture picture(panorama.width, panorama.height);
    for (std::size_t i = 0; i < panorama.pixels.size(); ++i)
      picture.colour[i] = glm::vec4(panorama.pixels[i], 1.f);
    writeExr(folder_.path() / "made.exr", picture);
    const std::vector<std::byte> bytes = readBytes(folder_.path() / "made.exr");
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::string refusalOf(const std::string& bytes) {
    try {
      readHdr(folder_.write("room.exr", bytes));
    } catch (const InputError& error) {
      const std::string line = error.what();
      EXPECT_THAT(line, HasSubstr("room.exr: "));
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      return line;
    }
    return "no failure";
  }
  TemporaryFolder folder_;
};

const Vec3 kHighSun = glm::normalize(Vec3(0.6f, 0.7f, -0.4f));

TEST_F(ExrPanorama, IsReadAsTheRadiancePictureOfTheSameLight) {
  const HdrPicture made = sunnyPicture(kHighSun, 64);
  const HdrPicture read = readHdr(folder_.write("sun.exr", exrBytes(made)));
  ASSERT_EQ(read.width, 64);
  ASSERT_EQ(read.pixels.size(), made.pixels.size());
  for (std::size_t i = 0; i < made.pixels.size(); ++i)
    for (int c = 0; c < 3; ++c)
      ASSERT_NEAR(read.pixels[i][c], made.pixels[i][c], 1e-3f * made.pixels[i][c]) << i;
  EXPECT_TRUE(isPanorama("room.exr"));
}

TEST_F(ExrPanorama, ClampsNegativeAndInfiniteRadiance) {
  HdrPicture made = sunnyPicture(kHighSun, 32);
  made.pixels[5] = Vec3(-0.25f);
  made.pixels[6] = Vec3(1e7f);  // beyond half floats
  const HdrPicture read = readHdr(folder_.write("sun.exr", exrBytes(made)));
  EXPECT_EQ(read.pixels[5], Vec3(0.f));
  EXPECT_EQ(read.pixels[6], Vec3(65504.f));
}

TEST_F(ExrPanorama, IsRefusedInOneLineIfItIsDamaged) {
  const std::string good = exrBytes(sunnyPicture(kHighSun, 64));
  EXPECT_THAT(refusalOf(good.substr(0, good.size() / 2)), HasSubstr("room.exr"));
  EXPECT_THAT(refusalOf(good.substr(0, 40)), HasSubstr("room.exr"));
  EXPECT_THAT(refusalOf(good.substr(0, 4)), HasSubstr("room.exr"));
  EXPECT_THAT(refusalOf(exrBytes(hdrOf(64, [](const Vec3&) { return Vec3(0.f); }))),
              HasSubstr("entirely black"));
  HdrPicture square{16, 16, std::vector<Vec3>(256, Vec3(1.f))};
  EXPECT_THAT(refusalOf(exrBytes(square)), HasSubstr("twice as wide"));
}

TEST_F(ExrPanorama, OfAnyBytesIsReadOrRefused) {
  const std::string good = exrBytes(sunnyPicture(kHighSun, 16));
  for (std::uint64_t i = 0; i < 40; ++i) {
    std::string bytes = good;
    for (std::uint64_t k = 0; k < 4; ++k)
      bytes[4 + static_cast<std::size_t>(randomUnit(7, 8 * i + k) * static_cast<float>(bytes.size() - 4))] =
          static_cast<char>(256.f * randomUnit(8, 8 * i + k));
    try {
      const HdrPicture picture = readHdr(folder_.write("room.exr", bytes));
      EXPECT_EQ(picture.pixels.size(), static_cast<std::size_t>(picture.width * picture.height));
    } catch (const InputError&) {
    }
  }
}

}  // namespace
}  // namespace ooze::testing::layered_picture_test
