#include "ui/tools/tool.h"

#include <array>

namespace ooze::ui {

std::span<const ToolRow> toolRows() {
  static constexpr std::array kRows{
      ToolRow{Action::PourTool,
              "Drag: move the nozzle level.  Shift: up and down.  Hold right: nozzle off.  Middle drag: turn "
              "the view.  Esc: camera",
              makePourTool},
      ToolRow{Action::GrabTool,
              "Drag a body or the liquid; let go to throw.  Shift: away and nearer.  Wheel: farther.  Drag "
              "elsewhere: turn the view.  Esc: camera",
              makeGrabTool},
      ToolRow{
          Action::DropTool,
          "Click: drop a body there.  Drag: aim.  Shape, size, density: panel Bodies.  Middle drag: turn the "
          "view.  Esc: camera",
          makeDropTool},
      ToolRow{Action::Microscope, "", makeMicroscopeTool},
      ToolRow{Action::CameraTool, "", makeCameraTool},
  };
  return kRows;
}

}  // namespace ooze::ui
