// Rows of the target table for actions on the world as a whole: adding things, mouse tools, and edits of the
// liquid.
#include "ooze/base/error.h"

#include "world/commands/target_rows.h"
#include "world/commands/targets.h"

#include <cmath>
#include <fmt/format.h>

namespace ooze::target_rows {
namespace {

using HandAccess = TargetAccess<MouseTools>;
using F = TargetField;

constexpr TargetRange kSize{5e-4f, 10.f}, kPush{-1000.f, 1000.f}, kParting{0.f, 10.f};
constexpr TargetRange kCount{1.f, 16'777'216.f};

TargetRow event(std::string_view group, std::string_view key, std::string_view label, F field,
                std::size_t arity, const std::array<TargetRange, 13>& ranges) {
  return {.group = group,
          .key = key,
          .label = label,
          .effect = CommandEffect::Event,
          .arity = arity,
          .ranges = ranges,
          .field = field,
          .isUndoable = true};
}

TargetRow solid(std::string_view key, std::string_view label, F field, bool dynamic) {
  TargetRow row =
      event("bodies", key, label, field, dynamic ? 5 : 4, {kPlace, kPlace, kPlace, kSize, kDensity});
  row.adds = TargetRow::Adds::Body;
  return row;
}

void checkMesh(const Command& c, const TargetScope&) {
  if (c.values[4] != std::floor(c.values[4]))
    throw InputError(fmt::format("{}: unknown kind {:g}; 0 is a collider, 1 a mould, 2 a dynamic body",
                                 c.target, c.values[4]));
  if (c.values[4] == 2.f) requireWithin(kDensity, c.target, c.values[5]);
}

TargetRow mesh() {
  TargetRow row = event("bodies", "add_mesh", "Add a mesh", F::AddMesh, 6,
                        {kPlace, kPlace, kPlace, kHeight, {0.f, 2.f}, {0.f, 1e5f}, kTurn, kTurn, kTurn});
  row.more = 3;
  row.text = TargetRow::Text::Mesh;
  row.adds = TargetRow::Adds::Body;
  row.check = checkMesh;
  return row;
}

TargetRow liquidMesh() {
  TargetRow row = event("liquid", "add_mesh", "Add a mesh of liquid", F::AddLiquidMesh, 5,
                        {kPlace, kPlace, kPlace, kHeight, kIndex, kTurn, kTurn, kTurn});
  row.more = 3;
  row.text = TargetRow::Text::Mesh;
  row.check = [](const Command& c, const TargetScope& s) { requireMaterial(c, s, c.values[4]); };
  return row;
}

TargetRow nozzle() {
  TargetRow row =
      event("emitters", "add", "Add a nozzle", F::AddEmitter, 9,
            {kPlace, kPlace, kPlace, kUnit, kUnit, kUnit, kNozzleRadius, kNozzleSpeed, kIndex, kSwitch});
  row.more = 1;
  row.adds = TargetRow::Adds::Emitter;
  row.check = [](const Command& c, const TargetScope& s) {
    requireDirection(c, std::span(c.values).subspan(3, 3));
    requireMaterial(c, s, c.values[8]);
  };
  return row;
}

TargetRow hand(std::string_view key, std::string_view label, CommandEffect effect, std::size_t arity,
               const std::array<TargetRange, 13>& ranges,
               void (*write)(MouseTools&, std::size_t, const Command&)) {
  return {.group = "liquid",
          .key = key,
          .label = label,
          .effect = effect,
          .arity = arity,
          .ranges = ranges,
          .isMouseDrag = true,
          .access = HandAccess{nullptr, write}};
}

void grab(MouseTools& t, std::size_t, const Command& c) {
  t.hand.grab(t.particles, vectorOf(c.values), c.values[3]);
}
void carry(MouseTools& t, std::size_t, const Command& c) { t.hand.carry(vectorOf(c.values)); }
void letGo(MouseTools& t, std::size_t, const Command&) { t.hand = {}; }
void push(MouseTools& t, std::size_t, const Command& c) {
  t.push = Push(vectorOf(c.values), c.values[3], c.values[4]);
}

/// Returns the actions that every method has.
std::vector<TargetRow> commonActionRows() {
  constexpr auto kState = CommandEffect::State, kEvent = CommandEffect::Event;
  constexpr std::array<TargetRange, 13> kBall{kPlace, kPlace, kPlace, kReach};
  return {
      nozzle(),
      solid("add_sphere", "Drop a ball", F::AddSphere, true),
      solid("add_box", "Drop a box", F::AddBox, true),
      solid("add_capsule", "Drop a capsule", F::AddCapsule, true),
      solid("add_cylinder", "Drop a cylinder", F::AddCylinder, true),
      solid("add_collider_sphere", "Place a ball", F::AddColliderSphere, false),
      solid("add_collider_box", "Place a box", F::AddColliderBox, false),
      solid("add_collider_capsule", "Place a capsule", F::AddColliderCapsule, false),
      solid("add_collider_cylinder", "Place a cylinder", F::AddColliderCylinder, false),
      mesh(),
      event("bodies", "remove_added", "Clear added bodies", F::RemoveAdded, 0, {}),
      hand("grab", "Grab", kEvent, 4, kBall, grab),
      hand("carry", "Carry", kState, 3, {kPlace, kPlace, kPlace}, carry),
      hand("release", "Release", kEvent, 0, {}, letGo),
      hand("push", "Push", kState, 5, {kPlace, kPlace, kPlace, kReach, kPush}, push),
      event("liquid", "freeze", "Freeze liquid", F::Freeze, 4, kBall),
      event("liquid", "thaw", "Thaw liquid", F::Thaw, 4, kBall),
      event("liquid", "thaw_all", "Thaw everything", F::ThawAll, 0, {}),
      event("liquid", "erase", "Erase liquid", F::Erase, 4, kBall),
      event("liquid", "cut", "Cut liquid", F::Cut, 13,
            {kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace, kPlace,
             kParting}),
      liquidMesh(),
      {.group = "edits",
       .key = "take_back",
       .label = "Take back",
       .effect = kEvent,
       .ranges = {kCount},
       .field = F::TakeBack},
  };
}

/// Adds the actions that only some methods have (MethodRow::actions).
void addMethodActionRows(std::vector<TargetRow>& rows) {
  for (const MethodRow& method : methodRegistry())
    for (const MethodAction& action : method.actions) {
      const TargetName name = parseTarget(action.key);
      rows.push_back(event(name.group, name.key, action.event, F{action.number}, 0, {}));
    }
}

}  // namespace

std::span<const TargetRow> actionRows() {
  static const std::vector<TargetRow> rows = [] {
    std::vector<TargetRow> all = commonActionRows();
    addMethodActionRows(all);
    return all;
  }();
  return rows;
}

}  // namespace ooze::target_rows
