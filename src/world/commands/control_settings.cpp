// Rows of the target table for control particles: control.NAME.KEY.
#include "ooze/base/error.h"

#include "world/commands/command_scope.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace ooze::command_table {
namespace {

using ControlAccess = SettingAccess<Control>;
using Needs = SettingRow::Needs;

/// Setting the value clears the keyframes, which only the whole control has.
constexpr std::array<std::string_view, 2> kKeyframes{"whole"};
constexpr AllowedRange kLength{1e-4f, 100.f}, kControlSpeed{-100.f, 100.f};
constexpr AllowedRange kViscosity{0.f, 1000.f}, kDivergence{-1000.f, 1000.f}, kTemperature{-273.f, 3000.f};

// Values that follow keyframes in both controls are not compared, because they change all the time.
bool standAlike(const Control& a, const Control& b) { return a.placeKeys.empty() || b.placeKeys.empty(); }
bool holdAlike(const Control& a, const Control& b) {
  return a.kind == b.kind && (a.valueKeys.empty() || b.valueKeys.empty());
}
bool areShapedAlike(const Control& a, const Control& b) { return a.shape == b.shape; }
bool countAlike(const Control& a, const Control& b) {
  return a.strengthKeys.empty() || b.strengthKeys.empty();
}

// A value set by a command no longer follows its keyframes.
void writePosition(Control& c, std::size_t, const SettingValue& v) {
  if (!c.placeKeys.empty()) c.orientation = c.placeKeys.front().pose.orientation;
  c.placeKeys.clear();
  c.position = v.vector();
}

void writeStrength(Control& c, std::size_t, const SettingValue& v) {
  c.strengthKeys.clear();
  c.strength = v.number();
}

void writeVelocity(Control& c, std::size_t, const SettingValue& v) {
  c.valueKeys.clear();
  c.value = v.vector();
}

void writeNumber(Control& c, std::size_t, const SettingValue& v) {
  c.valueKeys.clear();
  c.value = {v.number(), 0.f, 0.f};
}

/// Returns no number for a control of another kind.
template <ControlKind kind>
SettingValue readNumber(const Control& c, std::size_t) {
  return c.kind == kind ? SettingValue(c.value.x) : SettingValue();
}

SettingValue readVelocity(const Control& c, std::size_t) {
  return c.kind == ControlKind::Velocity ? SettingValue(c.value) : SettingValue();
}

/// Validates control.NAME.whole, which a world reads and writes itself. Controls of the scene may be restored
/// even if the method ignores control particles.
void checkWhole(const SetValue& c, const CommandScope& scope) {
  const std::shared_ptr<const Control> control = controlIn(c, scope);
  if (!control) return;
  const auto same = [&](const Control& other) { return other.name == control->name; };
  if (!scope.method.supportsControls &&
      std::none_of(scope.sceneControls.begin(), scope.sceneControls.end(), same))
    throw InputError(
        fmt::format("{}: the method \"{}\" has no control particles", c.setting.text(), scope.method.key));
  const auto named = [&](const CommandScope::NamedBody& b) { return b.name == control->body; };
  if (!control->body.empty() && std::none_of(scope.bodies.begin(), scope.bodies.end(), named))
    throw InputError(fmt::format("{}: there is no body {}", c.setting.text(), quoteText(control->body)));
}

SettingValue readLength(const Control& c, std::size_t) {
  return c.shape == ControlShape::Cylinder ? SettingValue(c.length) : SettingValue();
}

}  // namespace

std::vector<SettingRow> controlSettings() {
  return {
      {.key = "whole",
       .label = "Control particles",
       .edit = "Set {}",
       .count = 0,
       .isWhole = true,
       .check = checkWhole,
       .access = ControlAccess{}},
      {.key = "enabled",
       .label = "Action",
       .edit = "Let {} act",
       .editOff = "Let {} rest",
       .range = kSwitch,
       .access = accessTo<&Control::enabled>()},
      {.key = "strength",
       .label = "Strength",
       .symbol = "α",
       .range = kPart,
       .sweepable = true,
       .alsoChanges = kKeyframes,
       .access = ControlAccess{readMember<&Control::strength>, writeStrength, countAlike}},
      {.key = "radius",
       .label = "Radius",
       .symbol = "R",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .range = kLength,
       .sweepable = true,
       .access = accessTo<&Control::radius>()},
      {.key = "length",
       .label = "Length",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .range = kLength,
       .needs = Needs::Cylinder,
       .sweepable = true,
       .access = ControlAccess{readLength, writeMember<&Control::length>, areShapedAlike}},
      {.key = "position",
       .label = "Place",
       .edit = "Move {}",
       .unit = "m",
       .count = 3,
       .range = kPlace,
       .alsoChanges = kKeyframes,
       .access = ControlAccess{readMember<&Control::position>, writePosition, standAlike}},
      {.key = "velocity",
       .label = "Velocity",
       .unit = "m/s",
       .count = 3,
       .range = kControlSpeed,
       .needs = Needs::Velocity,
       .alsoChanges = kKeyframes,
       .access = ControlAccess{readVelocity, writeVelocity, holdAlike}},
      {.key = "viscosity",
       .label = "Viscosity",
       .symbol = "ν",
       .unit = "m²/s",
       .range = kViscosity,
       .needs = Needs::Viscosity,
       .sweepable = true,
       .alsoChanges = kKeyframes,
       .access = ControlAccess{readNumber<ControlKind::Viscosity>, writeNumber, holdAlike}},
      {.key = "divergence",
       .label = "Divergence",
       .unit = "1/s",
       .range = kDivergence,
       .needs = Needs::Divergence,
       .sweepable = true,
       .alsoChanges = kKeyframes,
       .access = ControlAccess{readNumber<ControlKind::Divergence>, writeNumber, holdAlike}},
      {.key = "temperature",
       .label = "Temperature",
       .symbol = "T",
       .unit = "°C",
       .range = kTemperature,
       .needs = Needs::Temperature,
       .sweepable = true,
       .alsoChanges = kKeyframes,
       .access = ControlAccess{readNumber<ControlKind::Temperature>, writeNumber, holdAlike}},
  };
}

}  // namespace ooze::command_table
