// Environment maps from .hdr files: reading and validation of files, detection of the sun, and the resulting
// light.
#include "render/panorama.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "render/hdr_fixtures.h"
#include "render/picture.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::testing::panorama_test {
namespace {

using ::testing::HasSubstr;

const Vec3 kSun = glm::normalize(Vec3(0.6f, 0.7f, -0.4f));

class HdrFile : public ::testing::Test {
 protected:
  std::string errorMessageOf(const std::string& bytes) {
    try {
      readHdr(folder_.write("room.hdr", bytes));
    } catch (const InputError& e) {
      const std::string line = e.what();
      EXPECT_THAT(line, HasSubstr("room.hdr: "));
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
      return line;
    }
    return "no failure";
  }
  TemporaryFolder folder_;
};

TEST_F(HdrFile, ComesBackWithinTheStepsOfItsFormat) {
  const HdrPicture made = sunnyPicture(kSun, 64), read = readHdr(folder_.write("sun.hdr", hdrBytes(made)));
  ASSERT_EQ(read.width, 64);
  ASSERT_EQ(read.height, 32);
  for (std::size_t i = 0; i < made.pixels.size(); ++i)
    for (int c = 0; c < 3; ++c)
      ASSERT_NEAR(read.pixels[i][c], made.pixels[i][c], made.pixels[i].r / 128.f)
          << i;  // 8 bits of mantissa of the largest channel
}

TEST_F(HdrFile, IsRefusedInOneLineIfItIsDamagedOrNone) {
  const std::string good = hdrBytes(sunnyPicture(kSun, 64));
  EXPECT_THAT(errorMessageOf(good.substr(0, good.size() / 2)), HasSubstr("ends too early"));
  EXPECT_THAT(errorMessageOf(good.substr(0, 30)), HasSubstr("ends too early"));
  EXPECT_THAT(errorMessageOf(""), HasSubstr("room.hdr"));
  EXPECT_THAT(errorMessageOf("{\"version\": 1}" + std::string(200, ' ')),
              HasSubstr("neither a Radiance picture"));
  EXPECT_THAT(errorMessageOf("\x89PNG\r\n" + std::string(200, '\1')),
              HasSubstr("neither a Radiance picture"));
  const auto header = [](const char* size) {
    return std::string("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n") + size;
  };
  EXPECT_THAT(errorMessageOf(header("-Y 64 +X 64\n") + std::string(64 * 64 * 4, '\1')),
              HasSubstr("twice as wide"));
  EXPECT_THAT(errorMessageOf(header("-Y 30000 +X 60000\n") + std::string(1000, '\1')), HasSubstr("room.hdr"));
  EXPECT_THAT(errorMessageOf(header("-Y 5000 +X 10000\n") + std::string(1000, '\1')), HasSubstr("too many"));
  EXPECT_THAT(errorMessageOf(header("-Y 99999999999 +X -7\n") + std::string(1000, '\1')),
              HasSubstr("room.hdr"));
  EXPECT_THAT(errorMessageOf(header("-Y 8 +X 16\n") + std::string(8 * 16 * 4, '\0')),
              HasSubstr("entirely black"));
  EXPECT_THAT(errorMessageOf(header("-Y 8 +X 16\n") + std::string(8 * 16 * 4, '\xff')),
              HasSubstr("not finite or too bright"));
  // Rows that claim run-length encoding without end.
  EXPECT_THAT(
      errorMessageOf(header("-Y 16 +X 32\n") + "\2\2" + std::string("\0 ", 2) + std::string(40, '\0')),
      HasSubstr("room.hdr"));
  EXPECT_THROW(readHdr(folder_.path() / "none.hdr"), InputError);
  EXPECT_THROW(readHdr(folder_.path()), InputError);
}

TEST_F(HdrFile, ThatIsWrittenIsReadAgain) {
  const HdrPicture made = sunnyPicture(kSun, 64);
  writeHdr(folder_.path() / "written.hdr", made);
  const HdrPicture read = readHdr(folder_.path() / "written.hdr");
  ASSERT_EQ(read.pixels.size(), made.pixels.size());
  for (std::size_t i = 0; i < made.pixels.size(); ++i)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(read.pixels[i][c], made.pixels[i][c], 0.01f * made.pixels[i].r);
}

TEST_F(HdrFile, OfAnyBytesIsReadOrRefused) {
  const std::string good = hdrBytes(sunnyPicture(kSun, 16));
  for (std::uint64_t i = 0; i < 40; ++i) {
    std::string bytes = good;
    for (std::uint64_t k = 0; k < 4; ++k)
      bytes[static_cast<std::size_t>(randomUnit(5, 8 * i + k) * static_cast<float>(bytes.size()))] =
          static_cast<char>(256.f * randomUnit(6, 8 * i + k));
    try {
      const HdrPicture picture = readHdr(folder_.write("room.hdr", bytes));
      EXPECT_EQ(picture.pixels.size(), static_cast<std::size_t>(picture.width * picture.height));
    } catch (const InputError&) {
    }
  }
}

TEST(HdrPicture, KeepsItsLightWhenItIsScaledDown) {
  const HdrPicture fine = sunnyPicture(kSun, 150), coarse = scaledDown(fine, 64);
  const auto sum = [](const HdrPicture& p) {
    double all = 0.0;
    for (int y = 0; y < p.height; ++y)
      for (int x = 0; x < p.width; ++x) all += p.at(x, y).g * p.solidAngle(y);
    return all;
  };
  ASSERT_EQ(coarse.height, 32);
  EXPECT_NEAR(sum(coarse) / sum(fine), 1.0, 0.02);  // tolerance: a pixel's solid angle is not the mean of the
                                                    // pixels that it covers
}

TEST(PanoramaSun, IsWhereThePictureIsBrightestAndAsStrong) {
  for (const Vec3& at :
       {kSun, glm::normalize(Vec3(0.02f, 0.5f, 1.f)), glm::normalize(Vec3(-0.5f, 0.3f, 0.2f))}) {
    const PanoramaSun sun = findSun(sunnyPicture(at, 256));
    EXPECT_GT(glm::dot(sun.direction, at), std::cos(glm::radians(0.7f)));  // tolerance: half a pixel
    const float angle = std::sin(glm::radians(3.f));
    EXPECT_NEAR(sun.light.g, 360.f * angle * angle, 0.25f * 360.f * angle * angle)
        << "a disc of a few pixels";
    EXPECT_GT(sun.light.r, sun.light.b) << "its colour is the disc's";
    EXPECT_NEAR(sun.size, std::tan(glm::radians(3.f)), 0.2f * std::tan(glm::radians(3.f)));
  }
}

TEST(PanoramaSun, IsNotInAnOvercastSkyNorInAHotPixelNorBelowTheHorizon) {
  EXPECT_EQ(findSun(hdrOf(128, [](const Vec3& d) { return Vec3(1.f + 0.8f * d.y); })).light, Vec3(0.f));
  HdrPicture hot = hdrOf(128, [](const Vec3&) { return Vec3(1.f); });
  hot.pixels[20 * 128 + 40] = Vec3(60.f);
  EXPECT_EQ(findSun(hot).light, Vec3(0.f));
  EXPECT_EQ(findSun(sunnyPicture(glm::normalize(Vec3(0.3f, -0.6f, 0.2f)))).light, Vec3(0.f));
}

TEST(Panorama, HasTheSameBrightnessForEveryUnitOfThePicture) {
  HdrPicture picture = sunnyPicture(kSun);
  const Panorama one = makePanorama(picture);
  for (Vec3& c : picture.pixels) c *= 5000.f;
  const Panorama other = makePanorama(picture);
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(other.row.keyLight[c] / one.row.keyLight[c], 1.f, 1e-3f);
  EXPECT_NEAR(other.ambient.at({0, 1, 0}).g / one.ambient.at({0, 1, 0}).g, 1.f, 1e-3f);
  EXPECT_GT(one.row.keyLight.g, 0.8f);
  EXPECT_LT(one.row.keyLight.g, 2.f);
}

TEST(Panorama, ShowsTheSunButMirrorsItAsTheKeyLight) {
  const Panorama panorama = makePanorama(sunnyPicture(kSun));
  EXPECT_GT(panorama.backdrop.at(kSun).g, 20.f * panorama.backdrop.at(-kSun).g);
  EXPECT_LT(panorama.ambient.at(kSun).g, 0.25f * panorama.backdrop.at(kSun).g);
  EXPECT_GT(glm::dot(panorama.row.key.direction, kSun), 0.999f);
}

Image ballIn(const std::shared_ptr<const Panorama>& panorama, float turn, int quality) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addSphereBody(scene, {0.f, 0.1f, 0.f}, 0.03f, 0xffbcc2c4);
  RenderSettings settings = settingsOf(View::Liquid, quality);
  settings.panorama = panorama;
  settings.light.turn = turn;
  const CameraView above{{0.f, 0.6f, 0.25f}, {0.f, 0.f, 0.f}, 45.f};
  return renderer().render(scene, above, settings);
}

TEST(Panorama, CastsShadowsAwayFromItsSunAlsoWhenItIsTurned) {
  const auto panorama =
      std::make_shared<const Panorama>(makePanorama(sunnyPicture(glm::normalize(Vec3(1.f, 1.f, 0.f)))));
  const CameraView above{{0.f, 0.6f, 0.25f}, {0.f, 0.f, 0.f}, 45.f};
  const Vec3 left(-0.1f, 0.f, 0.f), right(0.1f, 0.f, 0.f), far(0.f, 0.f, -0.1f), near(0.f, 0.f, 0.1f);
  for (const int quality : {0, 2}) {
    const Image straight = ballIn(panorama, 0.f, quality), turned = ballIn(panorama, 90.f, quality);
    const auto at = [&](const Image& image, const Vec3& p) { return pixelAt(image, above, p).brightness(); };
    EXPECT_LT(at(straight, left), at(straight, right) - 40) << quality;
    // +x turns to -z (away from the camera), as for lamps: environment_test.cpp.
    EXPECT_LT(at(turned, near), at(turned, far) - 40) << quality;
    EXPECT_NEAR(at(turned, left), at(turned, right), 12) << quality;
  }
}

TEST(Panorama, StandsBehindTheSceneAndTurnsWithItsLight) {
  // Red on the left (-x) of a viewer that looks along -z, blue on the right.
  const auto panorama = std::make_shared<const Panorama>(makePanorama(
      hdrOf(128, [](const Vec3& d) { return d.x < 0.f ? Vec3(1.f, 0.1f, 0.1f) : Vec3(0.1f, 0.1f, 1.f); })));
  const CameraView level{{0.f, 0.1f, 0.5f}, {0.f, 0.1f, 0.f}, 60.f};
  for (const int quality : {0, 1, 2}) {
    RenderSettings settings = settingsOf(View::Liquid, quality);
    settings.panorama = panorama;
    const auto look = [&](float turn) {
      settings.light.turn = turn;
      return renderer().render(emptyScene(), level, settings);
    };
    const Image ahead = look(0.f);
    const Rgb left = pixel(ahead, 30, 60), right = pixel(ahead, 210, 60);
    EXPECT_GT(left.r, left.b + 60) << quality;
    EXPECT_GT(right.b, right.r + 60) << quality;
    const Image aside = look(90.f);  // the former +x is now at -z, in the middle
    EXPECT_GT(pixel(aside, 120, 60).b, pixel(aside, 120, 60).r + 60) << quality;
    const Image back = look(180.f);
    EXPECT_GT(pixel(back, 30, 60).b, pixel(back, 30, 60).r + 60) << quality;
  }
}

TEST(Panorama, OfASceneIsFoundBesideItOrAmongTheUsersOwn) {
  TemporaryFolder folder;
  const auto scene = [&](const std::string& background) {
    return parseScene(
        R"({"version": 1, "h": 0.04, "materials": [{"name": "goo", "file": "slime"}], "look": {"background": ")" +
            background + "\"}}",
        folder.path() / "scene.json", Detail::Medium);
  };
  EXPECT_EQ(scene("sky").look.panorama, "");
  EXPECT_EQ(scene("sky").look.background, "sky");
  EXPECT_EQ(scene("light/room.hdr").look.panorama, folder.path() / "light/room.hdr")
      << "also if it is not there";
  EXPECT_EQ(scene("/a/room.hdr").look.panorama, "/a/room.hdr");
  EXPECT_THROW(scene("room.jpg"), InputError);
}

/// The seeds of the fuzz target must be valid, or the fuzzer would only ever see refusals.
TEST(FuzzSeeds, PanoramasLoad) {
  int found = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(sourceFolder()) / "tests/fuzz/seeds/hdr")) {
    const HdrPicture picture = readHdr(entry.path());
    EXPECT_EQ(picture.width, 2 * picture.height) << entry.path();
    ++found;
  }
  EXPECT_GE(found, 11) << "two forms of Radiance pictures and nine of OpenEXR pictures";
}

}  // namespace
}  // namespace ooze::testing::panorama_test
