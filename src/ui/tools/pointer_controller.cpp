#include "ui/tools/pointer_controller.h"

#include "ui/tools/pick.h"

#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kResizeStep = 1.15f;  // size factor for each notch of the wheel
// An eye stands that came nearer by less than this part of the way between two notches. A notch is 0.12.
constexpr float kStanding = 0.03f;

/// Returns whether a left press that no tool accepts is a miss. A miss does not orbit the view, because the
/// user meant to reach an object.
bool misses(Action tool) {
  for (const ToolRow& row : toolRows())
    if (row.action == tool) return *row.miss != '\0';
  return false;
}

}  // namespace

PointerController::PointerController() {
  for (const ToolRow& row : toolRows()) tools_.push_back(row.make());
}

void PointerController::press(ToolContext& context, const Pointer& pointer, Button button) {
  if (active_) return;
  last_ = pointer;
  button_ = button;
  armed_ = context.state.tool;
  // Middle button or Alt always moves the view. The camera's row is the last.
  const bool view = button == Button::Middle || pointer.alt;
  const bool missedTool = !view && button == Button::Left && misses(armed_);
  context.state.missedTool = Action::None;
  for (const auto& tool : tools_) {
    const bool camera = tool == tools_.back();
    if (camera && missedTool)
      context.state.missedTool = armed_;
    else if ((!view || camera) && tool->press(context, pointer, button)) {
      active_ = tool.get();
      return;
    }
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

void PointerController::follow(ToolContext& context) {
  if (active_ && context.state.tool != armed_) release(context, button_);
  if (context.state.tool != context.state.missedTool) context.state.missedTool = Action::None;
  for (const auto& tool : tools_) tool->follow(context);
}

void PointerController::resize(ToolContext& context, float notches) {
  for (std::size_t i = 0; i < tools_.size(); ++i)
    if (toolRows()[i].action == context.state.tool)
      tools_[i]->resize(context, std::pow(kResizeStep, notches));
}

bool PointerController::scroll(ToolContext& context, const Pointer& pointer, float notches, bool resizing) {
  if (resizing) return resize(context, notches), false;
  if (active_ && active_->scroll(context, notches)) return false;
  // The eye approaches what the pointer is on, however near, and does not fly past.
  std::optional<float> depth;
  Vec3 point;
  if (context.view.snapshot &&
      pick(*context.view.snapshot, context.camera.ray(pointer.at, context.aspect), point))
    depth = glm::distance(context.camera.spec().eye, point);
  // Liquid near the eye pushes the eye back after each notch, so the place before the notches counts.
  const Vec3 eye = context.camera.spec().eye;
  const float way = depth.value_or(glm::distance(eye, context.camera.spec().target));
  const bool stands = notches > 0.f && zoomedFrom_ && glm::distance(*zoomedFrom_, eye) < kStanding * way;
  zoomedFrom_ = notches > 0.f ? std::optional(eye) : std::nullopt;
  context.camera.zoom(std::pow(0.88f, notches), pointer.at, context.aspect, depth);
  return stands;
}

void PointerController::doubleClick(ToolContext& context, const Pointer& pointer) {
  Vec3 point;
  if (context.view.snapshot &&
      pick(*context.view.snapshot, context.camera.ray(pointer.at, context.aspect), point))
    context.camera.centreOn(point);
}

bool PointerController::isOverTarget(const ToolContext& context, const Pointer& pointer) const {
  for (const auto& tool : tools_)
    if (tool->isOverTarget(context, pointer)) return true;
  return false;
}

std::vector<Stroke> PointerController::overlayStrokes(const ToolContext& context,
                                                      const Pointer* pointer) const {
  std::vector<Stroke> strokes;
  for (const auto& tool : tools_) tool->addOverlay(context, pointer, strokes);
  return strokes;
}

}  // namespace ooze::ui
