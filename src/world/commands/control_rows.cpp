// Rows of the target table for control particles: control.NAME.KEY.
#include "ooze/base/error.h"

#include "world/commands/target_rows.h"
#include "world/commands/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace ooze::target_rows {
namespace {

using ControlAccess = TargetAccess<Control>;
using Needs = TargetRow::Needs;

constexpr TargetRange kLength{1e-4f, 100.f}, kControlSpeed{-100.f, 100.f};
constexpr TargetRange kViscosity{0.f, 1000.f}, kDivergence{-1000.f, 1000.f}, kTemperature{-273.f, 3000.f};

template <float Control::*member>
constexpr ControlAccess sizeOf() {
  return {[](const Control& c, std::size_t) { return TargetValue{{c.*member}}; },
          [](Control& c, std::size_t, const Command& command) { c.*member = command.values[0]; },
          always<Control>};
}

// Values that follow keyframes in both controls are not compared, because they change all the time.
bool standAlike(const Control& a, const Control& b) { return a.placeKeys.empty() || b.placeKeys.empty(); }
bool holdAlike(const Control& a, const Control& b) {
  return a.kind == b.kind && (a.valueKeys.empty() || b.valueKeys.empty());
}
bool countAlike(const Control& a, const Control& b) {
  return a.strengthKeys.empty() || b.strengthKeys.empty();
}

// A value set by a command no longer follows its keyframes.
void writePosition(Control& c, std::size_t, const Command& command) {
  if (!c.placeKeys.empty()) c.orientation = c.placeKeys.front().pose.orientation;
  c.placeKeys.clear();
  c.position = vectorOf(command.values);
}

void writeStrength(Control& c, std::size_t, const Command& command) {
  c.strengthKeys.clear();
  c.strength = command.values[0];
}

void writeVelocity(Control& c, std::size_t, const Command& command) {
  c.valueKeys.clear();
  c.value = vectorOf(command.values);
}

void writeNumber(Control& c, std::size_t, const Command& command) {
  c.valueKeys.clear();
  c.value = {command.values[0], 0.f, 0.f};
}

/// Returns no number for a control of another kind.
template <ControlKind kind>
TargetValue readNumber(const Control& c, std::size_t) {
  return c.kind == kind ? TargetValue{{c.value.x}} : TargetValue{};
}

TargetValue readVelocity(const Control& c, std::size_t) {
  return c.kind == ControlKind::Velocity ? valueOf(c.value) : TargetValue{};
}

/// Validates control.NAME.whole, which a world reads and writes itself. Controls of the scene may be restored
/// even if the method ignores control particles.
void checkWhole(const Command& c, const TargetScope& scope) {
  const std::shared_ptr<const Control> control = controlIn(c, scope);
  if (!control) return;
  const auto same = [&](const Control& other) { return other.name == control->name; };
  if (!scope.method.supportsControls &&
      std::none_of(scope.sceneControls.begin(), scope.sceneControls.end(), same))
    throw InputError(
        fmt::format("{}: the method \"{}\" has no control particles", c.target, scope.method.key));
  const auto named = [&](const TargetScope::NamedBody& b) { return b.name == control->body; };
  if (!control->body.empty() && std::none_of(scope.bodies.begin(), scope.bodies.end(), named))
    throw InputError(fmt::format("{}: there is no body \"{}\"", c.target, control->body));
}

TargetValue readLength(const Control& c, std::size_t) {
  return c.shape == ControlShape::Cylinder ? TargetValue{{c.length}} : TargetValue{};
}

}  // namespace

std::span<const TargetRow> controlRows() {
  static const std::vector<TargetRow> rows{
      {.group = "control",
       .key = "whole",
       .label = "Control particles",
       .edit = "Set {}",
       .arity = 0,
       .text = TargetRow::Text::Words,
       .adds = TargetRow::Adds::Control,
       .whole = true,
       .check = checkWhole,
       .access = ControlAccess{}},
      {.group = "control",
       .key = "enabled",
       .label = "Action",
       .edit = "Let {} act",
       .editOff = "Let {} rest",
       .ranges = {kSwitch},
       .access = ControlAccess{
           [](const Control& c, std::size_t) { return TargetValue{{c.enabled ? 1.f : 0.f}}; },
           [](Control& c, std::size_t, const Command& command) { c.enabled = command.values[0] >= 0.5f; },
           always<Control>}},
      {.group = "control",
       .key = "strength",
       .label = "Strength",
       .symbol = "α",
       .ranges = {kPart},
       .sweepable = true,
       .alsoChanges = {"whole"},  // setting the value clears the keyframes
       .access = ControlAccess{[](const Control& c, std::size_t) { return TargetValue{{c.strength}}; },
                               writeStrength, countAlike}},
      {.group = "control",
       .key = "radius",
       .label = "Radius",
       .symbol = "R",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .ranges = {kLength},
       .sweepable = true,
       .access = sizeOf<&Control::radius>()},
      {.group = "control",
       .key = "length",
       .label = "Length",
       .unit = "m",
       .scale = Scale::Logarithmic,
       .ranges = {kLength},
       .needs = Needs::Cylinder,
       .sweepable = true,
       .access = ControlAccess{
           readLength, [](Control& c, std::size_t, const Command& command) { c.length = command.values[0]; },
           [](const Control& a, const Control& b) { return a.shape == b.shape; }}},
      {.group = "control",
       .key = "position",
       .label = "Place",
       .edit = "Move {}",
       .unit = "m",
       .arity = 3,
       .ranges = {kPlace, kPlace, kPlace},
       .alsoChanges = {"whole"},  // setting the value clears the keyframes
       .access = ControlAccess{[](const Control& c, std::size_t) { return valueOf(c.position); },
                               writePosition, standAlike}},
      {.group = "control",
       .key = "velocity",
       .label = "Velocity",
       .unit = "m/s",
       .arity = 3,
       .ranges = {kControlSpeed, kControlSpeed, kControlSpeed},
       .needs = Needs::Velocity,
       .alsoChanges = {"whole"},  // setting the value clears the keyframes
       .access = ControlAccess{readVelocity, writeVelocity, holdAlike}},
      {.group = "control",
       .key = "viscosity",
       .label = "Viscosity",
       .symbol = "ν",
       .unit = "m²/s",
       .ranges = {kViscosity},
       .needs = Needs::Viscosity,
       .sweepable = true,
       .alsoChanges = {"whole"},  // setting the value clears the keyframes
       .access = ControlAccess{readNumber<ControlKind::Viscosity>, writeNumber, holdAlike}},
      {.group = "control",
       .key = "divergence",
       .label = "Divergence",
       .unit = "1/s",
       .ranges = {kDivergence},
       .needs = Needs::Divergence,
       .sweepable = true,
       .alsoChanges = {"whole"},  // setting the value clears the keyframes
       .access = ControlAccess{readNumber<ControlKind::Divergence>, writeNumber, holdAlike}},
      {.group = "control",
       .key = "temperature",
       .label = "Temperature",
       .symbol = "T",
       .unit = "°C",
       .ranges = {kTemperature},
       .needs = Needs::Temperature,
       .sweepable = true,
       .alsoChanges = {"whole"},  // setting the value clears the keyframes
       .access = ControlAccess{readNumber<ControlKind::Temperature>, writeNumber, holdAlike}},
  };
  return rows;
}

}  // namespace ooze::target_rows
