// The table of settings: label, range, validation, and read and write functions of each. Commands, undo,
// differences and the user interface all use this one table.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/liquid/controls.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/liquid_look.h"

#include "world/commands/command_rows.h"
#include "world/commands/world_values.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace ooze {

struct CommandScope;

/// Read and write functions of a row, for the thing that the row's setting belongs to. A null function means
/// that the row does not support the operation.
/// @tparam T  type of the thing that holds the value
template <class T>
struct SettingAccess {
  SettingValue (*read)(const T&, std::size_t place) = nullptr;
  void (*write)(T&, std::size_t place, const SettingValue&) = nullptr;
  /// Returns true if a difference between the two is meaningful.
  bool (*compared)(const T&, const T&) = nullptr;
};

/// Values of the world settings, in the order of worldParameters().
using WorldNumbers = std::vector<float>;

struct SettingRow {
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

  SettingOwner owner = SettingOwner::World;
  std::string_view key;
  std::string_view label;       ///< label for people
  std::string_view after = {};  ///< end of the label, after the name of the thing: ", value of point 3"
  /// Label of the edit in lists, with "{}" for the thing's name; for a switch, labels for on and off. "":
  /// uses `label`.
  std::string_view edit = {}, editOff = {};
  std::string_view symbol = {}, unit = {};
  Scale scale = Scale::Linear;

  CommandEffect effect = CommandEffect::Setting;
  std::size_t count = 1;    ///< how many numbers the value has; 0: the value is a text
  AllowedRange range = {};  ///< allowed range of each number
  /// Name of the default used if a command gives no value; "": a value is required.
  std::string_view otherwise = {};
  Needs needs = Needs::Nothing;
  bool sweepable = false;
  bool isWhole = false;     ///< sets the whole thing, and overrules the thing's other settings
  bool setsOrigin = false;  ///< moves the body, and resets its origin for removeStray()
  bool recolours = false;   ///< also recolours the existing liquid
  std::array<std::string_view, 2> alsoChanges = {};  ///< keys of the same thing whose values change too
  const ParameterInfo* parameter = nullptr;          ///< parameter that holds range and default
  std::size_t place = 0;                             ///< index of the value in its list, passed to `access`
  /// Pair function that the row sets, whole or in part; validated by `write`.
  const PairFunction* function = nullptr;
  /// Key of the setting that contains this part; "": the row is a whole setting.
  std::string_view partOf = {};
  /// Validates a value beyond the range of its numbers; null: nothing more to check.
  /// @throws InputError if the value is not valid
  void (*check)(const SetValue&, const CommandScope&) = nullptr;
  std::variant<std::monostate, SettingAccess<MaterialDefinition>, SettingAccess<WorldNumbers>,
               SettingAccess<EmitterSpec>, SettingAccess<BodyValues>, SettingAccess<Control>,
               SettingAccess<PairCurve>>
      access = {};

  [[nodiscard]] bool isText() const { return count == 0; }

  /// Returns true if the row's value is in a thing of type T.
  template <class T>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<SettingAccess<T>>(access);
  }
  /// Reads the value; call only if reads() is true.
  template <class T>
  [[nodiscard]] SettingValue read(const T& thing) const {
    return std::get_if<SettingAccess<T>>(&access)->read(thing, place);
  }
  template <class T>
  [[nodiscard]] bool reads() const {
    const auto* a = std::get_if<SettingAccess<T>>(&access);
    return a && a->read;
  }
  template <class T>
  void write(T& thing, const SettingValue& value) const {
    if (const auto* a = std::get_if<SettingAccess<T>>(&access); a && a->write) a->write(thing, place, value);
  }
  template <class T>
  [[nodiscard]] bool compares(const T& a, const T& b) const {
    const auto* own = std::get_if<SettingAccess<T>>(&access);
    return own && own->compared && own->compared(a, b);
  }
};

template <class T>
bool always(const T&, const T&) {
  return true;
}

/// The class and the type of a data member.
template <auto member>
struct MemberTypes;
template <class T, class V, V T::*member>
struct MemberTypes<member> {
  using Thing = T;
  using Value = V;
};

/// Reads a data member: a number, a switch, a vector, a text, or a number that may be unset.
template <auto member>
SettingValue readMember(const typename MemberTypes<member>::Thing& thing, std::size_t) {
  using V = typename MemberTypes<member>::Value;
  if constexpr (std::is_arithmetic_v<V>)
    return static_cast<float>(thing.*member);
  else
    return SettingValue(thing.*member);
}

template <auto member>
void writeMember(typename MemberTypes<member>::Thing& thing, std::size_t, const SettingValue& value) {
  using V = typename MemberTypes<member>::Value;
  if constexpr (std::is_same_v<V, bool>)
    thing.*member = value.isOn();
  else if constexpr (std::is_arithmetic_v<V>)
    thing.*member = static_cast<V>(value.number());
  else if constexpr (std::is_same_v<V, Vec3>)
    thing.*member = value.vector();
  else if constexpr (std::is_same_v<V, std::string>)
    thing.*member = value.text;
  else
    thing.*member = value.own();
}

/// Makes the access to a data member. By default, every difference is meaningful.
template <auto member, class T = typename MemberTypes<member>::Thing>
constexpr SettingAccess<T> accessTo(decltype(SettingAccess<T>::compared) compared = always<T>) {
  return {readMember<member>, writeMember<member>, compared};
}

namespace command_table {

// Rows of each kind of thing, without their owner.
std::vector<SettingRow> materialSettings();
std::vector<SettingRow> emitterSettings();
std::vector<SettingRow> bodySettings();
std::vector<SettingRow> controlSettings();

}  // namespace command_table

/// Returns the rows that do not depend on a method.
std::span<const SettingRow> fixedSettingRows();
/// Returns all rows of a world with this method.
std::span<const SettingRow> settingRows(const MethodRow& method);

/// Returns the row of a setting, or null.
const SettingRow* findSettingRow(std::span<const SettingRow> rows, const SettingName& name);
/// Returns the row of a setting in a world with this method, or null.
const SettingRow* findSettingRow(const MethodRow& method, const SettingName& name);

/// Returns the first word of the text of an owner's settings; "" for EveryMaterial.
std::string_view wordOf(SettingOwner owner);

}  // namespace ooze
