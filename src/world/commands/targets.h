// Resolution and validation of command targets against a world, before a command is queued.
#pragma once

#include "ooze/world/world.h"

#include "world/commands/target_names.h"
#include "world/commands/target_rows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A target resolved to a table row and a thing in the world.
struct Target {
  const TargetRow* row;
  std::size_t object = 0;  ///< index of the material, emitter, body or control; kNotThere if the thing is
                           ///< still waiting to be added
  TargetField field = TargetField::None;  ///< field of the target's row
  std::optional<PairEntry> pair = {};     ///< for pair targets, the pair, without a curve

  static constexpr std::size_t kNotThere = SIZE_MAX;
};

/// Everything that targets may name: existing things, and things that waiting commands will add.
struct TargetScope {
  struct NamedBody {
    std::string_view name;
    Motion motion;
    SolidShape::SolidKind kind;
    OwnContact contact = {};
  };
  /// Range of numbers in the names of bodies or nozzles that may exist when a command is applied.
  struct Coming {
    std::size_t first = 1, last = SIZE_MAX;
    [[nodiscard]] bool holds(std::size_t number) const { return number >= first && number <= last; }
  };

  const MethodRow& method;
  const std::vector<MaterialDefinition>& materials;
  std::vector<std::string_view> emitters = {};
  std::vector<NamedBody> bodies = {};
  std::vector<const Control*> controls = {};
  std::span<const Control> sceneControls = {};  ///< controls as given in the scene
  Coming bodiesToCome = {}, emittersToCome = {};
  std::vector<std::string> comingMaterials = {};  ///< materials that waiting commands add
  /// Controls that waiting commands set, in place of existing controls of the same name.
  std::vector<std::shared_ptr<const Control>> comingControls = {};
  MethodSettings settings = {};  ///< method settings, including pair functions set by waiting commands

  /// Updates the scope for a waiting command: registers the thing that the command adds, or the pair function
  /// that the command sets.
  void expect(const Command& command);
};

/// Returns the scope of a scene before its start. The specification must outlive the scope.
TargetScope scopeOf(const WorldSpec& spec);

/// Resolves a target.
/// @throws InputError with a suggestion if a name is unknown, or the named thing has no such value
Target resolveTarget(std::string_view target, const TargetScope& scope);

/// Validates numbers and text of a command.
/// @throws InputError if the numbers or the text do not suit the target: wrong count, not finite, out of
/// range
void requireValues(const Command& command, const Target& target, const TargetScope& scope);

/// Expands a command that sets a part of a value to the whole value, for example one point of a pair
/// function. Other commands are returned unchanged.
Command expandToWholeSetting(const Command& command, const TargetScope& scope);

/// Reports an unknown part of a target.
/// @param known  the names that are allowed in its place
/// @throws InputError with the part, and the most similar known name as a suggestion; always
[[noreturn]] void refuseTarget(std::string_view target, std::string_view part,
                               const std::vector<std::string>& known);

/// Calls resolveTarget() and requireValues().
Target requireValid(const Command& command, const TargetScope& scope);

/// Validates the values of an emitter.
/// @throws InputError if a value is outside the range for commands
void requireSound(const EmitterSpec& emitter);

/// Validates the values of a control.
/// @throws InputError if a value is outside the range for commands
void validateControlValues(const Control& control);

/// Checks a value of a command.
/// @throws InputError if the value is not finite, or outside the range
void requireWithin(const TargetRange& range, std::string_view name, float value);
/// Checks a value against the range of the command GROUP.KEY.
/// @param place  position of the value among the command's numbers
/// @throws InputError if the value is outside that range
void requireInRange(std::string_view group, std::string_view key, float value, std::size_t place = 0);

/// Checks the name of a look.
/// @throws InputError with a suggestion if no look has this name
void requireLook(std::string_view look);

/// Returns true for events that edits.take_back can undo.
inline bool isUndoableEvent(const Target& target) { return target.row->isUndoable; }

/// Returns the name of the material that a command adds; empty if the command adds none.
std::string_view materialAddedBy(const Command& command);

/// Decodes the control in a command's text; null if the command removes a control.
/// @throws InputError if the text is no control
std::shared_ptr<const Control> controlIn(const Command& command, const TargetScope& scope);

/// Returns the name of the n-th added body, counted from 1.
std::string addedBodyName(std::size_t n, Motion motion);
/// Returns the name of the n-th added nozzle, counted from 1.
/// @param stays  false: the nozzle follows the mouse
std::string addedEmitterName(std::size_t n, bool stays);
/// Returns true for names that are reserved for bodies or nozzles added by commands.
bool isAddedBodyName(std::string_view name);
bool isAddedEmitterName(std::string_view name);

}  // namespace ooze
