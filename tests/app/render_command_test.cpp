// Tests of `ooze render` within this process: the files that it writes, and the input that it refuses
// before it simulates.
#include "ooze/base/error.h"

#include "app/commands/commands.h"
#include "fixtures/small_scene.h"
#include "render/film_probe.h"

#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <sys/resource.h>

namespace ooze {
namespace {

class RenderCommandTest : public testing::Test {
 protected:
  RenderOptions options(const std::string& out, FrameRange frames) {
    RenderOptions o;
    o.choice.scene = folder_.write("small.json", kSmallScene).string();
    o.choice.threads = 1;
    o.frames = frames;
    o.out = folder_.path() / out;
    o.width = 96, o.height = 64;
    return o;
  }
  /// Runs the command. @return the message that the command throws, or ""
  static std::string errorMessageOf(const RenderOptions& o) {
    try {
      renderCommand(o);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }
  [[nodiscard]] std::size_t fileCount() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
  }
  TemporaryFolder folder_;
};

TEST_F(RenderCommandTest, AFolderGetsOnePictureForEachWantedFrame) {
  EXPECT_EQ(renderCommand(options("pictures", {1, 5, 2})), 0);
  for (const char* name : {"frame_00001.png", "frame_00003.png", "frame_00005.png"})
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "pictures" / name)) << name;
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "pictures" / "frame_00002.png"));
}

TEST_F(RenderCommandTest, APatternIsFilledWithTheFrameNumber) {
  EXPECT_EQ(renderCommand(options("a_%03d.png", {0, 1, 1})), 0);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "a_000.png"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "a_001.png"));
}

TEST_F(RenderCommandTest, WritesOpenExrByItsName) {
  EXPECT_EQ(renderCommand(options("layers_%03d.exr", {0, 1, 1})), 0);
  for (const char* name : {"layers_000.exr", "layers_001.exr"}) {
    const std::vector<std::byte> bytes = readBytes(folder_.path() / name);
    ASSERT_GT(bytes.size(), 4u) << name;
    EXPECT_EQ(bytes[0], std::byte{0x76}) << name;
  }
  EXPECT_THAT(errorMessageOf(options("layers.exr", {0, 1, 1})), testing::HasSubstr("%04d"));
}

TEST_F(RenderCommandTest, AColourIsAskedForByItsKey) {
  const auto picture = [this](const char* name, const char* view, const char* colour) {
    RenderOptions o = options(name, {5, 5, 1});
    o.view = view;
    o.colour = colour;
    EXPECT_EQ(renderCommand(o), 0);
    return readBytes(folder_.path() / name);
  };
  const auto bySpeed = picture("a.png", "points", "speed");
  EXPECT_NE(picture("b.png", "points", "pressure"), bySpeed);
  EXPECT_NE(picture("c.png", "points", "look"), bySpeed);
  EXPECT_EQ(picture("d.png", "points", ""), bySpeed) << "points show the speed by default";
}

TEST_F(RenderCommandTest, GoesOnFromASaveToTheSamePicture) {
  RenderOptions fromTheStart = options("a.png", {6, 6, 1});
  EXPECT_EQ(renderCommand(fromTheStart), 0);
  RunOptions run;
  run.choice = fromTheStart.choice;
  run.frames = 4;
  run.save = folder_.path() / "four.ooze";
  EXPECT_EQ(runCommand(run), 0);
  RenderOptions fromTheSave = options("b.png", {6, 6, 1});
  fromTheSave.choice.scene.clear();  // the save contains the scene
  fromTheSave.restore = run.save;
  EXPECT_EQ(renderCommand(fromTheSave), 0);
  EXPECT_EQ(readBytes(folder_.path() / "a.png"), readBytes(folder_.path() / "b.png"));
  fromTheSave.frames = {3, 3, 1};
  EXPECT_THAT(errorMessageOf(fromTheSave), testing::HasSubstr("is already at frame 4"));
}

TEST_F(RenderCommandTest, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(renderCommand(options("one.png", {0, 3, 1})), InputError) << "several frames, one file";
  EXPECT_THROW(renderCommand(options("picture.jpg", {0, 0, 1})), InputError) << "unknown kind of file";
  EXPECT_THROW(renderCommand(options("no/such/folder/a.png", {0, 0, 1})), InputError);
  RenderOptions film = options("film.mp4", {0, 3, 1});
  film.transparent = true;
  EXPECT_THROW(renderCommand(film), InputError) << "a film has no transparency";
  RenderOptions view = options("a.png", {0, 0, 1});
  view.view = "sphers";
  EXPECT_THROW(renderCommand(view), InputError);
  RenderOptions colour = options("a.png", {0, 0, 1});
  colour.colour = "presure";
  EXPECT_THROW(renderCommand(colour), InputError);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1)
      << "only the scene is there";
}

TEST_F(RenderCommandTest, ATurntableGoesRoundAFrameThatStands) {
  RenderOptions o = options("turn_%d.png", {2, 2, 1});
  o.turntable = true;
  EXPECT_THROW(renderCommand(o), InputError) << "in how many pictures?";
  o.turn = 4;
  EXPECT_EQ(renderCommand(o), 0);
  std::set<std::string> different;
  for (int i = 0; i < 4; ++i) different.insert(readText(folder_.path() / fmt::format("turn_{}.png", i)));
  EXPECT_EQ(different.size(), 4u) << "from four sides";
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "turn_4.png"));
}

TEST_F(RenderCommandTest, APictureHasTwoByTwoSamplesUnlessToldOtherwise) {
  const RenderOptions usual = options("usual.png", {1, 1, 1});
  EXPECT_EQ(renderCommand(usual), 0);
  for (const int samples : {1, 2}) {
    RenderOptions o = options("told.png", {1, 1, 1});
    o.supersample = samples;
    EXPECT_EQ(renderCommand(o), 0);
    EXPECT_EQ(readBytes(usual.out) == readBytes(o.out), samples == 2) << samples;
  }
}

TEST_F(RenderCommandTest, TheCameraCanStandElsewhere) {
  EXPECT_EQ(renderCommand(options("scene.png", {1, 1, 1})), 0);
  RenderOptions o = options("same.png", {1, 1, 1});
  o.camera = CameraSpec{{0.f, 0.25f, 0.6f}, {0.f, 0.08f, 0.f}, 40.f};  // same as the scene's own camera
  EXPECT_EQ(renderCommand(o), 0);
  o.out = folder_.path() / "other.png";
  o.camera->eye.x = 0.3f;
  EXPECT_EQ(renderCommand(o), 0);
  EXPECT_EQ(readBytes(folder_.path() / "scene.png"), readBytes(folder_.path() / "same.png"));
  EXPECT_NE(readBytes(folder_.path() / "scene.png"), readBytes(folder_.path() / "other.png"));
}

class FilmCommandTest : public RenderCommandTest {
 protected:
  void SetUp() override {
    if (!hasFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
  }
};

TEST_F(FilmCommandTest, AFilmOfEveryThirdFrameLastsAsLongAsWhatItShows) {
  const RenderOptions o = options("film.mp4", {0, 12, 3});
  EXPECT_EQ(renderCommand(o), 0);
  EXPECT_EQ(decodedFrames(o.out), 5);
  EXPECT_EQ(probe(o.out, "r_frame_rate"), "20/1");
  EXPECT_EQ(fileCount(), 2u) << "the film and the scene";
}

TEST_F(FilmCommandTest, AFilmsNameMayHoldAPercentSign) {
  const RenderOptions o = options("half 50%.mp4", {0, 2, 1});
  EXPECT_EQ(renderCommand(o), 0);
  EXPECT_EQ(decodedFrames(o.out), 3);
}

TEST_F(FilmCommandTest, ATransparentLoopIsAWebp) {
  RenderOptions o = options("loop.webp", {0, 4, 2});
  o.transparent = true;
  EXPECT_EQ(renderCommand(o), 0);
  EXPECT_EQ(readBytes(o.out).size() > 100, true);
  o.out = folder_.path() / "loop.gif";
  EXPECT_THROW(renderCommand(o), InputError);
}

TEST_F(RenderCommandTest, WithoutFfmpegAFilmIsRefusedBeforeTheSceneIsRead) {
  const std::string before = std::getenv("PATH") ? std::getenv("PATH") : "";
  setenv("PATH", folder_.path().c_str(), 1);
  RenderOptions o = options("film.mp4", {0, 100'000, 1});
  o.choice.scene = "no_such_scene";
  EXPECT_EQ(errorMessageOf(o), "cannot write a film: ffmpeg is not installed");
  setenv("PATH", before.c_str(), 1);
}

TEST_F(RenderCommandTest, AFullDiskIsOneLineAndLeavesNoHalfPicture) {
  RenderOptions o = options("pictures", {0, 100'000, 1});
  o.width = o.height = 256;
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit full{1000, before.rlim_max};  // file size limit [bytes]; a picture has some 30 kB
  setrlimit(RLIMIT_FSIZE, &full);
  const std::string said = errorMessageOf(o);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(said, testing::EndsWith("pictures/frame_00000.png: File too large"));
  EXPECT_TRUE(std::filesystem::is_empty(o.out));
}

}  // namespace
}  // namespace ooze
