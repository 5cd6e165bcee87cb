// What the targets of commands are, by their form alone: their words, what they do, and what people call
// them. What they name need not exist.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/world/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The words of a target: GROUP.KEY, or GROUP.NAME.KEY where things of the group have names. Names may hold
/// dots.
struct TargetName {
  std::string_view group, name, key;

  [[nodiscard]] std::string text() const;  ///< the target again
};
/// Of what has too few words the name and the key are empty.
TargetName parseTarget(std::string_view target);

/// True for events that edits.take_back undoes.
bool isTakenBack(std::string_view target);
/// True for what a hand does while it holds something.
bool isOfHand(std::string_view target);
/// True if the text of such commands is a mesh.
bool namesMesh(std::string_view target);

/// What a target is called.
struct TargetWords {
  std::string label;   ///< "Viscosity of honey"
  std::string symbol;  ///< the paper's, or ""
  std::string unit;    ///< "" if it is a pure number
  Scale scale = Scale::Linear;
  float lower = 0.f, upper = 0.f;  ///< what it may be; both 0 where it is not one number

  /// "Viscosity of honey  σ  [1/frame]"
  [[nodiscard]] std::string title() const;
};

/// What is not known is called as it is written.
/// @param method  whose parameters count
TargetWords describeTarget(std::string_view target, std::string_view method);

/// An edit in words, for the menu and the timeline: "Viscosity of honey", "Drop a ball", "Take out duck".
std::string editLabel(const Command& command, std::string_view method);

/// The target that holds what a command of this one changes, of targets as singleTargets() names them: of a
/// point of a function that is the function.
std::string settingOf(std::string_view target, std::string_view method);

/// The targets of one thing each that this one comes to: "METHOD.KEY" is of every material, and two
/// materials come in one order.
std::vector<std::string> singleTargets(std::string_view target, std::string_view method,
                                       const std::vector<MaterialDefinition>& materials);
/// True if a command of the one leaves nothing of what one of the other set before it: it sets the same, that
/// of every material instead of one, or all of a function instead of a part. A material that is added stays.
bool overrules(std::string_view later, std::string_view earlier, std::string_view method);
/// True if one thing's value would be set by both.
bool setTheSame(std::string_view a, std::string_view b, std::string_view method,
                const std::vector<MaterialDefinition>& materials);

}  // namespace ooze
