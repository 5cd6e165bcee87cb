// `ooze render` in-process: which files it writes, and what it refuses before it simulates.
#include "app/render_command.h"

#include "ooze/base/error.h"

#include "small_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(picture("d.png", "points", ""), bySpeed) << "points show the speed unless told otherwise";
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

}  // namespace
}  // namespace ooze
