// What the mouse and the panel make of control particles, as commands.
#pragma once

#include "ooze/world/command.h"

#include "session/session.h"
#include "ui/control_choice.h"
#include "ui/panels/panel.h"
#include "ui/tools/brush.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// Why this world has no use for control particles, or "".
std::string whyNoControls(const SessionView& view);

/// Null if there is none.
const Control* findControl(std::span<const Control> controls, std::string_view name);

/// "WORD 1", "WORD 2", ...: the first that is free.
std::string freeControlName(const std::vector<Control>& controls, std::string_view word);

/// Whether the view draws the controls of the world.
bool controlsAreShown(const InterfaceState& state);

/// All of a control. @param scene  whose particles it may still have
Command wholeControl(const Control& control, const SessionView& view);
Command controlRemoval(std::string_view name);
/// Takes what is chosen out of the world, as one edit. @return false if nothing is
bool removeChosen(Session& session, const std::vector<Control>& controls, ControlChoice& choice);

/// Controls one after the other that "NAME 1", "NAME 2", ... are the names of, listed as one; else one alone.
struct ControlGroup {
  std::string name;
  std::span<const Control> members;
};
std::vector<ControlGroup> groupsOf(std::span<const Control> controls);
/// Those that the name of one, or of a group, stands for.
std::span<const Control> controlsNamed(std::span<const Control> controls, std::string_view name);

/// A control as the brush leaves it along a stroke: one particle of a click.
/// @param touches  one at least
Control paintedControl(const ControlChoice& choice, const Snapshot& snapshot,
                       const std::vector<Touch>& touches);

/// The control with keys of a drag in place of those that it had in that time.
/// @param drag  ascending in time, one at least
Control withPlaceKeys(Control control, const std::vector<PoseKey>& drag);

}  // namespace ooze::ui
