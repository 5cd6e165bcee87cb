#include "ui/tools/brush_tool.h"

namespace ooze::ui {

bool BrushTool::press(ToolContext& context, const Pointer& pointer, Button button) {
  if (context.state.tool != action_ || button == Button::Middle || !context.view.snapshot) return false;
  opposite_ = button == Button::Right;
  const BrushEvent& event = opposite_ ? right_ : left_;
  stroke_.begin(context, pointer, event.target, event.label);
  return true;
}

void BrushTool::drag(ToolContext& context, const Pointer& from, const Pointer& to) {
  stroke_.drag(context, from, to);
}

void BrushTool::release(ToolContext& context) {
  stroke_.end(context);
  opposite_ = false;
}

bool BrushTool::resize(ToolContext& context, float factor) {
  if (!context.view.snapshot) return false;
  context.state.tools.brush.scale(*context.view.snapshot, factor);
  return true;
}

void BrushTool::follow(ToolContext& context) {
  if ((opposite_ ? right_ : left_).repeats) stroke_.repeat(context);
}

void BrushTool::mark(const ToolContext& context, const Pointer* pointer, std::vector<Stroke>& strokes) const {
  if (context.state.tool != action_ || !pointer || !context.view.snapshot) return;
  markBrush(context, *pointer, context.state.tools.brush.in(*context.view.snapshot), opposite_, strokes);
}

}  // namespace ooze::ui
