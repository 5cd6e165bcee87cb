// Every tool at work in the real window, by real X events: what it does to the world is read from the report
// that the program writes when it closes.
#include "window_fixture.h"
#include "x_drop.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::SizeIs;

/// A pool in the middle of a view that fills the window.
class ToolWindowTest : public WindowTest {
 protected:
  static constexpr int kMiddleX = kWidth / 2, kMiddleY = kHeight / 2;

  ToolWindowTest() : WindowTest(kPoolScene) {}

  void begin() {
    start();
    server_.key("Tab");
    server_.key("Home");
    wait(0.5);
  }
  void keepPicture(const std::string& name) {
    wait(0.5);
    writePng(std::filesystem::path(OOZE_BINARY_DIR) / ("window_tool_" + name + ".png"), server_.screenshot());
  }
  static std::vector<Json> all(const Json& report, const std::string& target) {
    std::vector<Json> found;
    for (const Json& command : report["commands"])
      if (command["target"] == target) found.push_back(command["values"]);
    return found;
  }
};

TEST_F(ToolWindowTest, ToolsForLiquidDoWhatTheySay) {
  begin();
  const int left = kMiddleX - 130, y = kMiddleY + 60;  // beside the ball, on the water
  server_.key("4");
  server_.drag(left, y, left + 20, y);
  server_.drag(left, y, left + 20, y, 3);
  server_.key("6");
  server_.drag(left, y, left, y);
  server_.xdotool("keydown ctrl click 4 click 4 keyup ctrl");
  wait(0.3);
  server_.drag(left, y, left, y);
  keepPicture("freeze");
  server_.drag(left, y, left, y, 3);
  server_.key("7");
  server_.drag(left - 20, y, left + 40, y);
  keepPicture("erase");
  server_.key("2");
  server_.drag(left, y, left + 40, y);
  server_.drag(left, y, left + 10, y, 3);
  server_.key("3");
  server_.drag(left, y, left, y - 60);
  server_.key("Escape");
  server_.drag(left, y, left + 10, y);
  const Json report = close();

  const std::vector<Json> pushes = all(report, "liquid.push");
  ASSERT_GE(pushes.size(), 4u) << report.dump(1);
  EXPECT_GT(pushes.front()[4].get<float>(), 0.f) << "left pushes";
  EXPECT_TRUE(std::any_of(pushes.begin(), pushes.end(), [](const Json& p) {
    return p[4].get<float>() < 0.f;
  })) << "right pulls";
  EXPECT_EQ(pushes.back()[4].get<float>(), 0.f) << "and ends";
  const std::vector<Json> frozen = all(report, "liquid.freeze");
  ASSERT_GE(frozen.size(), 2u);
  EXPECT_GT(frozen.back()[3].get<float>(), 1.2f * frozen.front()[3].get<float>()) << "Ctrl and wheel";
  EXPECT_FALSE(all(report, "liquid.thaw").empty());
  EXPECT_GE(all(report, "liquid.erase").size(), 3u) << "by the eraser and by suction";
  EXPECT_THAT(all(report, "emitters.add"), SizeIs(1));
  const Json& emitters = report["values"]["emitters"];
  ASSERT_TRUE(emitters.contains("poured 1")) << report.dump(1);
  EXPECT_FALSE(emitters["poured 1"]["enabled"].get<bool>()) << "let go";
  EXPECT_FALSE(all(report, "liquid.grab").empty());
  EXPECT_FALSE(all(report, "liquid.release").empty());
  EXPECT_EQ(report["commands"].back()["target"], "liquid.release") << "the camera changes nothing";
}

}  // namespace
}  // namespace ooze
