// Where a solid or a nozzle is, how it is turned and how large: what the gizmo and its numbers show and set.
#pragma once

#include "ooze/world/command.h"

#include "session/scene_values.h"
#include "ui/gizmo_state.h"
#include "ui/shortcuts.h"
#include "ui/tools/tool.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

struct Placement {
  bool nozzle = false;
  std::string name;
  Pose pose;         ///< a nozzle pours along its -y
  float size = 1.f;  ///< of a solid over what it was made with [1]; a nozzle's radius [m]
  Aabb bounds;       ///< in its own frame, at this size [m]
  bool movable = true, sizable = true;
  bool falls = false;  ///< it moves by itself once it is let go
  std::string why;     ///< it is not, or ""
};

/// Of a solid, with what cannot be changed of it and why.
Placement placementOf(const BodyValues& body);
/// What is chosen, as it will be when all edits are done; none if nothing is, or it is not there.
std::optional<Placement> chosenPlacement(const WorldValues& live, const InterfaceState& state);
/// The commands that lead from one to the other.
std::vector<Command> commandsToPlace(const Placement& from, const Placement& to);
/// Within what commands take.
float allowedSize(const Placement& placement, float size);

/// A nozzle that stays, over what is seen in the middle of the view, or over what the camera turns round
/// where that lies far behind it, with the pour tool's options.
Command nozzleCommand(const ToolContext& context);

/// The mode that an action chooses.
GizmoMode gizmoMode(Action action);

/// The angles about x, y and z that meshTurn() makes this turn of: x within 90 degrees of 0. [degrees]
Vec3 turnDegrees(const Quat& turn);

}  // namespace ooze::ui
