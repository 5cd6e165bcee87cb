// Turns mouse strokes and panel edits of control particles into commands. "Follow this shape" builds velocity
// control particles that attract liquid into the shape of a solid.
#pragma once

#include "ooze/liquid/controls.h"
#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include "session/session.h"
#include "ui/panels/panel.h"
#include "ui/state/tool_options.h"
#include "ui/tools/brush.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// Returns why this world's method ignores control particles, or "".
std::string whyNoControls(const SessionView& view);
/// Returns why a tool has no use in the open world, or "".
std::string whyNoUse(Action tool, const SessionView& view);

/// Finds a control by name; null if no control has that name.
const Control* findControl(std::span<const Control> controls, std::string_view name);

/// Returns the first unused name of "WORD 1", "WORD 2", ...
std::string freeControlName(const std::vector<Control>& controls, std::string_view word);

/// Returns whether the view draws the world's control particles.
bool controlsAreShown(const InterfaceState& state);

/// Builds the command that sets all values of a control. Particles that are still the scene's are not
/// repeated.
Command wholeControl(const Control& control, const SessionView& view);
/// Removes the chosen control or group from the world, as one undoable edit.
/// @return false if nothing is chosen
bool removeChosen(Session& session, const std::vector<Control>& controls, ControlChoice& choice);

/// A run of adjacent controls named "NAME 1", "NAME 2", ..., listed as one group; or a single control.
struct ControlGroup {
  std::string name;
  std::span<const Control> members;
};
std::vector<ControlGroup> groupsOf(std::span<const Control> controls);
/// Returns the controls that a name stands for: one control, or all members of a group.
std::span<const Control> controlsNamed(std::span<const Control> controls, std::string_view name);

/// Builds the control that the brush leaves along a stroke. A click makes a control of one particle.
/// @param touches  at least one
Control paintedControl(const ControlChoice& choice, const Snapshot& snapshot,
                       const std::vector<PickedSurface>& touches);

/// Replaces the control's position keys within the time span of a drag by the keys of the drag.
/// @param drag  at least one key, ascending in time
Control withPlaceKeys(Control control, const std::vector<PoseKey>& drag);

/// Returns the bodies that liquid can fill: closed solids of limited size.
std::vector<const Body*> followableBodies(const Snapshot& snapshot);

/// Builds the commands that add controls around a body's shape and remove the body itself. The controls use
/// the body's current pose.
/// @param present  existing controls, whose names are not reused
std::vector<Command> followShape(const Body& body, const Snapshot& snapshot,
                                 const std::vector<Control>& present);

}  // namespace ooze::ui
