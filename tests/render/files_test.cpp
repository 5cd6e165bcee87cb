// Pictures and films on disk.
#include "ooze/base/error.h"
#include "ooze/base/file.h"

#include "render/image.h"
#include "render/video_pipe.h"

#include <cstdlib>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stb/stb_image.h>
#include <string>
#include <unistd.h>

namespace ooze::testing {
namespace {

namespace fs = std::filesystem;

Image gradient(int width, int height, int channels) {
  Image image(width, height, channels);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = static_cast<std::uint8_t>(i * 7);
  return image;
}

class Files : public ::testing::Test {
 protected:
  Files()
      : folder_(fs::path(::testing::TempDir()) / ("ooze_render_files_test_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST_F(Files, PngReadsBackAsItWas) {
  for (const int channels : {3, 4}) {
    const Image image = gradient(13, 7, channels);
    writePng(folder_ / "picture.png", image);
    int width = 0, height = 0, found = 0;
    stbi_uc* const read = stbi_load((folder_ / "picture.png").c_str(), &width, &height, &found, 0);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(std::tie(width, height, found), std::tie(image.width, image.height, channels));
    EXPECT_EQ(std::memcmp(read, image.pixels.data(), image.pixels.size()), 0);
    stbi_image_free(read);
  }
}

TEST_F(Files, PngThatCannotBeWrittenIsOneError) {
  EXPECT_THROW(writePng(folder_ / "missing" / "picture.png", gradient(4, 4, 3)), RunError);
}

bool hasEncoder() { return std::system("ffmpeg -version >/dev/null 2>&1") == 0; }

TEST_F(Files, FilmHasItsNameOnlyWhenItIsFinished) {
  if (!hasEncoder()) GTEST_SKIP() << "ffmpeg is not installed";
  const fs::path path = folder_ / "film.mp4";
  {
    VideoPipe film(path, 33, 17, 60.0);  // odd sides, which the codec does not take as they are
    for (int i = 0; i < 3; ++i) film.add(gradient(33, 17, 3));
    EXPECT_FALSE(fs::exists(path));
    film.finish();
  }
  const auto bytes = readBytes(path);
  ASSERT_GT(bytes.size(), 100u);
  EXPECT_EQ(std::memcmp(bytes.data() + 4, "ftyp", 4), 0);
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, FilmThatIsGivenUpLeavesNothing) {
  if (!hasEncoder()) GTEST_SKIP() << "ffmpeg is not installed";
  {
    VideoPipe film(folder_ / "film.mp4", 32, 16, 60.0);
    film.add(gradient(32, 16, 3));
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(Files, EncoderThatDiesIsOneClearLineAndNoSignal) {
  if (!hasEncoder()) GTEST_SKIP() << "ffmpeg is not installed";
  try {
    VideoPipe film(folder_ / "missing" / "film.mp4", 640, 480, 60.0);
    for (int i = 0; i < 20; ++i) film.add(gradient(640, 480, 3));  // more than a pipe holds
    film.finish();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("film.mp4: ffmpeg: "));
    EXPECT_THAT(error.what(), ::testing::Not(::testing::HasSubstr("\n")));
  }
}

TEST_F(Files, MissingEncoderIsOneClearLine) {
  const std::string before = std::getenv("PATH") ? std::getenv("PATH") : "";
  ::setenv("PATH", folder_.c_str(), 1);
  try {
    VideoPipe film(folder_ / "film.mp4", 32, 16, 60.0);
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "cannot write a film: ffmpeg is not installed");
  }
  ::setenv("PATH", before.c_str(), 1);
}

}  // namespace
}  // namespace ooze::testing
