// Tools that consist of a brush: the left button submits a command per dab, the right button the opposite
// command.
#include "ui/tools/brush.h"
#include "ui/tools/pick.h"

#include <memory>
#include <vector>

namespace ooze::ui {
namespace {

struct BrushEvent {
  BallCommand command;
  const char* label;     ///< label of the undoable edit
  bool repeats = false;  ///< continues while the pointer rests, as new liquid flows in
};

class BrushTool : public Tool {
 public:
  BrushTool(Action action, const BrushEvent& left, const BrushEvent& right)
      : action_(action), left_(left), right_(right) {}

  bool press(ToolContext& context, const Pointer& pointer, Button button) override;
  void drag(ToolContext& context, const Pointer& from, const Pointer& to) override;
  void release(ToolContext& context) override;
  bool resize(ToolContext& context, float factor) override;
  void follow(ToolContext& context) override;
  void addOverlay(const ToolContext& context, const Pointer* pointer,
                  std::vector<Stroke>& strokes) const override;

 private:
  const Action action_;
  const BrushEvent left_, right_;
  BrushStroke stroke_;
  bool opposite_ = false;
};

bool BrushTool::press(ToolContext& context, const Pointer& pointer, Button button) {
  if (context.state.tool != action_ || button == Button::Middle || !context.view.snapshot) return false;
  opposite_ = button == Button::Right;
  const BrushEvent& event = opposite_ ? right_ : left_;
  stroke_.begin(context, pointer, event.command, event.label);
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

void BrushTool::addOverlay(const ToolContext& context, const Pointer* pointer,
                           std::vector<Stroke>& strokes) const {
  if (context.state.tool != action_ || !pointer || !context.view.snapshot) return;
  addBrushOverlay(context, *pointer, context.state.tools.brush.in(*context.view.snapshot), opposite_,
                  strokes);
}

/// Erases liquid; the right button removes solids.
class EraseTool final : public BrushTool {
 public:
  EraseTool() : BrushTool(Action::EraseTool, {ballCommand<EraseBall>, "Erase liquid", true}, {}) {}

  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (context.state.tool != Action::EraseTool || button != Button::Right)
      return BrushTool::press(context, pointer, button);
    return removeUnder(context, pointer, false);
  }
};

}  // namespace

std::unique_ptr<Tool> makeEraseTool() { return std::make_unique<EraseTool>(); }

// Freezes liquid, which then acts as a wall; the right button thaws the liquid.
std::unique_ptr<Tool> makeFreezeTool() {
  return std::make_unique<BrushTool>(Action::FreezeTool, BrushEvent{ballCommand<FreezeBall>, "Freeze liquid"},
                                     BrushEvent{ballCommand<ThawBall>, "Thaw liquid"});
}

}  // namespace ooze::ui
