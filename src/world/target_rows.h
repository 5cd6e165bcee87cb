// The one table of what commands reach beside rows of parameters: for checks, messages and suggestions.
#pragma once

#include "ooze/world/command.h"
#include "ooze/world/liquid_look.h"

#include "world/targets.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ooze {

struct TargetRange {
  float lower, upper;
};

/// A target that is no row of parameters.
struct TargetRow {
  std::string_view group;  ///< the first word of the target
  std::string_view key;    ///< the last
  TargetField field;
  CommandEffect effect;
  std::size_t arity;
  std::array<TargetRange, 13> ranges;                                  ///< of each number
  enum class Needs { Nothing, Dynamic, Text } needs = Needs::Nothing;  ///< Dynamic: of such bodies only
  bool takenBack = false;                                              ///< edits.take_back undoes it
  bool optional = false;  ///< without a number it has none of its own any more
  std::size_t more = 0;   ///< numbers that may follow, all of them or none
};

namespace target_rows {

constexpr TargetRange kSwitch{0.f, 1.f}, kPart{0.f, 1.f}, kUnit{-1.f, 1.f};
constexpr TargetRange kPlace{-1e4f, 1e4f}, kSpeed{-100.f, 100.f}, kSpin{-1000.f, 1000.f};
constexpr TargetRange kDensity{1.f, 1e5f}, kSize{5e-4f, 10.f}, kReach{1e-4f, 10.f}, kHeight{1e-3f, 100.f};
constexpr TargetRange kNozzleSpeed{0.f, 20.f}, kNozzleRadius{1e-4f, 1.f}, kIndex{0.f, 65535.f};
constexpr TargetRange kQuaternion{-1.001f, 1.001f}, kScale{0.05f, 20.f};
constexpr TargetRange kTurn{-360.f, 360.f}, kPush{-1000.f, 1000.f}, kParting{0.f, 10.f},
    kCount{1.f, 16'777'216.f};

constexpr auto kSetting = CommandEffect::Setting, kState = CommandEffect::State,
               kEvent = CommandEffect::Event;
constexpr auto kNothing = TargetRow::Needs::Nothing, kDynamic = TargetRow::Needs::Dynamic,
               kText = TargetRow::Needs::Text;
using F = TargetField;

/// A number of a liquid's look; without one it has the look's own again.
constexpr TargetRow rowOf(const LookNumber& n) {
  return {"material", n.key, F::MaterialLookNumber, kSetting, 1, {{{n.lower, n.upper}}}, kNothing,
          false,      true};
}

// clang-format off
inline constexpr std::array kRows{
    TargetRow{"material", "add", F::MaterialAdd, kSetting, 0, {}, kText},
    TargetRow{"material", "colour", F::MaterialColour, kSetting, 3, {kPart, kPart, kPart}},
    TargetRow{"material", "look", F::MaterialLook, kSetting, 0, {}, kText},
    rowOf(kLookNumbers[0]), rowOf(kLookNumbers[1]), rowOf(kLookNumbers[2]), rowOf(kLookNumbers[3]),
    TargetRow{"emitter", "enabled", F::EmitterEnabled, kState, 1, {kSwitch}},
    TargetRow{"emitter", "speed", F::EmitterSpeed, kSetting, 1, {kNozzleSpeed}},
    TargetRow{"emitter", "radius", F::EmitterRadius, kSetting, 1, {kNozzleRadius}},
    TargetRow{"emitter", "position", F::EmitterPosition, kSetting, 3, {kPlace, kPlace, kPlace}},
    TargetRow{"emitter", "direction", F::EmitterDirection, kSetting, 3, {kUnit, kUnit, kUnit}},
    TargetRow{"emitter", "material", F::EmitterMaterial, kSetting, 1, {kIndex}},
    TargetRow{"emitters", "add", F::AddEmitter, kEvent, 9,
              {kPlace, kPlace, kPlace, kUnit, kUnit, kUnit, kNozzleRadius, kNozzleSpeed, kIndex, kSwitch},
              kNothing, true, false, 1},
    TargetRow{"body", "present", F::BodyPresent, kState, 1, {kSwitch}},
    TargetRow{"body", "friction", F::BodyFriction, kSetting, 1, {kPart}, kNothing, false, true},
    TargetRow{"body", "stickiness", F::BodyStickiness, kSetting, 1, {{{0.f, 1e6f}}}, kNothing, false, true},
    TargetRow{"body", "stick_distance", F::BodyStickDistance, kSetting, 1, {{{0.f, 1.f}}}, kNothing, false, true},
    TargetRow{"body", "position", F::BodyPosition, kState, 3, {kPlace, kPlace, kPlace}},
    TargetRow{"body", "place", F::BodyPlace, kSetting, 7,
              {kPlace, kPlace, kPlace, kQuaternion, kQuaternion, kQuaternion, kQuaternion}},
    TargetRow{"body", "scale", F::BodyScale, kSetting, 1, {kScale}},
    TargetRow{"body", "density", F::BodyDensity, kSetting, 1, {kDensity}, kDynamic},
    TargetRow{"body", "velocity", F::BodyVelocity, kState, 3, {kSpeed, kSpeed, kSpeed}, kDynamic},
    TargetRow{"body", "angular_velocity", F::BodyAngularVelocity, kState, 3, {kSpin, kSpin, kSpin}, kDynamic},
    TargetRow{"body", "pull", F::BodyPull, kState, 6, {kPlace, kPlace, kPlace, kPlace, kPlace, kPlace}, kDynamic},
    TargetRow{"body", "release", F::BodyRelease, kEvent, 0, {}, kDynamic},
    TargetRow{"bodies", "add_sphere", F::AddSphere, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}, kNothing, true},
    TargetRow{"bodies", "add_box", F::AddBox, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}, kNothing, true},
    TargetRow{"bodies", "add_capsule", F::AddCapsule, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}, kNothing, true},
    TargetRow{"bodies", "add_cylinder", F::AddCylinder, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}, kNothing, true},
    TargetRow{"bodies", "add_collider_sphere", F::AddColliderSphere, kEvent, 4, {kPlace, kPlace, kPlace, kSize}, kNothing, true},
    TargetRow{"bodies", "add_collider_box", F::AddColliderBox, kEvent, 4, {kPlace, kPlace, kPlace, kSize}, kNothing, true},
    TargetRow{"bodies", "add_collider_capsule", F::AddColliderCapsule, kEvent, 4, {kPlace, kPlace, kPlace, kSize}, kNothing, true},
    TargetRow{"bodies", "add_collider_cylinder", F::AddColliderCylinder, kEvent, 4, {kPlace, kPlace, kPlace, kSize}, kNothing, true},
    TargetRow{"bodies", "add_mesh", F::AddMesh, kEvent, 6,
              {kPlace, kPlace, kPlace, kHeight, {0.f, 2.f}, {0.f, 1e5f}, kTurn, kTurn, kTurn}, kText, true, false, 3},
    TargetRow{"bodies", "remove_added", F::RemoveAdded, kEvent, 0, {}, kNothing, true},
    TargetRow{"springs", "add", F::AddSprings, kEvent, 0, {}, kNothing, true},
    TargetRow{"springs", "remove", F::RemoveSprings, kEvent, 0, {}, kNothing, true},
    TargetRow{"liquid", "grab", F::Grab, kEvent, 4, {kPlace, kPlace, kPlace, kReach}},
    TargetRow{"liquid", "carry", F::Carry, kState, 3, {kPlace, kPlace, kPlace}},
    TargetRow{"liquid", "release", F::LetGo, kEvent, 0, {}},
    TargetRow{"liquid", "push", F::Push, kState, 5, {kPlace, kPlace, kPlace, kReach, kPush}},
    TargetRow{"liquid", "freeze", F::Freeze, kEvent, 4, {kPlace, kPlace, kPlace, kReach}, kNothing, true},
    TargetRow{"liquid", "thaw", F::Thaw, kEvent, 4, {kPlace, kPlace, kPlace, kReach}, kNothing, true},
    TargetRow{"liquid", "thaw_all", F::ThawAll, kEvent, 0, {}, kNothing, true},
    TargetRow{"liquid", "erase", F::Erase, kEvent, 4, {kPlace, kPlace, kPlace, kReach}, kNothing, true},
    TargetRow{"liquid", "cut", F::Cut, kEvent, 13,
              {kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kParting},
              kNothing, true},
    TargetRow{"liquid", "add_mesh", F::AddLiquidMesh, kEvent, 5,
              {kPlace, kPlace, kPlace, kHeight, kIndex, kTurn, kTurn, kTurn}, kText, true, false, 3},
    TargetRow{"edits", "take_back", F::TakeBack, kEvent, 1, {kCount}},
};
// clang-format on

}  // namespace target_rows

inline const TargetRow* findTargetRow(std::string_view group, std::string_view key) {
  const auto row = std::find_if(target_rows::kRows.begin(), target_rows::kRows.end(),
                                [&](const TargetRow& r) { return r.group == group && r.key == key; });
  return row == target_rows::kRows.end() ? nullptr : &*row;
}

inline const TargetRow* findTargetRow(TargetField field) {
  const auto row = std::find_if(target_rows::kRows.begin(), target_rows::kRows.end(),
                                [&](const TargetRow& r) { return r.field == field; });
  return row == target_rows::kRows.end() ? nullptr : &*row;
}

inline const TargetRow& targetRowOf(TargetField field) { return *findTargetRow(field); }

}  // namespace ooze
