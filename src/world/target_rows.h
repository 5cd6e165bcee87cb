// The one table of what commands reach: what each target is, is called, reads, writes and may be.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/liquid/controls.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/liquid_look.h"

#include "world/hand.h"
#include "world/pair_values.h"
#include "world/push.h"
#include "world/target_names.h"
#include "world/world_values.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace ooze {

struct TargetScope;

/// Rows that code tells apart beside the table. The numbers are in saves (KeptEvent::field); those of the
/// deeds of methods are MethodDeed::number.
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

/// What a row does with the things that its group names; null: nothing.
/// @tparam T  what holds the value
template <class T>
struct TargetAccess {
  TargetValue (*read)(const T&, std::size_t place) = nullptr;
  void (*write)(T&, std::size_t place, const Command&) = nullptr;
  /// True if it means something that it differs between the two.
  bool (*compared)(const T&, const T&) = nullptr;
};

/// In the order of worldParameters().
using WorldNumbers = std::vector<float>;

/// What a mouse moves liquid with.
struct HandTools {
  Hand& hand;
  Push& push;
  const Particles& particles;
};

struct TargetRow {
  /// Of such bodies, or such controls, only.
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
  enum class Text { None, Words, Mesh };  ///< what commands have beside numbers

  std::string_view group;       ///< the first word of the target
  std::string_view key;         ///< the last
  std::string_view label;       ///< for people
  std::string_view after = {};  ///< behind the name of the thing, of which the label is: ", value of point 3"
  /// What the edit is called where edits are listed, "{}" being the thing's name: of a switch on and off. "":
  /// as its label.
  std::string_view edit = {}, editOff = {};
  std::string_view symbol = {}, unit = {};
  Scale scale = Scale::Linear;

  CommandEffect effect = CommandEffect::Setting;
  std::size_t arity = 1;
  std::array<TargetRange, 13> ranges = {};  ///< of each number
  std::size_t more = 0;                     ///< numbers that may follow, all of them or none
  std::string_view otherwise = {};  ///< whose value holds if a command gives none; "": it must give one
  Text text = Text::None;
  Needs needs = Needs::Nothing;
  Adds adds = Adds::Nothing;
  TargetField field = TargetField::None;
  bool takenBack = false;  ///< edits.take_back undoes it
  bool ofHand = false;     ///< what a hand does while it holds something
  bool sweepable = false;
  bool whole = false;                             ///< it sets all of the thing, and overrules its other keys
  bool puts = false;                              ///< a body begins anew from where it is then
  bool recolours = false;                         ///< liquid that is there changes its colour
  std::array<std::string_view, 2> disturbs = {};  ///< keys of the same thing whose values it changes too
  const ParameterInfo* parameter = nullptr;       ///< whose range holds in place of `ranges`
  std::size_t place = 0;                          ///< in the list that the value is in: for `access`
  const PairFunction* function = nullptr;         ///< that it sets, or part of which: then `write` checks
  std::string_view partOf = {};  ///< the key of the setting that it is part of; "": it is one
  /// What must hold beside ranges. @throws InputError
  void (*check)(const Command&, const TargetScope&) = nullptr;
  std::variant<std::monostate, TargetAccess<MaterialDefinition>, TargetAccess<WorldNumbers>,
               TargetAccess<EmitterSpec>, TargetAccess<BodyValues>, TargetAccess<Control>,
               TargetAccess<PairCurve>, TargetAccess<HandTools>>
      access = {};

  [[nodiscard]] bool takesText() const { return text != Text::None; }
  [[nodiscard]] bool isAction() const { return arity == 0 && !takesText(); }

  /// True if its value is in such a thing.
  template <class T>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<TargetAccess<T>>(access);
  }
  /// Only where reads() is true.
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

/// @throws InputError if this is no direction
void requireDirection(const Command& command, std::span<const float> direction);
/// @throws InputError if there is no such material, nor may there be by then
void requireMaterial(const Command& command, const TargetScope& scope, float index);

// The groups.
std::span<const TargetRow> materialRows();
std::span<const TargetRow> emitterRows();
std::span<const TargetRow> bodyRows();
std::span<const TargetRow> controlRows();
std::span<const TargetRow> deedRows();  ///< those without names

}  // namespace target_rows

/// The rows that no method's parameters are in.
std::span<const TargetRow> fixedRows();

/// All rows of a world of this method.
std::span<const TargetRow> targetRows(const MethodRow& method);

/// Null if there is none.
const TargetRow* findTargetRow(std::span<const TargetRow> rows, const TargetName& name);
const TargetRow* findTargetRow(TargetField field);

}  // namespace ooze
