// Rubs out liquid; with the right button solids.
#include "ui/tools/brush_tool.h"
#include "ui/tools/removal.h"

namespace ooze::ui {
namespace {

class EraseTool final : public BrushTool {
 public:
  EraseTool() : BrushTool(Action::EraseTool, {"liquid.erase", "Erase liquid", true}, {}) {}

  bool press(ToolContext& context, const Pointer& pointer, Button button) override {
    if (context.state.tool != Action::EraseTool || button != Button::Right)
      return BrushTool::press(context, pointer, button);
    return removeUnder(context, pointer, false);
  }
};

}  // namespace

std::unique_ptr<Tool> makeEraseTool() { return std::make_unique<EraseTool>(); }

}  // namespace ooze::ui
