// Drops rigid bodies of the shape chosen in the panel. The outline follows the pointer, and releasing the
// button drops a body there. The right button removes a dropped body.
#include "ui/state/drop_choice.h"
#include "ui/tools/brush.h"
#include "ui/tools/pick.h"

#include <algorithm>
#include <utility>

namespace ooze::ui {
namespace {

class DropTool final : public Tool {
 public:
  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (context.state.tool != Action::DropTool || !context.view.snapshot) return false;
    if (button == Button::Right) return removeUnder(context, pointer, true);
    if (button != Button::Left) return false;
    aim_ = pointer;
    held_ = true;
    return true;
  }

  void drag(ToolContext&, const Pointer&, const Pointer& to) override { aim_ = to; }

  void release(ToolContext& context) override {
    if (!std::exchange(held_, false) || !context.view.snapshot) return;
    context.session.beginEdit("Drop a body");
    context.session.submit(bodyAt(context, aim_));
    context.session.endEdit();
  }

  bool resize(ToolContext& context, float factor) override {
    if (!context.view.snapshot) return false;
    const float usual = usualDropSize(context.view.snapshot->interactionRadius);
    const float size = dropSize(context.state.drop, *context.view.snapshot) * factor;
    context.state.drop.size = std::clamp(size, kSmallestDrop * usual, kLargestDrop * usual);
    return true;
  }

  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override {
    if (!context.view.snapshot) return;
    addPendingOutlines(context.view.pending, Motion::Dynamic, strokes);
    if (context.state.tool != Action::DropTool || !pointer) return;
    addRemovableOverlay(context, *pointer, true, strokes);
    const AddBody next = bodyAt(context, *pointer);
    addOutline(next, false, strokes);
    addPlumb(strokes, *context.view.snapshot, next);
  }

 private:
  static AddBody bodyAt(const ToolContext& context, const Pointer& pointer) {
    return bodyToDrop(context.state.drop, *context.view.snapshot, context.camera,
                      context.camera.ray(pointer.at, context.aspect),
                      context.view.scene ? context.view.scene->world.domain : std::nullopt);
  }

  // Adds a vertical line from the bottom of the body to the landing point.
  static void addPlumb(std::vector<Stroke>& strokes, const Snapshot& snapshot, const AddBody& body) {
    const float reach = body.shape == SolidShape::SolidKind::Capsule ? 2.f * body.size : body.size;
    addPlumbLine(snapshot, {body.position.x, body.position.y - reach, body.position.z}, 0.4f * body.size,
                 false, strokes);
  }

  bool held_ = false;
  Pointer aim_;
};

}  // namespace

std::unique_ptr<Tool> makeDropTool() { return std::make_unique<DropTool>(); }

}  // namespace ooze::ui
