#include "ui/tools/tool.h"

#include <array>

namespace ooze::ui {

std::span<const ToolRow> toolRows() {
  static constexpr std::array kRows{
      // The gizmo comes first: its handles and selection take precedence over nozzles and bodies that other
      // tools grab.
      ToolRow{Action::GizmoTool,
              "Click a solid or a nozzle, then drag a handle: W moves, T turns, S scales.  Shift: in whole "
              "steps.  N: add a nozzle.  Middle drag: turn the view.  Esc: camera",
              "Nothing to move here. Click a solid or a nozzle.", makeGizmoTool},
      ToolRow{Action::PourTool,
              "Hold left: pour.  Right: suck liquid away.  Drag a ring: move its nozzle, with Shift up and "
              "down.  Ctrl+wheel: width.  Middle drag: turn the view.  Esc: camera",
              "", makePourTool},
      ToolRow{Action::GrabTool,
              "Drag a body or the liquid; let go to throw.  Shift: away and nearer.  Wheel: farther.  Middle "
              "drag: turn the view.  Right drag: move the view.  Esc: camera",
              "Nothing to grab here. Drag a body or the liquid.", makeGrabTool},
      ToolRow{Action::PushTool,
              "Hold left: push away.  Hold right: pull near.  Drag to follow; wheel: farther.  Ctrl+wheel: "
              "size.  Middle drag: turn the view.  Esc: camera",
              "", makePushTool},
      ToolRow{Action::CutTool,
              "Drag left: cut and part.  Drag right: slit.  Thin liquids flow together again.  The blade "
              "cuts straight into the view.  Middle drag: turn the view.  Esc: camera",
              "", makeCutTool},
      ToolRow{Action::FreezeTool,
              "Drag left: freeze.  Drag right: thaw.  Ctrl+wheel: size.  Middle drag: turn the view.  Esc: "
              "camera",
              "", makeFreezeTool},
      ToolRow{Action::EraseTool,
              "Drag left: erase liquid.  Right click: remove a solid.  Ctrl+wheel: size.  Middle drag: turn "
              "the view.  Esc: camera",
              "", makeEraseTool},
      ToolRow{Action::DropTool,
              "Click: drop a body.  Drag: aim.  Right click: remove a body.  Ctrl+wheel: size.  Middle drag: "
              "turn the view.  Esc: camera",
              "", makeDropTool},
      ToolRow{Action::ColliderTool,
              "Click: place a fixed solid.  Drag a placed solid: move it, with Shift level.  Right click: "
              "remove it.  Ctrl+wheel: size.  Esc: camera",
              "", makeColliderTool},
      ToolRow{Action::ControlTool,
              "Click: add a control particle.  Drag: add a row.  Drag an existing one: move it, and set keys "
              "while K is on.  Right click or Del: remove it.  Ctrl+wheel: radius.  Esc: camera",
              "This method has no control particles. Open a scene of the particle level set.",
              makeControlTool},
      ToolRow{Action::Microscope, "", "", makeMicroscopeTool},
      ToolRow{Action::CameraTool, "", "", makeCameraTool},
  };
  return kRows;
}

}  // namespace ooze::ui
