// The brush for control particles in the real window: painted, drawn, undone, deleted and saved.
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
    server_.key("Tab");
    server_.key("space");
    wait(0.5);
  }
  /// How much of the picture has the colour of controls of velocity.
  std::size_t blue() {
    wait(0.6);
    const Image shot = server_.screenshot();
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
  const std::size_t none = blue();
  server_.key("d");
  server_.drag(kMiddleX - 150, kMiddleY - 120, kMiddleX + 150, kMiddleY - 120);
  const std::size_t painted = blue();
  EXPECT_GT(painted, none + 200) << "balls, arrows and their reach";
  keepPicture("window_controls", server_.screenshot());
  server_.key("v");
  EXPECT_LT(blue(), (none + painted) * 6 / 10) << "hidden, but for what a click would leave";
  server_.key("v");
  EXPECT_GT(blue(), (none + painted) * 7 / 10);
  server_.key("ctrl+z");
  wait(0.3);
  server_.key("ctrl+shift+z");
  wait(0.3);
  server_.drag(kMiddleX - 100, kMiddleY + 150, kMiddleX - 100, kMiddleY + 150);
  wait(0.3);
  server_.key("Delete");
  wait(0.3);
  server_.key("period");
  wait(0.5);
  close();

  const SaveFile kept =
      readSave(folder_.path() / "XDG_DATA_HOME" / "ooze" / "sessions" / "unsaved small.ooze");
  std::vector<std::string> targets;
  for (const LoggedCommand& c : kept.commands) targets.push_back(c.command.target);
  EXPECT_THAT(targets,
              ElementsAre("control.brush 1.whole", "control.brush 2.whole", "control.brush 2.whole"));
  EXPECT_EQ(kept.commands.back().command.text, "none");
  test::expectReplays(kept);
}

}  // namespace
}  // namespace ooze
