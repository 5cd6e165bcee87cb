#include "ui/tools/tool.h"
#include "ui/tools/view_drag.h"

#include <array>

namespace ooze::ui {

std::span<const ToolRow> toolRows() {
  static constexpr std::array kRows{
      // The gizmo comes first: its handles and selection take precedence over nozzles and bodies that other
      // tools grab.
      ToolRow{Action::GizmoTool,
              "Click a solid or a nozzle, then drag a handle: {2} moves, {3} turns, {4} scales.  Shift: in "
              "whole steps.  {5}: add a nozzle.  {0}: turn the view.  {1}: camera",
              "Nothing to move here. Click a solid or a nozzle.",
              makeGizmoTool,
              {Action::BackToCamera, Action::GizmoMove, Action::GizmoTurn, Action::GizmoScale,
               Action::AddNozzle}},
      ToolRow{Action::PourTool,
              "Hold left: pour.  Right: suck liquid away.  Drag a ring: move its nozzle, with Shift up and "
              "down.  Ctrl+wheel: width.  {0}: turn the view.  {1}: camera",
              "",
              makePourTool,
              {Action::BackToCamera}},
      ToolRow{Action::GrabTool,
              "Drag a body or the liquid; let go to throw.  Shift: away and nearer.  Wheel: farther.  "
              "Ctrl+wheel: grip.  {0}: turn the view.  Right drag: move the view.  {1}: camera",
              "Nothing to grab here. Drag a body or the liquid.",
              makeGrabTool,
              {Action::BackToCamera}},
      ToolRow{Action::PushTool,
              "Hold left: push away.  Hold right: pull near.  Drag to follow; wheel: farther.  Ctrl+wheel: "
              "size.  {0}: turn the view.  {1}: camera",
              "",
              makePushTool,
              {Action::BackToCamera}},
      ToolRow{Action::CutTool,
              "Drag left: cut and part.  Drag right: slit.  Thin liquids flow together again.  The blade "
              "cuts straight into the view.  {0}: turn the view.  {1}: camera",
              "",
              makeCutTool,
              {Action::BackToCamera}},
      ToolRow{Action::FreezeTool,
              "Drag left: freeze.  Drag right: thaw.  Ctrl+wheel: size.  {0}: turn the view.  {1}: camera",
              "",
              makeFreezeTool,
              {Action::BackToCamera}},
      ToolRow{Action::EraseTool,
              "Drag left: erase liquid.  Right click: remove a solid.  Ctrl+wheel: size.  {0}: turn the "
              "view.  {1}: camera",
              "",
              makeEraseTool,
              {Action::BackToCamera}},
      ToolRow{Action::DropTool,
              "Click: drop a body.  Drag: aim.  Right click: remove a body.  Ctrl+wheel: size.  {0}: turn "
              "the view.  {1}: camera",
              "",
              makeDropTool,
              {Action::BackToCamera}},
      ToolRow{Action::ColliderTool,
              "Click: place a fixed solid.  Drag a placed solid: move it, with Shift level.  Right click: "
              "remove it.  Ctrl+wheel: size.  {1}: camera",
              "",
              makeColliderTool,
              {Action::BackToCamera}},
      ToolRow{Action::ControlTool,
              "Click: add a control particle.  Drag: add a row.  Drag an existing one: move it, and set keys "
              "while {2} is on.  Right click or {3}: remove it.  Ctrl+wheel: radius.  {1}: camera",
              "This method has no control particles. Open a scene of the particle level set.",
              makeControlTool,
              {Action::BackToCamera, Action::KeyControls, Action::RemoveDropped}},
      ToolRow{Action::Microscope, "", "", makeMicroscopeTool},
      ToolRow{Action::CameraTool, "", "", makeCameraTool},
  };
  return kRows;
}

std::string toolHint(const ToolRow& row, KeyMap map) {
  return insertKeys(row.hint, row.keys, map, turningDrag(map));
}

}  // namespace ooze::ui
