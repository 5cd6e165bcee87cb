// Every tool at work in the real window, by real X events: what it does to the world is read from the report
// that the program writes when it closes.
#include "ooze/scene/save_file.h"

#include "fixtures/replay.h"
#include "window_fixture.h"
#include "x_drop.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;
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
    ooze::keepPicture("window_tool_" + name, server_.screenshot());
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
  const int left = kMiddleX - 130, right = kMiddleX + 130,
            y = kMiddleY + 60;  // on the water, beside the ball
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
  // A dropped mesh is asked about, and Escape closes that question before it puts the eraser away.
  const auto mesh =
      folder_.write("wedge.obj", "v 0 0 0\nv 2 0 0\nv 0 0 2\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  dropFiles(server_.display(), std::stoul(window_), kMiddleX, kMiddleY, {mesh});
  wait(1.0);
  keepPicture("mesh");
  server_.key("Escape");
  server_.drag(right, y, right, y);
  server_.key("2");
  server_.drag(left, y, left + 40, y);
  server_.drag(left, y, left + 10, y, 3);
  server_.key("3");
  server_.drag(kMiddleX - 40, kMiddleY + 160, kMiddleX - 40, kMiddleY + 100);  // in the midst of the pool
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
  const std::vector<Json> erased = all(report, "liquid.erase");
  EXPECT_GE(erased.size(), 4u) << "by the eraser and by suction";
  EXPECT_TRUE(std::any_of(erased.begin(), erased.end(), [](const Json& e) {
    return e[0].get<float>() > 0.02f;
  })) << "after the question about the mesh";
  EXPECT_THAT(all(report, "emitters.add"), SizeIs(1));
  const Json& emitters = report["values"]["emitters"];
  ASSERT_TRUE(emitters.contains("poured 1")) << report.dump(1);
  EXPECT_FALSE(emitters["poured 1"]["enabled"].get<bool>()) << "let go";
  // The hand takes the liquid, or what floats by.
  const std::string last = report["commands"].back()["target"];
  EXPECT_TRUE(last.ends_with(".release")) << last << ": the camera does nothing";
}

// While the world stands: so what is done is soon done again from the log.
TEST_F(ToolWindowTest, SolidsMeshesAndTheBladeDoWhatTheySayAndReplayToTheSameHash) {
  begin();
  server_.key("space");
  const int left = kMiddleX - 130, right = kMiddleX + 130, y = kMiddleY + 60;
  server_.key("8");
  server_.drag(left, y, left, y);
  server_.key("Delete");
  server_.drag(left, y, left, y);
  server_.key("5");
  server_.drag(left - 40, y + 20, right, y + 20);
  server_.key("9");
  server_.drag(right, y, right, y);
  const auto mesh =
      folder_.write("wedge.obj", "v 0 0 0\nv 2 0 0\nv 0 0 2\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  dropFiles(server_.display(), std::stoul(window_), kMiddleX, kMiddleY - 100, {mesh});
  wait(1.0);
  server_.key("Return");  // "Add" as what is offered first
  wait(1.0);
  server_.key("period");
  keepPicture("solids");
  const Json report = close();

  // What was not saved is kept, with all that it takes to do it again.
  const SaveFile kept =
      readSave(folder_.path() / "XDG_DATA_HOME" / "ooze" / "sessions" / "unsaved small.ooze");
  std::vector<std::string> targets;
  for (const LoggedCommand& c : kept.commands)
    if (targets.empty() || targets.back() != c.command.target) targets.push_back(c.command.target);
  EXPECT_THAT(targets, ElementsAre("bodies.add_sphere", "bodies.remove_added", "bodies.add_sphere",
                                   "liquid.cut", "bodies.add_collider_sphere", "bodies.add_mesh"))
      << report.dump(1);
  const Json& bodies = report["values"]["bodies"];
  ASSERT_TRUE(bodies.contains("dropped 1")) << bodies.dump(1);
  const Json& place = bodies["dropped 1"]["position"];
  EXPECT_LT(std::abs(place[0].get<float>()), 0.15f) << "in the tank";
  EXPECT_LT(std::abs(place[2].get<float>()), 0.1f);
  EXPECT_GT(place[1].get<float>(), 0.f);

  // As the same user: where the mesh lay is nothing that the session says.
  ::setenv("XDG_STATE_HOME", (folder_.path() / "XDG_STATE_HOME").c_str(), 1);
  test::expectReplays(kept);
  ::unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace ooze
