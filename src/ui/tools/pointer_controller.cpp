#include "ui/tools/pointer_controller.h"

#include "ui/tools/pick.h"

#include <cmath>

namespace ooze::ui {

PointerController::PointerController() {
  for (const ToolRow& row : toolRows()) tools_.push_back(row.make());
}

void PointerController::press(ToolContext& context, const Pointer& pointer, Button button) {
  if (active_) return;
  last_ = pointer;
  button_ = button;
  for (const auto& tool : tools_)
    if (tool->press(context, pointer, button)) {
      active_ = tool.get();
      return;
    }
}

void PointerController::move(ToolContext& context, const Pointer& pointer) {
  if (active_) active_->drag(context, last_, pointer);
  last_ = pointer;
}

void PointerController::release(ToolContext& context, Button button) {
  if (!active_ || button != button_) return;
  active_->release(context);
  active_ = nullptr;
}

void PointerController::scroll(ToolContext& context, const Pointer& pointer, float notches) {
  if (active_ && active_->scroll(context, notches)) return;
  context.camera.zoom(std::pow(0.88f, notches), pointer.at, context.aspect);
}

void PointerController::doubleClick(ToolContext& context, const Pointer& pointer) {
  Vec3 point;
  if (context.view.snapshot &&
      pick(*context.view.snapshot, context.camera.ray(pointer.at, context.aspect), point))
    context.camera.centreOn(point);
}

bool PointerController::hot(const ToolContext& context, const Pointer& pointer) const {
  for (const auto& tool : tools_)
    if (tool->hot(context, pointer)) return true;
  return false;
}

std::vector<Stroke> PointerController::marks(const ToolContext& context, const Pointer* pointer) const {
  std::vector<Stroke> strokes;
  for (const auto& tool : tools_) tool->mark(context, pointer, strokes);
  return strokes;
}

}  // namespace ooze::ui
