// Tests of the drags that move the view whatever tool is armed, in each key map.
#include "ui/tools/view_drag.h"

#include "mouse_test.h"

#include <gmock/gmock.h>

namespace ooze::ui {
namespace {

using testing::IsEmpty;

/// A fixture with a ball on a floor, under the pointer.
class ViewDragTest : public MouseTest<> {
 protected:
  ViewDragTest() : MouseTest(kStart) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->method = "clavet";
    snapshot->interactionRadius = 0.02f;
    snapshot->materials.resize(1);
    snapshot->bodies = {
        makeBody("floor", {SolidShape::SolidKind::Plane, Vec3(0.f, 1.f, 0.f)}, Motion::Static),
        makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(0.03f)}, Motion::Dynamic)};
    snapshot->bodies[1].pose.position = {0.f, 0.04f, 0.f};
    auto scene = std::make_shared<Scene>();
    scene->world.bodies = snapshot->bodies;
    view_.scene = scene;
    show(std::move(snapshot));
  }

  /// Drags with the modifiers of a row, from the ball in a direction. @return the camera after the drag
  CameraSpec dragged(const ViewDragRow& row, const Vec2& by) {
    camera_ = OrbitCamera(kStart);
    Pointer from{{0.f, 0.f}, row.shift, row.alt, row.control}, to = from;
    to.at += by;
    drag(from, to, row.button);
    return camera_.spec();
  }
  static float distance(const CameraSpec& camera) { return glm::distance(camera.eye, camera.target); }

  static constexpr CameraSpec kStart{{0.f, 0.5f, 0.7f}, {0.f, 0.04f, 0.f}, 40.f};
};

TEST_F(ViewDragTest, MovesTheViewAsItsRowSaysWhateverToolIsArmed) {
  for (const ViewDragRow& row : viewDrags()) {
    state_.keyMap = row.map;
    for (const ToolRow& tool : toolRows()) {
      state_.tool = tool.action;
      const CameraSpec now = dragged(row, {0.1f, 0.05f});
      EXPECT_EQ(glm::distance(now.target, kStart.target) < 1e-5f, row.drag != ViewDrag::Pan) << row.words;
      EXPECT_NE(now.eye, kStart.eye) << row.words;
      if (row.drag != ViewDrag::Zoom) {
        EXPECT_NEAR(distance(now), distance(kStart), 1e-5f) << row.words;
        continue;
      }
      EXPECT_LT(distance(dragged(row, 0.1f * row.zoomIn)), distance(kStart)) << row.words;
      EXPECT_GT(distance(dragged(row, -0.1f * row.zoomIn)), distance(kStart)) << row.words;
    }
  }
  EXPECT_THAT(session_.commands, IsEmpty());
}

TEST_F(ViewDragTest, EachMapNamesTheDragThatTurnsTheView) {
  EXPECT_STREQ(turningDrag(KeyMap::Ooze), "Middle drag");
  EXPECT_STREQ(turningDrag(KeyMap::Blender), "Middle drag");
  EXPECT_STREQ(turningDrag(KeyMap::Maya), "Alt+left drag");
}

}  // namespace
}  // namespace ooze::ui
