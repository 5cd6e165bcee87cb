// Validation of commands against the things that they may name, before a command is queued.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/world/world.h"

#include "base/name_index.h"
#include "world/commands/setting_names.h"
#include "world/commands/setting_rows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A setting resolved to a table row and a thing in the world.
struct ResolvedSetting {
  const SettingRow* row;
  std::size_t object = 0;  ///< index of the material, emitter, body or control; kNotThere if the thing is
                           ///< still waiting to be added
  std::optional<PairEntry> pair = {};  ///< for settings of pairs, the pair, without a curve

  static constexpr std::size_t kNotThere = SIZE_MAX;
};

/// Everything that commands may name: existing things, and things that waiting commands will add.
struct CommandScope {
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
  /// Searches of the lists above, which make an index where a scope serves many commands.
  mutable NameSearch materialSearch = {}, emitterSearch = {}, bodySearch = {}, controlSearch = {},
                     sceneControlSearch = {};

  /// Returns the index of a body; nothing if the scope has no body of this name.
  [[nodiscard]] std::optional<std::size_t> findBody(std::string_view name) const {
    return bodySearch.find(bodies, name);
  }
  /// Returns the index of a material that exists or that a waiting command adds; the latter come last.
  [[nodiscard]] std::optional<std::size_t> findMaterial(std::string_view name) const;

  /// Updates the scope for a waiting command: registers the thing that the command adds, or the pair function
  /// that the command sets.
  void expect(const Command& command);
};

/// Returns the scope of a scene before its start. The specification must outlive the scope.
CommandScope scopeOf(const WorldSpec& spec);

/// Resolves a setting.
/// @throws InputError with a suggestion if a name is unknown, or the named thing has no such setting
ResolvedSetting resolve(const SettingName& setting, const CommandScope& scope);

/// Validates a command: names, ranges, texts.
/// @throws InputError if the command cannot be applied
void requireValid(const Command& command, const CommandScope& scope);
/// Validates a setting's new value, and resolves the setting.
/// @throws InputError as requireValid()
ResolvedSetting requireValid(const SetValue& command, const CommandScope& scope);

/// The form of the commands of one target.
struct TargetForm {
  bool isText = false;    ///< the command takes a text
  bool isAction = false;  ///< the command takes neither numbers nor text
};
/// Resolves the target of a text, before its numbers are known.
/// @throws InputError with a suggestion if the target is unknown, or names something unknown
TargetForm requireTarget(std::string_view target, const CommandScope& scope);

/// Expands a command that sets a part of a value to the whole value, for example one point of a pair
/// function. Other commands are returned unchanged.
Command expandToWholeSetting(const Command& command, const CommandScope& scope);

/// Reports an unknown part of a command's text.
/// @param known  the names that are allowed in its place
/// @throws InputError with the part, and the most similar known name as a suggestion; always
[[noreturn]] void refuseTarget(std::string_view target, std::string_view part,
                               const std::vector<std::string>& known);
/// Checks a direction.
/// @throws InputError if the direction is a zero vector
void requireDirection(const Command& command, const Vec3& direction);
/// Checks the index of a material.
/// @throws InputError if no such material exists or is waiting to be added
void requireMaterial(const Command& command, const CommandScope& scope, float index);

/// Checks a value against the range of a setting.
/// @throws InputError if the value is outside that range
void requireInRange(SettingOwner owner, std::string_view key, float value);
/// Checks a value against the range of a command's field.
/// @param target  target of the command
/// @throws InputError if the value is outside that range
void requireInRange(std::string_view target, std::string_view field, float value);

/// Checks the name of a look.
/// @throws InputError with a suggestion if no look has this name
void requireLook(std::string_view look);

/// Decodes the control in the value of a "whole" setting; null if the value removes the control.
/// @throws InputError if the text is no control
std::shared_ptr<const Control> controlIn(const SetValue& command, const CommandScope& scope);

/// Returns a text without the white space at its ends.
std::string_view withoutSpaces(std::string_view text);
/// Calls visit(key, value) for each line "key = value" of a text. Empty lines are skipped.
/// @throws InputError for another line; errors of `visit` get the number of the line
void forEachAssignment(std::string_view text, FunctionRef<void(std::string_view, std::string_view)> visit);

/// Returns the name of the n-th added body, counted from 1.
std::string addedBodyName(std::size_t n, Motion motion);
/// Returns the name of the n-th added nozzle, counted from 1.
/// @param stays  false: the nozzle follows the mouse
std::string addedEmitterName(std::size_t n, bool stays);

}  // namespace ooze
