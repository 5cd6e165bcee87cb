// The table of command targets: the label, range, validation, and read and write functions of each target.
// Commands, undo, differences and the user interface all use this one table.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/liquid/controls.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/liquid_look.h"

#include "world/commands/pair_values.h"
#include "world/commands/target_names.h"
#include "world/commands/world_values.h"
#include "world/edits/grab_constraint.h"
#include "world/edits/push.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace ooze {

struct TargetScope;

/// Identifies the rows that code handles individually. The numbers are part of the save format
/// (EventUndoRecord::field); the numbers of method actions are in MethodAction::number.
enum class TargetField : std::uint32_t {
  None = 0,
  MaterialAdd = 1,
  EmitterEnabled = 5,
  AddEmitter = 11,
  AddSphere = 24,
  AddBox = 25,
  AddCapsule = 26,
  AddCylinder = 27,
  AddColliderSphere = 28,
  AddColliderBox = 29,
  AddColliderCapsule = 30,
  AddColliderCylinder = 31,
  RemoveAdded = 32,
  Freeze = 39,
  Thaw = 40,
  ThawAll = 41,
  Erase = 42,
  Cut = 43,
  AddMesh = 44,
  AddLiquidMesh = 45,
  TakeBack = 46
};

struct TargetRange {
  float lower, upper;
};

/// Read and write functions of a row, for the thing that the row's group names. A null function means that
/// the row does not support the operation.
/// @tparam T  type of the thing that holds the value
template <class T>
struct TargetAccess {
  TargetValue (*read)(const T&, std::size_t place) = nullptr;
  void (*write)(T&, std::size_t place, const Command&) = nullptr;
  /// Returns true if a difference between the two is meaningful.
  bool (*compared)(const T&, const T&) = nullptr;
};

/// Values of the world settings, in the order of worldParameters().
using WorldNumbers = std::vector<float>;

/// The mouse tools that act on liquid, as references.
struct MouseTools {
  GrabConstraint& hand;
  Push& push;
  const Particles& particles;
};

struct TargetRow {
  /// Restricts the row to bodies or controls of one kind.
  enum class Needs {
    Nothing,
    Dynamic,
    Movable,
    Sizable,
    Velocity,
    Viscosity,
    Divergence,
    Temperature,
    Cylinder
  };
  enum class Adds { Nothing, Material, Emitter, Body, Control };
  enum class Text { None, Words, Mesh };  ///< text that commands take beside numbers

  std::string_view group;       ///< first word of the target
  std::string_view key;         ///< last word of the target
  std::string_view label;       ///< label of the target for people
  std::string_view after = {};  ///< end of the label, after the name of the thing: ", value of point 3"
  /// Label of the edit in lists, with "{}" for the thing's name; for a switch, labels for on and off. "":
  /// uses `label`.
  std::string_view edit = {}, editOff = {};
  std::string_view symbol = {}, unit = {};
  Scale scale = Scale::Linear;

  CommandEffect effect = CommandEffect::Setting;
  std::size_t arity = 1;
  std::array<TargetRange, 13> ranges = {};  ///< allowed range of each number
  std::size_t more = 0;  ///< number of optional further numbers; a command gives all or none of them
  /// Name of the default used if a command gives no value; "": a value is required.
  std::string_view otherwise = {};
  Text text = Text::None;
  Needs needs = Needs::Nothing;
  Adds adds = Adds::Nothing;
  TargetField field = TargetField::None;
  bool isUndoable = false;   ///< edits.take_back can undo the command
  bool isMouseDrag = false;  ///< the command is part of a mouse drag, which is not undone
  bool sweepable = false;
  bool whole = false;      ///< sets the whole thing, and overrules the thing's other keys
  bool puts = false;       ///< moves the body, and resets its origin for removeStray()
  bool recolours = false;  ///< also recolours the existing liquid
  std::array<std::string_view, 2> alsoChanges = {};  ///< keys of the same thing whose values change too
  const ParameterInfo* parameter = nullptr;          ///< parameter whose range replaces `ranges`
  std::size_t place = 0;                             ///< index of the value in its list, passed to `access`
  /// Pair function that the row sets, whole or in part; validated by `write`.
  const PairFunction* function = nullptr;
  /// Key of the setting that contains this part; "": the row is a whole setting.
  std::string_view partOf = {};
  /// Validates a command beyond the ranges of numbers; null: nothing more to check.
  /// @throws InputError if the command is not valid
  void (*check)(const Command&, const TargetScope&) = nullptr;
  std::variant<std::monostate, TargetAccess<MaterialDefinition>, TargetAccess<WorldNumbers>,
               TargetAccess<EmitterSpec>, TargetAccess<BodyValues>, TargetAccess<Control>,
               TargetAccess<PairCurve>, TargetAccess<MouseTools>>
      access = {};

  [[nodiscard]] bool takesText() const { return text != Text::None; }
  [[nodiscard]] bool isAction() const { return arity == 0 && !takesText(); }

  /// Returns true if the row's value is in a thing of type T.
  template <class T>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<TargetAccess<T>>(access);
  }
  /// Reads the value; call only if reads() is true.
  template <class T>
  [[nodiscard]] TargetValue read(const T& thing) const {
    return std::get_if<TargetAccess<T>>(&access)->read(thing, place);
  }
  template <class T>
  [[nodiscard]] bool reads() const {
    const auto* a = std::get_if<TargetAccess<T>>(&access);
    return a && a->read;
  }
  template <class T>
  void write(T& thing, const Command& command) const {
    if (const auto* a = std::get_if<TargetAccess<T>>(&access); a && a->write) a->write(thing, place, command);
  }
  template <class T>
  [[nodiscard]] bool compares(const T& a, const T& b) const {
    const auto* own = std::get_if<TargetAccess<T>>(&access);
    return own && own->compared && own->compared(a, b);
  }
};

template <class T>
bool always(const T&, const T&) {
  return true;
}

namespace target_rows {

inline constexpr TargetRange kSwitch{0.f, 1.f}, kPart{0.f, 1.f}, kUnit{-1.f, 1.f};
inline constexpr TargetRange kPlace{-1e4f, 1e4f}, kReach{1e-4f, 10.f}, kHeight{1e-3f, 100.f};
inline constexpr TargetRange kNozzleSpeed{0.f, 20.f}, kNozzleRadius{1e-4f, 1.f}, kIndex{0.f, 65535.f};
inline constexpr TargetRange kDensity{1.f, 1e5f}, kTurn{-360.f, 360.f};

inline Vec3 vectorOf(std::span<const float> v) { return {v[0], v[1], v[2]}; }
inline TargetValue valueOf(const Vec3& v) { return {{v.x, v.y, v.z}}; }
inline TargetValue valueOf(const std::optional<float>& own) {
  return own ? TargetValue{{*own}} : TargetValue{};
}
inline std::optional<float> ownOf(const Command& c) {
  return c.values.empty() ? std::nullopt : std::optional(c.values[0]);
}

/// Checks the direction that a command states.
/// @throws InputError if the direction is a zero vector
void requireDirection(const Command& command, std::span<const float> direction);
/// Checks the index of a material that a command states.
/// @throws InputError if no such material exists or is waiting to be added
void requireMaterial(const Command& command, const TargetScope& scope, float index);

// Rows of each group.
std::span<const TargetRow> materialRows();
std::span<const TargetRow> emitterRows();
std::span<const TargetRow> bodyRows();
std::span<const TargetRow> controlRows();
std::span<const TargetRow> actionRows();  ///< rows of groups whose things have no names

}  // namespace target_rows

/// Returns the rows that do not depend on a method's parameters.
std::span<const TargetRow> fixedRows();

/// Returns all rows of a world with this method.
std::span<const TargetRow> targetRows(const MethodRow& method);

/// Returns the row of a target or field, or null.
const TargetRow* findTargetRow(std::span<const TargetRow> rows, const TargetName& name);
const TargetRow* findTargetRow(TargetField field);

}  // namespace ooze
