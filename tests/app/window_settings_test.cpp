// Tests of the settings that the real window remembers, and of windows of extremely small size.
#include "base/file.h"
#include "ui/panels/panel.h"
#include "window_fixture.h"
#include "window_layout.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class WindowSettings : public WindowTest {
 protected:
  WindowSettings() : WindowTest(kSmallScene, 3840, 2160) {}

  Json kept() const { return Json::parse(readText(settings_)); }
  /// Waits until everything is drawn at the window's present size, and keeps a picture of the window.
  void expectCleanLayout(int width, int height, float scale) {
    const ui::WindowLayout areas = ui::arrangeWindow({static_cast<float>(width), static_cast<float>(height)},
                                                     ui::InterfaceState(), scale);
    std::vector<std::string> wrong{"nothing was drawn"};
    Image screen(1, 1, 3);
    for (int tries = 0; tries < 40 && !wrong.empty(); ++tries) {
      waitForFrames(2);
      screen = server_.screenshot();
      wrong = findLayoutFaults(screen, areas, scale);
    }
    const std::string name = fmt::format("layout_{}x{}_at_{:g}", width, height, scale);
    keepPicture(name, cornerOf(screen, width, height));
    EXPECT_THAT(wrong, IsEmpty()) << name;
  }
};

TEST_F(WindowSettings, AreRestoredInTheNextRunAndTheWindowWorksAtEverySize) {
  start();
  resize(1024, 640);
  expectCleanLayout(1024, 640, 1.f);
  resize(1600, 900);
  expectCleanLayout(1600, 900, 1.f);
  for (int k = 0; k < 4; ++k) key("ctrl+equal");
  resize(3840, 2160);
  expectCleanLayout(3840, 2160, 2.f);
  key("ctrl+0");
  resize(kWidth, kHeight);

  key("ctrl+4");             // selects the view of the liquid as points
  drag(234, 300, 294, 300);  // drags the edge of the left panel
  key("ctrl+equal");         // makes the interface larger
  resize(1, 1);
  resize(700, 1);
  act("windowunmap " + window_);  // unmaps the window, as minimising does
  waitForFrames(2);
  act("windowmap " + window_);
  resize(1000, 700);
  EXPECT_TRUE(program_->running()) << readText(output_);
  keepPicture("window_settings_test", cornerOf(server_.screenshot(), 1000, 700));
  // The settings are written while the program still runs.
  waitUntil("the scale and the size are kept", [&] {
    return std::filesystem::exists(settings_) && kept().value("scale", 0.f) == 1.25f &&
           kept().value("window_width", 0.f) == 1000.f;
  });
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
  EXPECT_EQ(second["window"]["view"], "points") << "the previous scene keeps its view";
  EXPECT_EQ(kept()["scale"].get<float>(), 1.25f);
  EXPECT_EQ(kept()["left_width"].get<float>(), left);
}

}  // namespace
}  // namespace ooze
