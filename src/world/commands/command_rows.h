// The table of commands: one row for each type of command, and for each shape of AddBody. SetValue has a
// table of its own (setting_rows.h).
#pragma once

#include "ooze/world/command.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Allowed range of a number, bounds included.
struct AllowedRange {
  float lower = 0.f, upper = 0.f;
};

// Ranges that several rows share.
namespace command_table {

inline constexpr AllowedRange kSwitch{0.f, 1.f}, kPart{0.f, 1.f}, kUnit{-1.f, 1.f};
inline constexpr AllowedRange kPlace{-1e4f, 1e4f}, kReach{1e-4f, 10.f}, kHeight{1e-3f, 100.f};
inline constexpr AllowedRange kNozzleSpeed{0.f, 20.f}, kNozzleRadius{1e-4f, 1.f}, kIndex{0.f, 65535.f};
inline constexpr AllowedRange kDensity{1.f, 1e5f}, kDegrees{-360.f, 360.f};

}  // namespace command_table

/// Checks a number.
/// @throws InputError if the number is not finite, or outside the range
void requireWithin(const AllowedRange& range, std::string_view name, float value);

/// A member of a command that the command's text holds as numbers.
struct CommandField {
  std::string_view name;  ///< name of the member
  std::string_view unit;  ///< unit of the numbers; "": a whole number
  AllowedRange range;     ///< allowed range of each number
  std::size_t count = 1;  ///< how many numbers the text holds
  bool optional = false;  ///< a text may end before this field
};

/// Numbers of undoable events. They are part of the save format. MethodAction::number holds those of actions
/// of methods.
namespace event_number {

inline constexpr std::uint32_t kAddEmitter = 11, kAddSphere = 24, kAddBox = 25, kAddCapsule = 26,
                               kAddCylinder = 27, kAddColliderSphere = 28, kAddColliderBox = 29,
                               kAddColliderCapsule = 30, kAddColliderCylinder = 31, kRemoveAdded = 32,
                               kFreeze = 39, kThaw = 40, kThawAll = 41, kErase = 42, kCut = 43, kAddMesh = 44,
                               kFillMesh = 45, kErasePoured = 46;

}  // namespace event_number

/// How undo reverts a command.
enum class CommandInverse {
  None,          ///< no undo
  RestoreValue,  ///< sets the value from before
  UndoEvent      ///< the command is an event that UndoEvent reverts
};

struct CommandRow {
  std::string_view target;  ///< CommandText::target; "{}" stands for the name of the thing
  std::string_view label;   ///< label in the undo menu; "{}" stands for the name of the thing
  std::string_view description;
  CommandEffect effect = CommandEffect::Event;
  CommandInverse inverse = CommandInverse::None;
  bool isMouseDrag = false;  ///< part of a mouse drag, which is not undone
  bool takesText = false;    ///< the command's text is needed: a mesh file or a material
  std::uint32_t number = 0;  ///< number of an undoable event in saves; never reused
  std::vector<CommandField> fields{};

  std::function<bool(const Command&)> is{};  ///< true for commands of this row
  /// Makes a command from a text whose count of numbers fits.
  std::function<Command(const CommandText&, std::string_view name)> parse{};
  std::function<CommandText(const Command&)> print{};  ///< writes a command of this row as text
  std::function<std::string(const Command&)> name{};   ///< returns the name of the thing, or ""

  [[nodiscard]] bool isUndoable() const { return inverse == CommandInverse::UndoEvent; }
  /// Returns true if the command takes neither numbers nor text.
  [[nodiscard]] bool isAction() const { return fields.empty() && !takesText; }
  /// Returns the first word of the target.
  [[nodiscard]] std::string_view group() const { return target.substr(0, target.find('.')); }
  /// Returns the last word of the target.
  [[nodiscard]] std::string_view key() const { return target.substr(target.rfind('.') + 1); }
};

/// Returns all rows.
std::span<const CommandRow> commandRows();
/// Returns the row of a command; null for SetValue and for actions that no method has.
const CommandRow* findCommandRow(const Command& command);
/// Returns the row of a target; null for settings and unknown targets.
/// @param name  receives the name of the thing in the target
const CommandRow* findCommandRow(std::string_view target, std::string* name = nullptr);
/// Returns the row of an undoable event by its number in saves, or null.
const CommandRow* findCommandRow(std::uint32_t number);

/// Checks the length of a target before a message quotes the target.
/// @throws InputError if no target can be that long
void requireShortTarget(std::string_view target);

/// Returns true for events that UndoEvent can undo.
bool isUndoableEvent(const Command& command);
/// Returns true for commands of a mouse drag: grabbing, carrying and pulling.
bool isMouseDrag(const Command& command);
/// Returns the mesh file of a command; null for commands without a mesh.
const std::string* meshFileOf(const Command& command);
/// Replaces the mesh file of a command, if the command has one.
void setMeshFile(Command& command, std::string file);

}  // namespace ooze
