// What the real window remembers, and how it bears being made as small as nothing.
#include "ooze/base/file.h"

#include "window_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze {
namespace {

using testing::HasSubstr;
using testing::Not;

class WindowSettings : public WindowTest {
 protected:
  Json kept() const { return Json::parse(readText(settings_)); }
  void resize(int width, int height) const {
    server_.xdotool("windowsize " + window_ + " " + std::to_string(width) + " " + std::to_string(height));
    wait(1.0);
  }
};

TEST_F(WindowSettings, ComeBackInTheNextRunAndTheWindowBearsEverySize) {
  start();
  server_.key("ctrl+4");             // points
  server_.drag(234, 300, 294, 300);  // the left panel's edge
  server_.key("ctrl+equal");         // a larger interface
  resize(1, 1);
  resize(700, 1);
  server_.xdotool("windowunmap " + window_);  // as minimised
  wait(0.5);
  server_.xdotool("windowmap " + window_);
  resize(1000, 700);
  EXPECT_TRUE(program_->running()) << readText(output_);
  const Image screen = server_.screenshot();
  writePng(std::filesystem::path(OOZE_BINARY_DIR) / "window_settings_test.png", screen);
  wait(2.5);  // settled: written while the program still runs
  EXPECT_EQ(kept()["scale"].get<float>(), 1.25f);
  const Json first = close();
  EXPECT_GT(first["frame"].get<int>(), 0);
  EXPECT_THAT(readText(output_), Not(HasSubstr("OpenGL")));
  const float left = kept()["left_width"].get<float>();
  EXPECT_NEAR(left, 292.f, 10.f);
  EXPECT_EQ(kept()["window_width"].get<float>(), 1000.f);
  EXPECT_EQ(kept()["window_height"].get<float>(), 700.f);
  EXPECT_EQ(kept()["look"]["view"], "points");
  EXPECT_EQ(kept()["recent_files"][0].get<std::string>(), std::filesystem::absolute(scene_).string());

  start();
  const std::string size = server_.xdotool("getwindowgeometry " + window_);
  EXPECT_THAT(size, HasSubstr("1000x700"));
  const Json second = close();
  EXPECT_EQ(second["window"]["view"], "points") << "the scene that one left looks as it did";
  EXPECT_EQ(kept()["scale"].get<float>(), 1.25f);
  EXPECT_EQ(kept()["left_width"].get<float>(), left);
}

}  // namespace
}  // namespace ooze
