#include "ui/tools/tool.h"

#include <array>

namespace ooze::ui {

std::span<const ToolRow> toolRows() {
  static constexpr std::array kRows{
      ToolRow{Action::PourTool,
              "Drag: move the nozzle level.  Shift: up and down.  Hold right: nozzle off.  Middle drag: turn "
              "the view.  Esc: camera",
              makePourTool},
      ToolRow{Action::CameraTool, "", makeCameraTool},
  };
  return kRows;
}

}  // namespace ooze::ui
