// Placement of a solid or a nozzle: position, rotation and size, as the gizmo and its number fields show and
// set them.
#pragma once

#include "ooze/world/command.h"

#include "session/scene_values.h"
#include "ui/state/shortcuts.h"
#include "ui/state/tool_options.h"
#include "ui/tools/tool.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

struct Placement {
  bool nozzle = false;
  std::string name;
  Pose pose;         ///< a nozzle pours along its -y axis
  float size = 1.f;  ///< scale of a solid over its original size [1]; radius of a nozzle [m]
  Aabb bounds;       ///< bounding box in the object's frame, at this size [m]
  bool movable = true, sizable = true;
  bool falls = false;  ///< a dynamic body, which moves by itself when released
  std::string why;     ///< why the object is not movable or not sizable, or ""

  [[nodiscard]] SettingName setting(const char* key) const {
    return {nozzle ? SettingOwner::Emitter : SettingOwner::Body, name, key};
  }
};

/// Returns the placement of a solid, including whether position and size can be changed, and why not.
Placement placementOf(const BodyValues& body);
/// Returns the placement of the selected object, after all pending edits. Empty if nothing is selected or the
/// object is absent.
std::optional<Placement> chosenPlacement(const WorldValues& live, const InterfaceState& state);
/// Returns the commands that change one placement into the other.
std::vector<Command> commandsToPlace(const Placement& from, const Placement& to);
/// Clamps a size to the range that the commands accept.
float allowedSize(const Placement& placement, float size);

/// Builds the command that adds a permanent nozzle, with the pour tool's options. The nozzle is placed over
/// the surface in the middle of the view, or over the camera's target if the surface lies far behind the
/// target.
Command nozzleCommand(const ToolContext& context);

/// Returns the gizmo mode of an action.
GizmoMode gizmoMode(Action action);

/// Decomposes a rotation into the angles about x, y and z of meshRotation(). x lies within 90 degrees of 0.
/// @return angles about x, y and z [degrees]
Vec3 turnDegrees(const Quat& turn);

}  // namespace ooze::ui
