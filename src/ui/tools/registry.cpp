#include "ui/tools/tool.h"

#include <array>

namespace ooze::ui {

std::span<const ToolRow> toolRows() {
  static constexpr std::array kRows{
      // The gizmo comes first: its handles and selection take precedence over nozzles and bodies that other
      // tools grab.
      ToolRow{Action::GizmoTool,
              "Click a solid or a nozzle, then drag a handle: W moves, T turns, S scales.  Shift: in whole "
              "steps.  N: one more nozzle.  Middle drag: turn the view.  Esc: camera",
              "Nothing here to move: click a solid or a nozzle.", makeGizmoTool},
      ToolRow{
          Action::PourTool,
          "Hold left: pour there.  Right: suck liquid away.  Drag a ring: move that nozzle, with Shift up "
          "and down.  Ctrl+wheel: width.  Middle drag: turn the view.  Esc: camera",
          "", makePourTool},
      ToolRow{Action::GrabTool,
              "Drag a body or the liquid; let go to throw.  Shift: away and nearer.  Wheel: farther.  Middle "
              "drag: turn the view.  Right drag: move the view.  Esc: camera",
              "Nothing here to grab: drag a body or the liquid.", makeGrabTool},
      ToolRow{Action::PushTool,
              "Hold left: push away.  Hold right: pull near.  Drag to follow; wheel: farther.  Ctrl+wheel: "
              "size.  Middle drag: turn the view.  Esc: camera",
              "", makePushTool},
      ToolRow{Action::CutTool,
              "Drag left: cut and part.  Drag right: slit.  What flows closes again.  The blade goes "
              "straight into the picture.  Middle drag: turn the view.  Esc: camera",
              "", makeCutTool},
      ToolRow{Action::FreezeTool,
              "Drag left: freeze.  Drag right: thaw.  Ctrl+wheel: size.  Middle drag: turn the view.  Esc: "
              "camera",
              "", makeFreezeTool},
      ToolRow{Action::EraseTool,
              "Drag left: rub out liquid.  Right click: take a solid out.  Ctrl+wheel: size.  Middle drag: "
              "turn the view.  Esc: camera",
              "", makeEraseTool},
      ToolRow{Action::DropTool,
              "Click: drop a body there.  Drag: aim.  Right click: take one out again.  Ctrl+wheel: size.  "
              "Middle drag: turn the view.  Esc: camera",
              "", makeDropTool},
      ToolRow{Action::ColliderTool,
              "Click: place a solid that stays.  Drag one that you placed: move it, with Shift level.  Right "
              "click: take it out.  Ctrl+wheel: size.  Esc: camera",
              "", makeColliderTool},
      ToolRow{Action::ControlTool,
              "Click: a control particle there.  Drag: a row of them.  Drag one that is there: move it, and "
              "by keys while K is on.  Right click or Del: take it out.  Ctrl+wheel: radius.  Esc: camera",
              "This world's method heeds no control particles: those named rasmussen do.", makeControlTool},
      ToolRow{Action::Microscope, "", "", makeMicroscopeTool},
      ToolRow{Action::CameraTool, "", "", makeCameraTool},
  };
  return kRows;
}

}  // namespace ooze::ui
