// Film files: readable by other programs, and in a defined state after a failure of the encoder.
#include "ooze/base/error.h"

#include "base/file.h"
#include "film_probe.h"
#include "image/video_pipe.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace ooze::testing::film_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

/// Returns incompressible noise that differs in every frame.
Image stripes(int width, int height, int channels, int frame) {
  Image image(width, height, channels);
  std::uint32_t noise = static_cast<std::uint32_t>(frame) * 2654435761u + 1u;
  for (std::uint8_t& byte : image.pixels) {
    noise = noise * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(noise >> 24);
  }
  return image;
}

class Film : public ::testing::Test {
 protected:
  Film() : folder_(fs::path(::testing::TempDir()) / ("ooze_film_test_" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Film() override { fs::remove_all(folder_); }
  void SetUp() override {
    if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  [[nodiscard]] fs::path write(const std::string& name, const FilmOptions& options, int frames) const {
    VideoPipe film(folder_ / name, options);
    for (int i = 0; i < frames; ++i)
      film.add(stripes(options.width, options.height, options.transparent ? 4 : 3, i));
    film.finish();
    return folder_ / name;
  }
  fs::path folder_;
};

/// Adds frames until the encoder has written more than `bytes` to the file.
/// @return the error message if the encoder fails before, or ""
std::string fill(VideoPipe& film, const FilmOptions& options, const fs::path& file, std::uintmax_t bytes) {
  std::error_code ignored;
  for (int i = 0; i < 2000; ++i) try {
      film.add(stripes(options.width, options.height, 3, i));
      if (fs::exists(file, ignored) && fs::file_size(file, ignored) > bytes) break;
    } catch (const RunError& error) {
      return error.what();
    }
  return "";
}

TEST_F(Film, HasItsNameOnlyWhenItIsFinished) {
  const fs::path path = folder_ / "film.mp4";
  {
    VideoPipe film(path, {33, 17, 60.0});  // odd sizes, which the codec does not support directly
    for (int i = 0; i < 3; ++i) film.add(stripes(33, 17, 3, i));
    EXPECT_FALSE(fs::exists(path));
    film.finish();
  }
  const auto bytes = readBytes(path);
  ASSERT_GT(bytes.size(), 100u);
  EXPECT_EQ(std::memcmp(bytes.data() + 4, "ftyp", 4), 0);
  EXPECT_EQ(count(), 1u);
}

TEST_F(Film, LeavesFilesThatItDidNotMake) {
  for (const char* name : {"film.partial.mp4", "film.whole.mp4", "other.partial.webp"})
    writeFile(folder_ / name, std::string_view("precious"));
  (void)write("film.mp4", {32, 16, 60.0}, 3);
  { VideoPipe givenUp(folder_ / "film.mp4", {32, 16, 60.0}); }
  (void)write("other.webp", {32, 16, 60.0}, 3);
  for (const char* name : {"film.partial.mp4", "film.whole.mp4", "other.partial.webp"})
    EXPECT_EQ(readText(folder_ / name), "precious") << name;
  EXPECT_EQ(count(), 5u) << "nothing else stays";
}

TEST_F(Film, HoldsEveryFrameAtItsRate) {
  // The rate 60/7 is every seventh frame of a scene. The film has more frames than a fragment holds.
  const fs::path film = write("film.mp4", {32, 16, 60.0 / 7.0}, 23);
  EXPECT_EQ(decodedFrames(film), 23);
  EXPECT_EQ(probe(film, "r_frame_rate"), "60/7");
  EXPECT_EQ(probe(film, "start_time"), "0.000000");
  EXPECT_EQ(probe(film, "pix_fmt"), "yuv420p") << "a format that every player can show";
  const fs::path live = write("live.mp4", {32, 16, 60.0, false, true}, 100);
  EXPECT_EQ(decodedFrames(live), 100);
  EXPECT_EQ(probe(live, "avg_frame_rate"), "60/1");
  EXPECT_EQ(count(), 2u);
}

TEST_F(Film, BeginsWithItsIndexSoThatItPlaysWhileItLoads) {
  const auto bytes = readBytes(write("film.mp4", {64, 64, 60.0}, 90));
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_LT(text.find("moov"), text.find("mdat"));
  EXPECT_EQ(text.find("moof"), std::string::npos) << "one whole, not pieces";
}

TEST_F(Film, LoopsAsWebpAndGif) {
  for (const char* name : {"film.webp", "film.gif"}) {
    const auto bytes = readBytes(write(name, {48, 32, 30.0}, 6));
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (std::string(name) == "film.gif") {
      EXPECT_EQ(decodedFrames(folder_ / name), 6);
      EXPECT_THAT(text, HasSubstr("NETSCAPE2.0")) << "it loops";
    } else {  // ffmpeg writes animated WebP, but cannot read the format
      std::size_t frames = 0;
      for (std::size_t at = 0; (at = text.find("ANMF", at)) != std::string::npos; ++at) ++frames;
      EXPECT_EQ(frames, 6u);
    }
  }
  EXPECT_EQ(count(), 2u);
}

TEST_F(Film, CanBeTransparentOnlyAsWebp) {
  const auto bytes = readBytes(write("film.webp", {32, 32, 30.0, true}, 2));
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_THAT(text, HasSubstr("ALPH"));
  EXPECT_THROW(VideoPipe(folder_ / "film.mp4", {32, 32, 30.0, true}), InputError);
  EXPECT_THROW(VideoPipe(folder_ / "film.gif", {32, 32, 30.0, true}), InputError);
}

TEST_F(Film, AsGifIsNotFasterThanBrowsersShow) {
  EXPECT_THROW(VideoPipe(folder_ / "film.gif", {32, 32, 60.0}), InputError);
}

TEST_F(Film, ThatIsGivenUpLeavesNothing) {
  {
    VideoPipe film(folder_ / "film.mp4", {32, 16, 60.0});
    film.add(stripes(32, 16, 3, 0));
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(Film, WhoseEncoderCannotWriteIsOneClearLineAndNoSignal) {
  try {
    VideoPipe film(folder_ / "missing" / "film.mp4", {640, 480, 60.0});
    for (int i = 0; i < 20; ++i) film.add(stripes(640, 480, 3, i));  // more data than a pipe buffers
    film.finish();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), ::testing::EndsWith("film.mp4: ffmpeg: No such file or directory"));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
  }
}

TEST_F(Film, PlaysAsFarAsItGoesWhenItsEncoderIsKilled) {
  for (const bool live : {true, false}) {
    const FilmOptions options{320, 240, 60.0, false, live};
    const fs::path name = folder_ / "film.mp4", working = live ? name : folder_ / "film.partial.mp4";
    VideoPipe film(name, options);
    ASSERT_EQ(fill(film, options, working, 200'000), "");
    ASSERT_EQ(::kill(film.encoder(), SIGKILL), 0);
    EXPECT_THAT(
        fill(film, options, working, 1'000'000'000),
        ::testing::AllOf(HasSubstr("film.mp4: ffmpeg was stopped"),
                         HasSubstr(working.string() + " holds the film so far"), Not(HasSubstr("\n"))));
    EXPECT_GT(decodedFrames(working), 0) << (live ? "live" : "not live");
    EXPECT_EQ(fs::exists(name), live) << "only a live film has its name before it is whole";
    fs::remove(working);
  }
}

/// Limits the size of files while the object exists, to simulate a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(Film, PlaysAsFarAsItGoesWhenTheDiskIsFull) {
  const FilmOptions options{160, 120, 60.0, false, true};
  const fs::path name = folder_ / "film.mp4";
  std::string message;
  {
    const FileSizeLimit disk(1'500'000);
    VideoPipe film(name, options);
    message = fill(film, options, name, 1'000'000'000);
  }
  EXPECT_THAT(message, ::testing::AllOf(HasSubstr("film.mp4: ffmpeg: File too large"),
                                        HasSubstr("holds the film so far"), Not(HasSubstr("\n"))));
  EXPECT_GT(decodedFrames(name), 0);
}

TEST_F(Film, LeavesNoEmptyFileWhenTheDiskWasFullBefore) {
  const FilmOptions options{160, 120, 60.0, false, true};
  {
    const FileSizeLimit disk(0);
    VideoPipe film(folder_ / "film.mp4", options);
    EXPECT_THAT(fill(film, options, folder_ / "film.mp4", 1'000'000'000), HasSubstr("File too large"));
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(Film, ThatIsTooShortToMeetTheFullDiskBeforeItsEndIsNoSuccess) {
  for (const char* kind : {".mp4", ".webp", ".gif"}) {
    const FilmOptions options{160, 120, 50.0, false, true};
    const fs::path name = folder_ / (std::string("film") + kind);
    const FileSizeLimit disk(0);
    VideoPipe film(name, options);
    for (int i = 0; i < 3; ++i) film.add(stripes(160, 120, 3, i));
    try {
      film.finish();
      ADD_FAILURE() << kind;
    } catch (const RunError& error) {
      EXPECT_THAT(error.what(), HasSubstr("ffmpeg: File too large")) << kind;
    }
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(Film, WithoutAnEncoderIsOneClearLine) {
  const std::string before = std::getenv("PATH") ? std::getenv("PATH") : "";
  ::setenv("PATH", folder_.c_str(), 1);
  EXPECT_FALSE(hasFilmEncoder());
  try {
    VideoPipe film(folder_ / "film.mp4", {32, 16, 60.0});
    ADD_FAILURE();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "cannot write a film: ffmpeg is not installed");
  }
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_TRUE(hasFilmEncoder());
}

}  // namespace
}  // namespace ooze::testing::film_test
