// Tests of the brush for control particles in the real window: painting, drawing, undo, deletion and
// saving.
#include "ooze/scene/save_file.h"

#include "fixtures/replay.h"
#include "window_fixture.h"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;

constexpr const char* kDirectedScene = R"({
  "version": 1,
  "title": "Small lake",
  "description": "A little of the liquid that heeds controls.",
  "method": "rasmussen",
  "h": 0.03,
  "duration": 2,
  "domain": {"lower": [-0.5, -0.2, -0.5], "upper": [0.5, 0.8, 0.5]},
  "materials": [{"name": "lake", "file": "rasmussen_water"}],
  "liquids": [{"name": "lake", "shape": {"box": {"half_extents": [0.1, 0.05, 0.08]}}, "position": [0, 0.06, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}}],
  "camera": {"eye": [0, 0.3, 0.6], "target": [0, 0.1, 0]},
  "look": {"view": "surface", "background": "dark"}
})";

class ControlWindowTest : public WindowTest {
 protected:
  static constexpr int kMiddleX = kWidth / 2, kMiddleY = kHeight / 2;

  ControlWindowTest() : WindowTest(kDirectedScene) {}

  void begin() {
    start();
    key("Tab");
    pause();
  }
  /// Counts the pixels that have the colour of velocity controls.
  static std::size_t blue(const Image& shot) {
    std::size_t count = 0;
    for (int y = 0; y < shot.height; ++y)
      for (int x = 0; x < shot.width; ++x) {
        const std::uint8_t* p = shot.at(x, y);
        count += p[0] < 110 && p[1] > 140 && p[1] < 200 && p[2] > 215;
      }
    return count;
  }
};

TEST_F(ControlWindowTest, AStrokeIsDrawnHiddenUndoneAndDeleted) {
  begin();
  const std::size_t none = blue(server_.screenshot());
  key("d");
  drag(kMiddleX - 150, kMiddleY - 120, kMiddleX + 150, kMiddleY - 120);
  waitForFrames(3);
  const Image stroke = waitForScreen("balls, arrows and their reach are drawn",
                                     [&](const Image& screen) { return blue(screen) > none + 200; });
  const std::size_t painted = blue(stroke);
  keepPicture("window_controls", stroke);
  key("v");
  waitForScreen("all is hidden, but for what a click would leave",
                [&](const Image& screen) { return blue(screen) < (none + painted) * 6 / 10; });
  key("v");
  waitForScreen("all is shown again",
                [&](const Image& screen) { return blue(screen) > (none + painted) * 7 / 10; });
  key("ctrl+z");
  key("ctrl+shift+z");
  drag(kMiddleX - 100, kMiddleY + 150, kMiddleX - 100, kMiddleY + 150);
  key("Delete");
  const int before = settle()["step"].get<int>();
  key("period");
  waitFor("a step is done", [&](const Json& r) { return r["step"].get<int>() > before; });
  close();

  const SaveFile kept =
      readSave(folder_.path() / "XDG_DATA_HOME" / "ooze" / "sessions" / "unsaved small.ooze");
  std::vector<std::string> targets;
  for (const LoggedCommand& c : kept.commands) targets.push_back(targetOf(c.command));
  EXPECT_THAT(targets,
              ElementsAre("control.brush 1.whole", "control.brush 2.whole", "control.brush 2.whole"));
  EXPECT_EQ(textOf(kept.commands.back().command).text, "none");
  test::expectReplays(kept);
}

}  // namespace
}  // namespace ooze
