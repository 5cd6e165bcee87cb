// Writing of picture files.
#include "ooze/base/error.h"

#include "base/file.h"
#include "image/image.h"

#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stb/stb_image.h>
#include <string>
#include <unistd.h>

namespace ooze::testing::files_test {
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

}  // namespace
}  // namespace ooze::testing::files_test
