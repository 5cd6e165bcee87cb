#include "world/commands/world_values.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include "world/commands/command_scope.h"
#include "world/commands/pair_settings.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

CommandScope scopeOf(const WorldValues& values, const MethodRow& method) {
  CommandScope scope{method, values.materials};
  for (const EmitterSpec& e : values.emitters) scope.emitters.emplace_back(e.name);
  for (const BodyValues& b : values.bodies)
    scope.bodies.push_back({b.name, b.motion, b.kind, {b.stickiness, b.stickDistance}});
  for (const Control& c : values.controls) scope.controls.push_back(&c);
  scope.sceneControls = values.controls;  // controls whose particles a text may refer to
  scope.settings.interactionRadius = values.interactionRadius;
  scope.settings.pairs = values.pairs;
  return scope;
}

void setControl(WorldValues& values, const SetValue& command, std::string_view method) {
  const std::shared_ptr<const Control> control = controlIn(command, scopeOf(values, findMethod(method)));
  const auto found = std::find_if(values.controls.begin(), values.controls.end(),
                                  [&](const Control& c) { return c.name == command.setting.name; });
  if (!control && found != values.controls.end())
    values.controls.erase(found);
  else if (control && found != values.controls.end())
    *found = *control;
  else if (control)
    values.controls.push_back(*control);
}

void set(WorldValues& values, std::string_view method, const ResolvedSetting& found,
         const SetValue& command) {
  const SettingRow& row = *found.row;
  if (row.isWhole) return setControl(values, command, method);
  if (found.object == ResolvedSetting::kNotThere) return;
  switch (row.owner) {
    case SettingOwner::World:
      return row.write(values.worldValues, command.value);
    case SettingOwner::Material:
      return row.write(values.materials[found.object], command.value);
    case SettingOwner::EveryMaterial:
      for (MaterialDefinition& m : values.materials) row.write(m, command.value);
      return;
    case SettingOwner::Emitter:
      return row.write(values.emitters[found.object], command.value);
    case SettingOwner::Body:
      return row.write(values.bodies[found.object], command.value);
    case SettingOwner::Control:
      return row.write(values.controls[found.object], command.value);
    default:
      break;
  }
  PairCurve curve = pairCurveOf(*found.pair, scopeOf(values, findMethod(method)));
  row.write(curve, command.value);
  PairEntry entry = *found.pair;
  entry.curve = std::move(curve.own);
  values.pairs.set(std::move(entry));
}

std::string textOf(const SettingRow& row, const SettingValue& value, const SettingValue& other, int digits) {
  if (!value.text.empty()) return value.text;
  if (value.numbers.empty()) return std::string(row.otherwise);
  if (row.function) return wordsOfCurve(value.numbers, other.numbers, digits);
  std::string text;
  for (const float v : value.numbers) text += fmt::format("{}{:.{}g}", text.empty() ? "" : ", ", v, digits);
  return text;
}

void compare(std::vector<Difference>& found, const SettingRow& row, const std::string& name, SettingValue a,
             SettingValue b) {
  if (a == b) return;
  constexpr int kUsual = 4, kMost = 9;  // significant digits; 9 distinguish any two floats
  Difference d{SettingName{row.owner, name, std::string(row.key)}, std::move(a), std::move(b), {}, {}};
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

/// Calls visit for each row of an owner that is a setting with a readable value.
template <class T, class Visit>
void forEachSetting(std::span<const SettingRow> rows, SettingOwner owner, const Visit& visit) {
  for (const SettingRow& row : rows)
    if (row.owner == owner && row.effect == CommandEffect::Setting && row.reads<T>()) visit(row);
}

/// Compares things that exist in both worlds, matched by name.
template <class T>
void compareNamed(std::vector<Difference>& found, std::span<const SettingRow> rows, SettingOwner owner,
                  const std::vector<T>& a, const std::vector<T>& b) {
  for (const T& thing : a)
    if (const T* other = named(b, thing.name))
      forEachSetting<T>(rows, owner, [&](const SettingRow& row) {
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
  const PairEntry* entry = values.pairs.find(pair);
  return entry ? entry->curve : kNone;
}

/// Compares pairs that exist in both worlds and have an explicit function in at least one.
void comparePairs(std::vector<Difference>& found, std::span<const SettingRow> rows, const WorldValues& a,
                  const WorldValues& b) {
  const auto compareOne = [&](const PairEntry& inA, const PairEntry& inB) {
    const SettingName name = nameOfPair(inA, a.materials);
    if (const SettingRow* row = findSettingRow(rows, name))
      compare(found, *row, name.name, SettingValue(numbersOf(curveIn(a, inA))),
              SettingValue(numbersOf(curveIn(b, inB))));
  };
  for (const PairEntry& pair : a.pairs)
    if (const auto there = samePairIn(b, a, pair)) compareOne(pair, *there);
  for (const PairEntry& pair : b.pairs)
    if (const auto there = samePairIn(a, b, pair); there && !a.pairs.find(*there)) compareOne(*there, pair);
}

/// Compares the settings that belong to no material and no method.
void compareRest(std::vector<Difference>& found, std::span<const SettingRow> rows, const WorldValues& a,
                 const WorldValues& b) {
  forEachSetting<WorldNumbers>(rows, SettingOwner::World, [&](const SettingRow& row) {
    compare(found, row, {}, row.read(a.worldValues), row.read(b.worldValues));
  });
  compareNamed(found, rows, SettingOwner::Emitter, a.emitters, b.emitters);
  compareNamed(found, rows, SettingOwner::Body, a.bodies, b.bodies);
  compareNamed(found, rows, SettingOwner::Control, a.controls, b.controls);
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
  const CommandScope scope = scopeOf(values, findMethod(method));
  if (const auto* set = std::get_if<SetValue>(&command))
    return ooze::set(values, method, requireValid(*set, scope), *set);
  const auto* material = std::get_if<AddMaterial>(&command);
  if (!material) return;
  requireValid(command, scope);
  MaterialDefinition added = decodeMaterial(material->definition, method);
  added.name = material->name;
  values.materials.push_back(std::move(added));
} catch (const InputError&) {
  // Invalid commands are ignored here; the world reports the error.
}

std::vector<Difference> differences(const WorldValues& a, const WorldValues& b, std::string_view method) {
  std::vector<Difference> found;
  const std::span<const SettingRow> rows = settingRows(findMethod(method));
  compareNamed(found, rows, SettingOwner::Material, a.materials, b.materials);
  compareRest(found, rows, a, b);
  comparePairs(found, rows, a, b);
  return found;
}

std::vector<Difference> differences(const WorldValues& a, std::string_view methodOfA, const WorldValues& b,
                                    std::string_view methodOfB) {
  if (methodOfA == methodOfB) return differences(a, b, methodOfA);
  const MethodRow &ofA = findMethod(methodOfA), &ofB = findMethod(methodOfB);
  std::vector<Difference> found{{std::nullopt, {}, {}, std::string(ofA.title), std::string(ofB.title)}};
  std::vector<SettingRow> rows;
  for (const SettingRow& row : settingRows(ofA))
    if (!(row.is<MaterialDefinition>() && row.parameter)) rows.push_back(row);
  compareNamed(found, rows, SettingOwner::Material, a.materials, b.materials);
  compareRest(found, rows, a, b);
  return found;
}

namespace {

/// Returns the commands that remove, add or replace controls so that `from` has the controls of `to`.
/// Controls that differ only in single values are skipped.
std::vector<Command> controlsFrom(WorldValues& from, const WorldValues& to) {
  std::vector<Command> commands;
  const auto whole = [](const Control& c, std::string text) {
    return SetValue{{SettingOwner::Control, c.name, "whole"}, SettingValue(std::move(text))};
  };
  for (const Control& c : from.controls)
    if (!named(to.controls, c.name)) commands.emplace_back(whole(c, std::string(kNoControl)));
  for (const Control& c : to.controls) {
    const Control* before = named(from.controls, c.name);
    if (before && haveSameStructure(*before, c)) continue;
    commands.emplace_back(whole(c, encodeControl(c)));
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
    commands.emplace_back(AddMaterial{m.name, encodeMaterial(m, method)});
    base.materials.push_back(m);
  }
  for (Command& command : controlsFrom(base, to)) commands.push_back(std::move(command));
  for (Difference& d : differences(base, to, method))
    commands.emplace_back(SetValue{std::move(*d.setting), std::move(d.b)});
  return commands;
}

std::vector<Command> commandsToBecome(std::string_view name, const MaterialDefinition& other,
                                      std::string_view method) {
  std::vector<Command> commands;
  forEachSetting<MaterialDefinition>(
      settingRows(findMethod(method)), SettingOwner::Material, [&](const SettingRow& row) {
        commands.emplace_back(
            SetValue{{SettingOwner::Material, std::string(name), std::string(row.key)}, row.read(other)});
      });
  return commands;
}

std::vector<SweepableSetting> sweepableSettings(const WorldValues& values, std::string_view method) {
  std::vector<SweepableSetting> settings;
  const std::span<const SettingRow> rows = settingRows(findMethod(method));
  const auto add = [&](SettingOwner owner, const std::string& name, const auto& thing) {
    using Thing = std::decay_t<decltype(thing)>;
    forEachSetting<Thing>(rows, owner, [&](const SettingRow& row) {
      if (!row.sweepable) return;
      if (const SettingValue value = row.read(thing); value.numbers.size() == 1)
        settings.push_back({{owner, name, std::string(row.key)}, value.number()});
    });
  };
  for (const MaterialDefinition& m : values.materials) add(SettingOwner::Material, m.name, m);
  add(SettingOwner::World, {}, values.worldValues);
  for (const EmitterSpec& e : values.emitters) add(SettingOwner::Emitter, e.name, e);
  for (const BodyValues& b : values.bodies) add(SettingOwner::Body, b.name, b);
  for (const Control& c : values.controls) add(SettingOwner::Control, c.name, c);
  for (const PairEntry& pair : values.pairs) {
    const SettingName name = nameOfPair(pair, values.materials);
    add(name.owner, name.name, pairCurveOf(values, method, pair));
  }
  return settings;
}

PairCurve pairCurveOf(const WorldValues& values, std::string_view method, const PairEntry& pair) {
  return pairCurveOf(pair, scopeOf(values, findMethod(method)));
}

Command pairCommand(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                    const std::vector<CurvePoint>& curve) {
  return SetValue{nameOfPair(pair, materials), SettingValue(numbersOf(curve))};
}

}  // namespace ooze
