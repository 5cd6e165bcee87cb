// Syntax of command targets: parsing, labels for people, and relations between targets. These functions do
// not look at a world; the named thing need not exist.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/world/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The parts of a target: GROUP.KEY, or GROUP.NAME.KEY for groups whose things have names. Names may contain
/// dots.
struct TargetName {
  std::string_view group, name, key;

  [[nodiscard]] std::string text() const;  ///< joins the parts to the target again
};
/// Splits a target into its parts. Name and key are empty if the target has too few words.
TargetName parseTarget(std::string_view target);

/// Returns true for events that edits.take_back can undo.
bool isUndoableEvent(std::string_view target);
/// Returns true for commands of a mouse drag: grabbing, carrying and pulling.
bool isMouseDrag(std::string_view target);
/// Returns true if commands of this target take a mesh file as text.
bool namesMesh(std::string_view target);

/// The label, unit and range of a target, for the user interface.
struct TargetWords {
  std::string label;   ///< "Viscosity of honey"
  std::string symbol;  ///< symbol in the paper, or ""
  std::string unit;    ///< "" for a dimensionless number
  Scale scale = Scale::Linear;
  float lower = 0.f, upper = 0.f;  ///< allowed range; both 0 if the target does not take exactly one number

  /// Returns label, symbol and unit: "Viscosity of honey  σ  [1/frame]".
  [[nodiscard]] std::string title() const;
};

/// Returns the description of a target. An unknown target is its own label.
/// @param method  key of the method whose parameters are looked up
TargetWords describeTarget(std::string_view target, std::string_view method);

/// Returns a label for an edit, for the menu and the timeline: "Viscosity of honey", "Drop a ball", "Take out
/// duck".
std::string editLabel(const Command& command, std::string_view method);

/// Returns the whole setting that a target belongs to, in the form of expandTarget(). For a point of a pair
/// function, that is the function.
std::string enclosingSetting(std::string_view target, std::string_view method);

/// Expands a target into targets of one thing each. "METHOD.KEY" expands to every material; the two materials
/// of a pair are put into index order.
std::vector<std::string> expandTarget(std::string_view target, std::string_view method,
                                      const std::vector<MaterialDefinition>& materials);
/// Returns true if a later command leaves no effect of an earlier one: both set the same value, or the later
/// command sets every material instead of one, or a whole function instead of a part. Added materials are
/// never overruled.
bool overrules(std::string_view later, std::string_view earlier, std::string_view method);
/// Returns true if the two targets set a common value.
bool targetsOverlap(std::string_view a, std::string_view b, std::string_view method,
                    const std::vector<MaterialDefinition>& materials);

}  // namespace ooze
