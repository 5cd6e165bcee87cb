#include "world/commands/world_values.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include "world/commands/pair_rows.h"
#include "world/commands/pair_values.h"
#include "world/commands/targets.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

TargetScope scopeOf(const WorldValues& values, const MethodRow& method) {
  TargetScope scope{method, values.materials};
  for (const EmitterSpec& e : values.emitters) scope.emitters.emplace_back(e.name);
  for (const BodyValues& b : values.bodies)
    scope.bodies.push_back({b.name, b.motion, b.kind, {b.stickiness, b.stickDistance}});
  for (const Control& c : values.controls) scope.controls.push_back(&c);
  scope.sceneControls = values.controls;  // controls whose particles a text may refer to
  scope.settings.interactionRadius = values.interactionRadius;
  scope.settings.pairs = values.pairs;
  return scope;
}

void setControl(WorldValues& values, const Command& command, std::string_view method) {
  const std::shared_ptr<const Control> control = controlIn(command, scopeOf(values, findMethod(method)));
  const std::string_view name = parseTarget(command.target).name;
  const auto found = std::find_if(values.controls.begin(), values.controls.end(),
                                  [&](const Control& c) { return c.name == name; });
  if (!control && found != values.controls.end())
    values.controls.erase(found);
  else if (control && found != values.controls.end())
    *found = *control;
  else if (control)
    values.controls.push_back(*control);
}

void write(WorldValues& values, std::string_view method, const Target& target, const Command& command) {
  const TargetRow& row = *target.row;
  if (row.adds == TargetRow::Adds::Material) {
    MaterialDefinition added = decodeMaterial(command.text, method);
    added.name = materialAddedBy(command);
    values.materials.push_back(std::move(added));
  }
  if (row.adds == TargetRow::Adds::Control) return setControl(values, command, method);
  if (target.object == Target::kNotThere) return;
  if (row.group == "world") row.write(values.worldValues, command);
  if (row.group == "material") row.write(values.materials[target.object], command);
  if (row.group == "emitter") row.write(values.emitters[target.object], command);
  if (row.group == "body") row.write(values.bodies[target.object], command);
  if (row.group == "control") row.write(values.controls[target.object], command);
  if (target.pair) {
    PairCurve curve = pairCurveOf(*target.pair, scopeOf(values, findMethod(method)));
    row.write(curve, command);
    PairEntry entry = *target.pair;
    entry.curve = std::move(curve.own);
    setPair(values.pairs, std::move(entry));
  }
  if (row.group == method)
    for (MaterialDefinition& m : values.materials) row.write(m, command);
}

std::string textOf(const TargetRow& row, const TargetValue& value, const TargetValue& other, int digits) {
  if (!value.text.empty()) return value.text;
  if (value.numbers.empty()) return std::string(row.otherwise);
  if (row.function) return wordsOfCurve(value.numbers, other.numbers, digits);
  std::string text;
  for (const float v : value.numbers) text += fmt::format("{}{:.{}g}", text.empty() ? "" : ", ", v, digits);
  return text;
}

void compare(std::vector<Difference>& found, const TargetRow& row, std::string_view name, TargetValue a,
             TargetValue b) {
  if (a == b) return;
  constexpr int kUsual = 4, kMost = 9;  // significant digits; 9 distinguish any two floats
  Difference d{TargetName{row.group, name, row.key}.text(), std::move(a), std::move(b), {}, {}};
  for (int digits = kUsual; digits <= kMost && d.textA == d.textB; ++digits) {
    d.textA = textOf(row, d.a, d.b, digits);
    d.textB = textOf(row, d.b, d.a, digits);
  }
  found.push_back(std::move(d));
}

template <class T>
const T* named(const std::vector<T>& list, const std::string& name) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const T& item) { return item.name == name; });
  return it == list.end() ? nullptr : &*it;
}

/// Calls visit for each row of a group that is a setting with a readable value.
template <class T, class Visit>
void forEachSetting(std::span<const TargetRow> rows, std::string_view group, const Visit& visit) {
  for (const TargetRow& row : rows)
    if (row.group == group && row.effect == CommandEffect::Setting && row.reads<T>()) visit(row);
}

/// Compares things that exist in both worlds, matched by name.
template <class T>
void compareNamed(std::vector<Difference>& found, std::span<const TargetRow> rows, std::string_view group,
                  const std::vector<T>& a, const std::vector<T>& b) {
  for (const T& thing : a)
    if (const T* other = named(b, thing.name))
      forEachSetting<T>(rows, group, [&](const TargetRow& row) {
        if (row.compares(thing, *other)) compare(found, row, thing.name, row.read(thing), row.read(*other));
      });
}

/// Returns the index of an element of the list.
template <class T>
std::size_t indexIn(const std::vector<T>& list, const T* thing) {
  return static_cast<std::size_t>(thing - list.data());
}

/// Returns the same pair in another world; nothing if a member of the pair does not exist in that world.
std::optional<PairEntry> samePairIn(const WorldValues& to, const WorldValues& from, const PairEntry& pair) {
  PairEntry there{pair.function, 0, std::nullopt, pair.solid, {}};
  const MaterialDefinition* material = named(to.materials, from.materials[pair.material].name);
  const MaterialDefinition* other =
      pair.other ? named(to.materials, from.materials[*pair.other].name) : material;
  if (!material || !other || (!pair.solid.empty() && !named(to.bodies, pair.solid))) return std::nullopt;
  there.material = static_cast<std::uint16_t>(indexIn(to.materials, material));
  if (pair.other) there.other = static_cast<std::uint16_t>(indexIn(to.materials, other));
  return there;
}

const std::vector<CurvePoint>& curveIn(const WorldValues& values, const PairEntry& pair) {
  static const std::vector<CurvePoint> kNone;
  const PairEntry* entry = findPair(values.pairs, pair);
  return entry ? entry->curve : kNone;
}

/// Compares pairs that exist in both worlds and have an explicit function in at least one.
void comparePairs(std::vector<Difference>& found, std::span<const TargetRow> rows, const WorldValues& a,
                  const WorldValues& b) {
  const auto compareOne = [&](const PairEntry& inA, const PairEntry& inB) {
    std::string names;
    const TargetName name = nameOfPair(inA, a.materials, names);
    if (const TargetRow* row = findTargetRow(rows, name))
      compare(found, *row, name.name, {numbersOf(curveIn(a, inA))}, {numbersOf(curveIn(b, inB))});
  };
  for (const PairEntry& pair : a.pairs)
    if (const auto there = samePairIn(b, a, pair)) compareOne(pair, *there);
  for (const PairEntry& pair : b.pairs)
    if (const auto there = samePairIn(a, b, pair); there && !findPair(a.pairs, *there))
      compareOne(*there, pair);
}

/// Compares the settings that belong to no material and no method.
void compareRest(std::vector<Difference>& found, std::span<const TargetRow> rows, const WorldValues& a,
                 const WorldValues& b) {
  forEachSetting<WorldNumbers>(rows, "world", [&](const TargetRow& row) {
    compare(found, row, {}, row.read(a.worldValues), row.read(b.worldValues));
  });
  compareNamed(found, rows, "emitter", a.emitters, b.emitters);
  compareNamed(found, rows, "body", a.bodies, b.bodies);
  compareNamed(found, rows, "control", a.controls, b.controls);
}

/// Returns the materials that `to` has in addition, if both worlds begin with the same materials. Material
/// indices then mean the same in both worlds.
std::span<const MaterialDefinition> addedMaterials(const WorldValues& from, const WorldValues& to) {
  const std::size_t common = from.materials.size();
  const bool same =
      std::equal(from.materials.begin(), from.materials.end(), to.materials.begin(),
                 to.materials.begin() + static_cast<std::ptrdiff_t>(std::min(common, to.materials.size())),
                 [](const auto& a, const auto& b) { return a.name == b.name; });
  return same ? std::span(to.materials).subspan(common) : std::span<const MaterialDefinition>();
}

}  // namespace

BodyValues valuesOf(const Body& body) {
  BodyValues values;
  values.name = body.name;
  values.motion = body.motion;
  values.present = body.present;
  values.kind = body.solid.kind;
  values.bounds = body.shape ? body.shape->bounds() : Aabb{Vec3(0.f), Vec3(0.f)};
  values.pose = body.pose;
  values.previousPose = body.previousPose;
  values.scale = body.scale;
  values.density = body.density;
  values.friction = body.friction;
  values.stickiness = body.stickiness;
  values.stickDistance = body.stickDistance;
  values.velocity = body.velocity;
  values.angularVelocity = body.angularVelocity;
  values.pull = body.pull;
  return values;
}

std::vector<BodyValues> valuesOf(const std::vector<Body>& bodies) {
  std::vector<BodyValues> values;
  for (const Body& body : bodies) values.push_back(valuesOf(body));
  return values;
}

void apply(WorldValues& values, std::string_view method, const Command& command) try {
  write(values, method, requireValid(command, scopeOf(values, findMethod(method))), command);
} catch (const InputError&) {
  // Invalid commands are ignored here; the world reports the error.
}

std::vector<Difference> differences(const WorldValues& a, const WorldValues& b, std::string_view method) {
  std::vector<Difference> found;
  const std::span<const TargetRow> rows = targetRows(findMethod(method));
  compareNamed(found, rows, "material", a.materials, b.materials);
  compareRest(found, rows, a, b);
  comparePairs(found, rows, a, b);
  return found;
}

std::vector<Difference> differences(const WorldValues& a, std::string_view methodOfA, const WorldValues& b,
                                    std::string_view methodOfB) {
  if (methodOfA == methodOfB) return differences(a, b, methodOfA);
  const MethodRow &ofA = findMethod(methodOfA), &ofB = findMethod(methodOfB);
  std::vector<Difference> found{
      {std::string(kMethodTarget), {}, {}, std::string(ofA.title), std::string(ofB.title)}};
  std::vector<TargetRow> rows;
  for (const TargetRow& row : targetRows(ofA))
    if (!(row.is<MaterialDefinition>() && row.parameter)) rows.push_back(row);
  compareNamed(found, rows, "material", a.materials, b.materials);
  compareRest(found, rows, a, b);
  return found;
}

namespace {

/// Returns the commands that remove, add or replace controls so that `from` has the controls of `to`.
/// Controls that differ only in single values are skipped.
std::vector<Command> controlsFrom(WorldValues& from, const WorldValues& to) {
  std::vector<Command> commands;
  const auto whole = [](const Control& c) { return TargetName{"control", c.name, "whole"}.text(); };
  for (const Control& c : from.controls)
    if (!named(to.controls, c.name)) commands.push_back({whole(c), {}, std::string(kNoControl)});
  for (const Control& c : to.controls) {
    const Control* before = named(from.controls, c.name);
    if (before && haveSameStructure(*before, c)) continue;
    commands.push_back({whole(c), {}, encodeControl(c)});
    if (before)
      from.controls[indexIn(from.controls, before)] = c;
    else
      from.controls.push_back(c);
  }
  return commands;
}

}  // namespace

std::vector<Command> commandsToReach(const WorldValues& from, const WorldValues& to,
                                     std::string_view method) {
  std::vector<Command> commands;
  WorldValues base = from;  // added materials can have pair functions
  for (const MaterialDefinition& m : addedMaterials(from, to)) {
    commands.push_back({TargetName{"material", m.name, "add"}.text(), {}, encodeMaterial(m, method)});
    base.materials.push_back(m);
  }
  for (Command& command : controlsFrom(base, to)) commands.push_back(std::move(command));
  for (Difference& d : differences(base, to, method))
    commands.push_back({std::move(d.target), std::move(d.b.numbers), std::move(d.b.text)});
  return commands;
}

std::vector<Command> commandsToBecome(std::string_view name, const MaterialDefinition& other,
                                      std::string_view method) {
  std::vector<Command> commands;
  forEachSetting<MaterialDefinition>(targetRows(findMethod(method)), "material", [&](const TargetRow& row) {
    TargetValue value = row.read(other);
    commands.push_back(
        {TargetName{"material", name, row.key}.text(), std::move(value.numbers), std::move(value.text)});
  });
  return commands;
}

std::vector<SweepableTarget> sweepableTargets(const WorldValues& values, std::string_view method) {
  std::vector<SweepableTarget> targets;
  const std::span<const TargetRow> rows = targetRows(findMethod(method));
  const auto add = [&](std::string_view group, std::string_view name, const auto& thing) {
    using Thing = std::decay_t<decltype(thing)>;
    forEachSetting<Thing>(rows, group, [&](const TargetRow& row) {
      if (!row.sweepable) return;
      if (const TargetValue value = row.read(thing); value.numbers.size() == 1)
        targets.push_back({TargetName{group, name, row.key}.text(), value.numbers[0]});
    });
  };
  for (const MaterialDefinition& m : values.materials) add("material", m.name, m);
  add("world", {}, values.worldValues);
  for (const EmitterSpec& e : values.emitters) add("emitter", e.name, e);
  for (const BodyValues& b : values.bodies) add("body", b.name, b);
  for (const Control& c : values.controls) add("control", c.name, c);
  for (const PairEntry& pair : values.pairs) {
    std::string names;
    const TargetName name = nameOfPair(pair, values.materials, names);
    add(name.group, name.name, pairCurveOf(values, method, pair));
  }
  return targets;
}

PairCurve pairCurveOf(const WorldValues& values, std::string_view method, const PairEntry& pair) {
  return pairCurveOf(pair, scopeOf(values, findMethod(method)));
}

std::string pairTarget(const PairEntry& pair, const std::vector<MaterialDefinition>& materials) {
  std::string names;
  return nameOfPair(pair, materials, names).text();
}

Command pairCommand(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                    const std::vector<CurvePoint>& curve) {
  return {pairTarget(pair, materials), numbersOf(curve)};
}

}  // namespace ooze
