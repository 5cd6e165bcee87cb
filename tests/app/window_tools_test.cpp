// Tests of every tool in the real window, by real X events. The effect on the world is read from the
// program's report.
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

/// A fixture with a pool in the middle of a view that fills the window.
class ToolWindowTest : public WindowTest {
 protected:
  static constexpr int kMiddleX = kWidth / 2, kMiddleY = kHeight / 2;

  ToolWindowTest() : WindowTest(kPoolScene) {}

  void begin() {
    start();
    key("Tab");
    key("Home");
  }
  void keepPicture(const std::string& name) {
    waitForFrames(2);
    ooze::keepPicture("window_tool_" + name, server_.screenshot());
  }
  /// Drags the push tool. The button is held until the world has moved under the push: of values that are set
  /// between two steps, only the last one counts.
  void push(int fromX, int toX, int y, int button) {
    moveTo(fromX, y);
    press(button);
    const float sign = button == 1 ? 1.f : -1.f;
    waitFor("the push acts", [&](const Json& r) {
      if (r["commands"].empty()) return false;
      const Json& last = r["commands"].back();
      return last["target"] == "liquid.push" && sign * last["values"][4].get<float>() > 0.f &&
             r["step"].get<int>() > last["step"].get<int>();
    });
    moveSlowly(fromX, y, toX, y);
    release(button);
  }
  static bool isAskedAboutAMesh(const Json& report) { return report["window"]["mesh_offered"] == true; }
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
            y = kMiddleY + 60;  // a place on the water, beside the ball
  key("4");
  push(left, left + 20, y, 1);
  push(left, left + 20, y, 3);
  key("6");
  drag(left, y, left, y);
  act("keydown ctrl click 4 click 4 keyup ctrl");
  drag(left, y, left, y);
  keepPicture("freeze");
  drag(left, y, left, y, 3);
  key("7");
  drag(left - 20, y, left + 40, y);
  keepPicture("erase");
  // A dropped mesh opens a dialog. Escape closes that dialog first, and deselects the eraser only then.
  const auto mesh =
      folder_.write("wedge.obj", "v 0 0 0\nv 2 0 0\nv 0 0 2\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  dropFiles(server_.display(), windowId(), kMiddleX, kMiddleY, {mesh});
  waitFor("the mesh is asked about", isAskedAboutAMesh);
  keepPicture("mesh");
  key("Escape");
  drag(right, y, right, y);
  key("2");
  drag(left, y, left + 40, y);
  drag(left, y, left + 10, y, 3);
  key("3");
  drag(kMiddleX - 40, kMiddleY + 160, kMiddleX - 40, kMiddleY + 100);  // drags in the middle of the pool
  key("Escape");
  drag(left, y, left + 10, y);
  waitFor("what was grabbed is let go", [](const Json& r) {
    return r["commands"].back()["target"].get<std::string>().ends_with(".release");
  });
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
  // The mouse grabs liquid, or a body that floats by.
  const std::string last = report["commands"].back()["target"];
  EXPECT_TRUE(last.ends_with(".release")) << last << ": the camera does nothing";
}

// The world is paused, so that the log is short and replays quickly.
TEST_F(ToolWindowTest, SolidsMeshesAndTheBladeDoWhatTheySayAndReplayToTheSameHash) {
  begin();
  pause();
  const int left = kMiddleX - 130, right = kMiddleX + 130, y = kMiddleY + 60;
  key("8");
  drag(left, y, left, y);
  key("Delete");
  drag(left, y, left, y);
  key("5");
  drag(left - 40, y + 20, right, y + 20);
  key("9");
  drag(right, y, right, y);
  const auto mesh =
      folder_.write("wedge.obj", "v 0 0 0\nv 2 0 0\nv 0 0 2\nv 0 1 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n");
  dropFiles(server_.display(), windowId(), kMiddleX, kMiddleY - 100, {mesh});
  waitFor("the mesh is asked about", isAskedAboutAMesh);
  waitForFrames(3);  // the first button of the dialog has the keyboard focus
  key("Return");     // presses "Add", the default button
  const Json added = waitFor("the mesh is in the world", [](const Json& r) {
    return r["values"]["bodies"].contains("dropped 1") && !all(r, "bodies.add_mesh").empty();
  });
  key("period");
  waitFor("a step is done", [&](const Json& r) { return r["step"].get<int>() > added["step"].get<int>(); });
  keepPicture("solids");
  const Json report = close();

  // An unsaved session is kept at exit, with all that its replay needs.
  const SaveFile kept =
      readSave(folder_.path() / "XDG_DATA_HOME" / "ooze" / "sessions" / "unsaved small.ooze");
  std::vector<std::string> targets;
  for (const LoggedCommand& c : kept.commands)
    if (const std::string target = targetOf(c.command); targets.empty() || targets.back() != target)
      targets.push_back(target);
  EXPECT_THAT(targets, ElementsAre("bodies.add_sphere", "bodies.remove_added", "bodies.add_sphere",
                                   "liquid.cut", "bodies.add_collider_sphere", "bodies.add_mesh"))
      << report.dump(1);
  const Json& bodies = report["values"]["bodies"];
  ASSERT_TRUE(bodies.contains("dropped 1")) << bodies.dump(1);
  const Json& place = bodies["dropped 1"]["position"];
  EXPECT_LT(std::abs(place[0].get<float>()), 0.15f) << "in the tank";
  EXPECT_LT(std::abs(place[2].get<float>()), 0.1f);
  EXPECT_GT(place[1].get<float>(), 0.f);

  // The replay runs with the same user's folders, because the session does not store the path of the mesh.
  ::setenv("XDG_STATE_HOME", (folder_.path() / "XDG_STATE_HOME").c_str(), 1);
  test::expectReplays(kept);
  ::unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace ooze
