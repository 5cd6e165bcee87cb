// Places static colliders. Existing static bodies can be dragged, and removed by the right button.
#include "ui/state/drop_choice.h"
#include "ui/tools/pick.h"

#include <algorithm>
#include <utility>

namespace ooze::ui {
namespace {

class ColliderTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (context.state.tool != Action::ColliderTool || !context.view.snapshot) return false;
    if (button == Button::Right) return removeUnder(context, pointer, true);
    if (button != Button::Left) return false;
    aim_ = pointer;
    moved_.clear();
    if (const Body* body = movableUnder(context, pointer)) {
      moved_ = body->name;
      place_ = body->pose.position;
      context.session.beginEdit("Move " + moved_);
    }
    held_ = true;
    return true;
  }

  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override {
    aim_ = to;
    if (moved_.empty()) return;
    place_ = movedWithPointer(context, place_, from, to);
    move(context);
  }

  bool scroll(ToolContext& context, float notches) override {
    if (moved_.empty()) return false;
    place_ = pushedAway(context, place_, notches);
    move(context);
    return true;
  }

  void release(ToolContext& context) override {
    if (!std::exchange(held_, false)) return;
    if (moved_.empty() && context.view.snapshot) {
      context.session.beginEdit("Place a collider");
      context.session.submit(commandAt(context, aim_));
    }
    context.session.endEdit();
    moved_.clear();
  }

  bool resize(ToolContext& context, float factor) override {
    if (!context.view.snapshot) return false;
    context.state.tools.collider.scale(*context.view.snapshot, factor);
    return true;
  }

  [[nodiscard]] bool isOverTarget(const ToolContext& context, const Pointer& pointer) const override {
    return context.state.tool == Action::ColliderTool &&
           (held_ ? !moved_.empty() : movableUnder(context, pointer) != nullptr);
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (!context.view.snapshot) return;
    addPendingOutlines(context.view.pending, Motion::Static, strokes);
    if (context.state.tool != Action::ColliderTool || !pointer || !moved_.empty()) return;
    if (!held_ && movableUnder(context, *pointer))
      addRemovableOverlay(context, *pointer, true, strokes);
    else
      addOutline(commandAt(context, *pointer), false, strokes);
  }

 private:
  static const Body* movableUnder(const ToolContext& context, const Pointer& pointer) {
    const Body* body = removableUnder(context, context.camera.ray(pointer.at, context.aspect), true);
    return body && body->motion == Motion::Static ? body : nullptr;
  }

  static AddBody commandAt(const ToolContext& context, const Pointer& pointer) {
    const Snapshot& snapshot = *context.view.snapshot;
    const std::span<const DropShape> shapes = dropShapes();
    AddBody body{.shape = shapes[std::min(context.state.tools.colliderShape, shapes.size() - 1)].kind,
                 .motion = Motion::Static,
                 .size = context.state.tools.collider.in(snapshot)};
    body.position = colliderPlace(body.shape, body.size, snapshot, context.camera,
                                  context.camera.ray(pointer.at, context.aspect),
                                  context.view.scene ? context.view.scene->world.domain : std::nullopt);
    return body;
  }

  void move(ToolContext& context) const {
    context.session.submit(SetValue{{SettingOwner::Body, moved_, "position"}, place_});
  }

  bool held_ = false;
  Pointer aim_;
  std::string moved_;  ///< name of the dragged body, or ""
  Vec3 place_{0.f};    ///< current position of the dragged body [m]
};

}  // namespace

std::unique_ptr<Tool> makeColliderTool() { return std::make_unique<ColliderTool>(); }

}  // namespace ooze::ui
