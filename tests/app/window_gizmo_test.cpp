// Tests of the gizmo and of "Save as scene" in the real window. An arrow of the gizmo is dragged, and the
// saved scene starts with the moved object.
#include "ooze/scene/scene.h"

#include "render/camera.h"
#include "ui/overlays/gizmo.h"
#include "ui/panels/panel.h"
#include "ui/window_layout.h"
#include "window_fixture.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze {
namespace {

class GizmoWindowTest : public WindowTest {
 protected:
  GizmoWindowTest() : WindowTest(kPoolScene) {}

  /// Returns the pixel that shows a point of the scene. The scene must be paused and framed as at its
  /// start, with the panels hidden.
  glm::ivec2 pixelOf(const Vec3& place) const {
    Vec2 at;
    EXPECT_TRUE(camera_.project(place, view_.width / view_.height, at));
    return {std::lround(view_.x + 0.5f * (at.x + 1.f) * view_.width),
            std::lround(view_.y + 0.5f * (1.f - at.y) * view_.height)};
  }

  void begin() {
    start();
    key("Tab");
    pause();
    key("shift+r");
    waitFor("the world stands at its start", [](const Json& r) {
      return r["window"]["first_frames_seen"].size() == 2 && r["frame"] == 0 && r["step"] == 0;
    });
    key("Home");
    ui::InterfaceState state;
    state.panelsVisible = false;
    view_ = ui::arrangeWindow({kWidth, kHeight}, state, 1.f).view;
    const Scene scene = loadScene(scene_.string(), Detail::Medium);
    const CameraView framed =
        CameraView(scene.camera)
            .movedToFit(subjectCorners(*World(scene.world, 1).snapshot()), view_.width / view_.height);
    camera_ = ui::OrbitCamera({framed.eye, framed.target, framed.fieldOfView});
  }

  ui::ViewRect view_;
  ui::OrbitCamera camera_;
};

TEST_F(GizmoWindowTest, AnArrowIsDraggedUndoneAndSavedAsASceneThatBeginsSo) {
  begin();
  const Vec3 block{0.09f, 0.1f, 0.f};
  const auto arrow = [&](const Vec3& at, float part) {
    return pixelOf(at + Vec3(0.f, part * 0.26f * camera_.halfHeightAt(at), 0.f));
  };
  const auto heightOf = [](const Json& r) {
    return r["values"]["bodies"]["block"]["position"][1].get<float>();
  };
  const auto liftBlock = [&](const glm::ivec2& from, const glm::ivec2& to) {
    drag(from.x, from.y, to.x, to.y);
    waitFor("the block is lifted", [&](const Json& r) { return heightOf(r) > block.y + 0.01f; });
  };
  key("w");
  const glm::ivec2 middle = pixelOf(block);
  drag(middle.x, middle.y, middle.x, middle.y);
  const glm::ivec2 from = arrow(block, 0.6f), to = arrow(block, 1.4f);
  liftBlock(from, to);
  keepPicture("window_gizmo", server_.screenshot());
  key("ctrl+z");
  waitFor("that is undone", [&](const Json& r) { return std::abs(heightOf(r) - block.y) < 1e-4f; });
  liftBlock(from, to);
  key("ctrl+g");
  waitFor("a dialog asks for a name", [](const Json& r) { return r["window"]["dialog_open"] == true; });
  keepPicture("window_save_as_scene", server_.screenshot());
  key("Return");
  const auto file = folder_.path() / "XDG_DATA_HOME" / "ooze" / "scenes" / "my_small.json";
  waitUntil("the scene is saved", [&] { return std::filesystem::exists(file); });
  const Json report = close();

  const float up = 0.8f * 0.26f * camera_.halfHeightAt(block);
  const Json& place = report["values"]["bodies"]["block"]["position"];
  EXPECT_NEAR(place[0].get<float>(), block.x, 1e-6f) << report["commands"].dump();
  EXPECT_NEAR(place[1].get<float>(), block.y + up, 0.01f) << "once: the first drag was undone";
  const Scene saved = loadScene(file.string(), Detail::Medium);
  EXPECT_EQ(saved.world.bodies.at(2).name, "block");
  EXPECT_FLOAT_EQ(saved.world.bodies.at(2).pose.position.y, place[1].get<float>());
  EXPECT_EQ(saved.title, "My small");
}

}  // namespace
}  // namespace ooze
