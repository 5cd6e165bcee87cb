// Makes liquid stand like a wall, and lets it flow again.
#include "ui/tools/brush_tool.h"

namespace ooze::ui {

std::unique_ptr<Tool> makeFreezeTool() {
  return std::make_unique<BrushTool>(Action::FreezeTool, BrushEvent{"liquid.freeze", "Freeze liquid"},
                                     BrushEvent{"liquid.thaw", "Thaw liquid"});
}

}  // namespace ooze::ui
