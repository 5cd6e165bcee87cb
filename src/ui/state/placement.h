// Placement of a solid or a nozzle: position, rotation and size, as the gizmo and its number fields show and
// set them.
#pragma once

#include "ooze/world/command.h"

#include "session/scene_values.h"
#include "ui/state/shortcuts.h"
#include "ui/state/tool_options.h"
#include "ui/tools/tool.h"

#include <cstddef>
#include <memory>
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
/// Clears the selection of a body and of a nozzle, which belong to one scene.
void forgetSelection(InterfaceState& state);
/// Returns the commands that change one placement into the other.
std::vector<Command> commandsToPlace(const Placement& from, const Placement& to);
/// A move that solids may have stopped.
struct LimitedMove {
  Placement to;
  std::string obstacle;  ///< solid that stopped the move; "": none
};

/// Limits the placement of a solid, so that it does not enter others: walls, floors and tanks, and if it is
/// dynamic every other solid too, because overlapping solids throw each other out. A solid that overlaps
/// another already may stay, but does not go deeper.
class PlaceLimit {
 public:
  /// @param snapshot  present bodies
  /// @param from      present placement of the solid
  PlaceLimit(std::shared_ptr<const Snapshot> snapshot, const Placement& from);

  /// Takes the present places of the other solids, which may move during a drag. A snapshot with more or
  /// fewer bodies is ignored.
  void follow(std::shared_ptr<const Snapshot> snapshot);
  /// Returns the last placement on the straight way between two placements before a solid is in the way.
  /// @param start  overlaps no solid more than the present placement does
  [[nodiscard]] LimitedMove move(const Placement& start, const Placement& to) const;
  /// Returns the solid that a placement would enter; "": none.
  [[nodiscard]] std::string obstacle(const Placement& to) const;

 private:
  [[nodiscard]] float depthIn(const Body& other, const Placement& at) const;

  std::shared_ptr<const Snapshot> snapshot_;
  Placement from_;
  std::vector<Vec3> points_;  ///< points on the surface, in the solid's frame at the size of `from_` [m]
  std::vector<std::size_t> obstacles_;  ///< indices of the bodies that stop the solid
  std::vector<float> depths_;           ///< depth of the present overlap with each of them [m]
};

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
