#include "world/commands/command_scope.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include "world/commands/command_rows.h"
#include "world/commands/pair_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

using Row = SettingRow;

/// Returns the first word of a setting's text.
std::string groupOf(const SettingName& s) {
  return s.owner == SettingOwner::EveryMaterial ? s.name : std::string(wordOf(s.owner));
}

/// Returns the first words of all texts of commands, or the keys that follow one of these words.
/// @param group  "": the first words
std::vector<std::string> knownWords(std::string_view group, const MethodRow& method) {
  std::vector<std::string> known;
  const auto add = [&](std::string_view word, std::string_view key) {
    const std::string_view wanted = group.empty() ? word : word == group ? key : std::string_view();
    if (!wanted.empty() && std::find(known.begin(), known.end(), wanted) == known.end())
      known.emplace_back(wanted);
  };
  for (const Row& row : settingRows(method))
    add(row.owner == SettingOwner::EveryMaterial ? method.key : wordOf(row.owner), row.key);
  for (const CommandRow& row : commandRows()) add(row.group(), row.key());
  return known;
}

/// Returns the row of a setting.
/// @throws InputError with a suggestion if there is none
const Row& requireRow(const SettingName& setting, const MethodRow& method) {
  if (const Row* row = findSettingRow(method, setting)) return *row;
  const std::string group = groupOf(setting);
  if (const std::vector<std::string> keys = knownWords(group, method); !group.empty() && !keys.empty())
    refuseTarget(setting.text(), setting.key, keys);
  refuseTarget(setting.text(), group, knownWords("", method));
}

constexpr std::string_view kDropped = "dropped ", kPlaced = "placed ", kPoured = "poured ", kSpout = "spout ";

/// Returns the number after this word in the name of an added thing; 0 if the name has another form.
std::size_t numberIn(std::string_view name, std::string_view word) {
  if (!name.starts_with(word)) return 0;
  const std::string_view digits = name.substr(word.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = error == std::errc() && end == digits.data() + digits.size() && digits[0] != '0';
  return whole ? number : 0;
}

std::size_t addedBodyNumber(std::string_view name) {
  return std::max(numberIn(name, kDropped), numberIn(name, kPlaced));
}

std::size_t addedEmitterNumber(std::string_view name) {
  return std::max(numberIn(name, kPoured), numberIn(name, kSpout));
}

/// Returns the index of this name, or kNotThere if the thing is still waiting to be added.
template <class List>
std::size_t findOrAwait(const std::string& target, std::string_view name, const List& list,
                        NameSearch& search, bool mayCome) {
  if (const auto found = search.find(list, name)) return *found;
  if (mayCome) return ResolvedSetting::kNotThere;
  std::vector<std::string> names;
  for (const auto& item : list) names.emplace_back(NameSearch::nameOf(item));
  refuseTarget(target, name, names);
}

/// Returns the index of a setting's thing, in the list of its kind.
std::size_t findObject(const SettingName& setting, const CommandScope& scope) {
  const auto find = [&](const auto& list, NameSearch& search, bool mayCome) {
    return findOrAwait(setting.text(), setting.name, list, search, mayCome);
  };
  switch (setting.owner) {
    case SettingOwner::Material: {
      const auto& coming = scope.comingMaterials;
      return find(scope.materials, scope.materialSearch,
                  std::find(coming.begin(), coming.end(), setting.name) != coming.end());
    }
    case SettingOwner::Emitter:
      return find(scope.emitters, scope.emitterSearch,
                  scope.emittersToCome.holds(addedEmitterNumber(setting.name)));
    case SettingOwner::Body:
      return find(scope.bodies, scope.bodySearch, scope.bodiesToCome.holds(addedBodyNumber(setting.name)));
    case SettingOwner::Control:
      return find(scope.controls, scope.controlSearch, false);
    default:
      return 0;
  }
}

/// Checks that a target suits the motion of its body.
/// @param body  null if the body is still waiting to be added
/// @throws InputError if, for example, a velocity is set for a body that is not dynamic
void requireSuits(const std::string& target, const Row& row, std::string_view name,
                  const CommandScope::NamedBody* body) {
  const bool dynamic = body ? body->motion == Motion::Dynamic : numberIn(name, kDropped) > 0;
  if (row.needs == Row::Needs::Dynamic && !dynamic)
    throw InputError(fmt::format("{}: \"{}\" is not a dynamic body", target, name));
  if (row.needs == Row::Needs::Movable && body && body->motion == Motion::Kinematic)
    throw InputError(fmt::format("{}: \"{}\" is a kinematic body and follows its keys", target, name));
  if (row.needs == Row::Needs::Sizable && body && body->kind == SolidShape::SolidKind::Plane)
    throw InputError(fmt::format("{}: \"{}\" is a plane, which has no size", target, name));
}

void requireSuits(const std::string& target, const Row& row, const Control& control) {
  const auto refuse = [&](bool suits, std::string_view what) {
    if (!suits) throw InputError(fmt::format("{}: \"{}\" is not a {}", target, control.name, what));
  };
  using Needs = Row::Needs;
  if (row.needs == Needs::Velocity) refuse(control.kind == ControlKind::Velocity, "control of velocity");
  if (row.needs == Needs::Viscosity) refuse(control.kind == ControlKind::Viscosity, "control of viscosity");
  if (row.needs == Needs::Divergence)
    refuse(control.kind == ControlKind::Divergence, "control of divergence");
  if (row.needs == Needs::Temperature)
    refuse(control.kind == ControlKind::Temperature, "control of temperature");
  if (row.needs == Needs::Cylinder) refuse(control.shape == ControlShape::Cylinder, "cylinder");
}

bool isNewControl(const SettingName& setting, const CommandScope& scope) {
  return !setting.name.empty() && !scope.controlSearch.find(scope.controls, setting.name);
}

/// Returns the curve of a pair after a command.
/// @throws InputError if the command gives no valid curve
PairCurve curveAfter(const SetValue& command, const ResolvedSetting& setting, const CommandScope& scope) {
  PairCurve curve = pairCurveOf(*setting.pair, scope);
  try {
    setting.row->write(curve, command.value);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", command.setting.text(), e.what()));
  }
  return curve;
}

void requireText(const SetValue& command, const Row& row) {
  if (row.isText() && command.value.text.empty())
    throw InputError(fmt::format("{} needs a text", command.setting.text()));
  if (!row.isText() && !command.value.text.empty())
    throw InputError(fmt::format("{} takes no text", command.setting.text()));
}

/// Validates the value of a resolved setting: count, range, text.
void requireValue(const SetValue& command, const ResolvedSetting& setting, const CommandScope& scope) {
  const Row& row = *setting.row;
  const std::vector<float>& numbers = command.value.numbers;
  // A whole function takes two numbers for each point.
  if (row.function && row.partOf.empty()) {
    requireText(command, row);
    if (setting.pair) (void)curveAfter(command, setting, scope);
    return;
  }
  if (!numbers.empty() && row.isText())
    throw InputError(fmt::format("{} needs a text and takes no numbers", command.setting.text()));
  const bool unset = numbers.empty() && !row.otherwise.empty();
  if (numbers.size() != row.count && !unset)
    throw InputError(fmt::format("{} takes {} number{}, not {}", command.setting.text(), row.count,
                                 row.count == 1 ? "" : "s", numbers.size()));
  requireText(command, row);
  if (row.parameter) return requireInRange(*row.parameter, numbers[0]);
  // Only the first three of seven numbers are a position; `check` validates the others.
  for (std::size_t k = 0; k < std::min<std::size_t>(numbers.size(), 3); ++k)
    requireWithin(row.range, command.setting.text(), numbers[k]);
  if (row.check) row.check(command, scope);
  if (setting.pair) (void)curveAfter(command, setting, scope);
}

/// Checks that a body exists or is to come, and is dynamic.
void requireDynamic(const std::string& target, const std::string& body, const CommandScope& scope) {
  const std::size_t object = findOrAwait(target, body, scope.bodies, scope.bodySearch,
                                         scope.bodiesToCome.holds(addedBodyNumber(body)));
  const bool isThere = object != ResolvedSetting::kNotThere;
  const bool dynamic =
      isThere ? scope.bodies[object].motion == Motion::Dynamic : numberIn(body, kDropped) > 0;
  if (!dynamic) throw InputError(fmt::format("{}: {} is not a dynamic body", target, quoteText(body)));
}

/// Checks that the method has an action.
void requireAction(const std::string& key, const MethodRow& method) {
  if (findAction(method, key)) return;
  if (findCommandRow(key))
    throw InputError(fmt::format("{}: the method \"{}\" has no such action", key, method.key));
  (void)requireRow(parseSetting(key), method);
}

// Checks of commands beyond the ranges of their numbers.

void check(const AddMaterial& c, const CommandScope& scope) {
  if (c.name.empty() || c.name.find('=') != std::string::npos)
    throw InputError("a material's name must not be empty and must not contain \"=\"");
  const auto& coming = scope.comingMaterials;
  if (std::any_of(scope.materials.begin(), scope.materials.end(),
                  [&](const MaterialDefinition& m) { return m.name == c.name; }) ||
      std::find(coming.begin(), coming.end(), c.name) != coming.end())
    throw InputError(fmt::format("{}: there is a material {} already", targetOf(c), quoteText(c.name)));
  try {
    (void)decodeMaterial(c.definition, scope.method.key);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", targetOf(c), e.what()));
  }
}

void check(const AddEmitter& c, const CommandScope& scope) {
  requireDirection(c, c.direction);
  requireMaterial(c, scope, c.material);
}

void check(const AddMeshBody& c, const CommandScope&) {
  if (c.kind == MeshKind::Dynamic) requireWithin(command_table::kDensity, targetOf(c), c.density);
}

void check(const FillMesh& c, const CommandScope& scope) { requireMaterial(c, scope, c.material); }
void check(const PullBody& c, const CommandScope& scope) { requireDynamic(targetOf(c), c.body, scope); }
void check(const ReleaseBody& c, const CommandScope& scope) { requireDynamic(targetOf(c), c.body, scope); }
void check(const DoMethodAction& c, const CommandScope& scope) { requireAction(c.key, scope.method); }

template <class C>
void check(const C&, const CommandScope&) {}

}  // namespace

void requireDirection(const Command& command, const Vec3& direction) {
  if (glm::dot(direction, direction) < 1e-6f)
    throw InputError(fmt::format("{}: the direction must not be zero", targetOf(command)));
}

void requireMaterial(const Command& command, const CommandScope& scope, float index) {
  const std::size_t count = scope.materials.size() + scope.comingMaterials.size();
  if (index != std::floor(index) || index >= static_cast<float>(count))
    throw InputError(
        fmt::format("{}: there is no material {:g}; the world has {}", targetOf(command), index, count));
}

std::string addedBodyName(std::size_t n, Motion motion) {
  return fmt::format("{}{}", motion == Motion::Dynamic ? kDropped : kPlaced, n);
}
std::string addedEmitterName(std::size_t n, bool stays) {
  return fmt::format("{}{}", stays ? kSpout : kPoured, n);
}
bool isAddedBodyName(std::string_view name) { return addedBodyNumber(name) > 0; }
bool isAddedEmitterName(std::string_view name) { return addedEmitterNumber(name) > 0; }
std::uint64_t addedNozzleNumber(std::string_view name) { return numberIn(name, kPoured); }

void CommandScope::expect(const Command& command) {
  const auto oneMore = [](Coming& coming) { coming.last += coming.last < SIZE_MAX; };
  if (const auto* material = std::get_if<AddMaterial>(&command)) comingMaterials.push_back(material->name);
  if (std::holds_alternative<AddEmitter>(command)) oneMore(emittersToCome);
  if (std::holds_alternative<AddBody>(command) || std::holds_alternative<AddMeshBody>(command))
    oneMore(bodiesToCome);
  const auto* set = std::get_if<SetValue>(&command);
  if (!set) return;
  if (isPair(set->setting.owner)) {
    const ResolvedSetting found = resolve(set->setting, *this);
    if (!found.pair) return;
    PairEntry entry = *found.pair;
    entry.curve = curveAfter(*set, found, *this).own;
    return settings.pairs.set(std::move(entry));
  }
  const Row* row = findSettingRow(fixedSettingRows(), set->setting);
  if (!row || !row->isWhole) return;
  std::shared_ptr<const Control> control = controlIn(*set, *this);
  std::erase_if(controls, [&](const Control* c) { return c->name == set->setting.name; });
  controlSearch.reset();
  if (!control) return;
  controls.push_back(control.get());
  comingControls.push_back(std::move(control));
}

std::optional<std::size_t> CommandScope::findMaterial(std::string_view name) const {
  if (const auto found = materialSearch.find(materials, name)) return found;
  const auto coming = std::find(comingMaterials.begin(), comingMaterials.end(), name);
  if (coming == comingMaterials.end()) return std::nullopt;
  return materials.size() + static_cast<std::size_t>(coming - comingMaterials.begin());
}

CommandScope scopeOf(const WorldSpec& spec) {
  CommandScope scope{findMethod(spec.method), spec.materials};
  for (const EmitterSpec& e : spec.emitters) scope.emitters.emplace_back(e.name);
  for (const Body& b : spec.bodies)
    scope.bodies.push_back({b.name, b.motion, b.solid.kind, {b.stickiness, b.stickDistance}});
  for (const Control& c : spec.controls) scope.controls.push_back(&c);
  scope.sceneControls = spec.controls;
  scope.settings = spec.methodSettings;
  return scope;
}

ResolvedSetting resolve(const SettingName& setting, const CommandScope& scope) {
  // New things are in no list yet. For others, the error names the first word that is wrong.
  const Row* row = findSettingRow(scope.method, setting);
  if (isPair(setting.owner)) {
    if (!scope.method.pairFunctions)
      throw InputError(
          fmt::format("{}: the method \"{}\" has no functions of pairs", setting.text(), scope.method.key));
    if (!row) row = &requireRow(setting, scope.method);
    std::optional<PairEntry> pair = resolvePair(setting, scope);
    return {row, pair ? 0 : ResolvedSetting::kNotThere, std::move(pair)};
  }
  const bool adds = row && row->isWhole && isNewControl(setting, scope);
  const std::size_t object = adds ? ResolvedSetting::kNotThere : findObject(setting, scope);
  if (!row) row = &requireRow(setting, scope.method);
  const bool isThere = object != ResolvedSetting::kNotThere;
  if (row->owner == SettingOwner::Body)
    requireSuits(setting.text(), *row, setting.name, isThere ? &scope.bodies[object] : nullptr);
  if (row->owner == SettingOwner::Control && isThere)
    requireSuits(setting.text(), *row, *scope.controls[object]);
  return {row, object};
}

ResolvedSetting requireValid(const SetValue& command, const CommandScope& scope) {
  const ResolvedSetting setting = resolve(command.setting, scope);
  requireValue(command, setting, scope);
  return setting;
}

void requireValid(const Command& command, const CommandScope& scope) {
  if (const auto* set = std::get_if<SetValue>(&command)) {
    requireValid(*set, scope);
    return;
  }
  if (const CommandRow* row = findCommandRow(command)) {
    const CommandText text = row->print(command);
    std::size_t next = 0;
    for (const CommandField& f : row->fields)
      for (std::size_t k = 0; k < f.count && next < text.values.size(); ++k)
        requireWithin(f.range, fmt::format("{}: {}", text.target, f.name), text.values[next++]);
  }
  std::visit([&](const auto& c) { check(c, scope); }, command);
}

TargetForm requireTarget(std::string_view target, const CommandScope& scope) {
  requireShortTarget(target);
  std::string name;
  const CommandRow* row = findCommandRow(target, &name);
  if (!row) return {.isText = resolve(parseSetting(target), scope).row->isText()};
  if (row->group() == "body") requireDynamic(std::string(target), name, scope);
  if (findAction(scope.method, target) == nullptr && row->is(DoMethodAction{std::string(target)}))
    requireAction(std::string(target), scope.method);
  return {.isText = row->takesText, .isAction = row->isAction()};
}

Command expandToWholeSetting(const Command& command, const CommandScope& scope) {
  const auto* set = std::get_if<SetValue>(&command);
  if (!set || !isPair(set->setting.owner)) return command;
  const ResolvedSetting found = resolve(set->setting, scope);
  if (!found.pair) return command;
  return pairCommand(*found.pair, scope.materials, curveAfter(*set, found, scope).own);
}

void refuseTarget(std::string_view target, std::string_view part, const std::vector<std::string>& known) {
  constexpr std::size_t kMost = 20;  // largest number of names that fit on a line
  std::string help = suggestion(part, known);
  if (help.empty() && !known.empty() && known.size() <= kMost)
    help = fmt::format("; known: {}", fmt::join(known, ", "));
  throw InputError(fmt::format("unknown target {}: no {}{}", quoteText(target), quoteText(part), help));
}

std::shared_ptr<const Control> controlIn(const SetValue& command, const CommandScope& scope) {
  if (command.value.text == kNoControl) return nullptr;
  const std::string& name = command.setting.name;
  const auto place = scope.sceneControlSearch.find(scope.sceneControls, name);
  const Control* ofScene = place ? &scope.sceneControls[*place] : nullptr;
  try {
    return std::make_shared<const Control>(decodeControl(name, command.value.text, ofScene));
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", command.setting.text(), e.what()));
  }
}

void requireInRange(SettingOwner owner, std::string_view key, float value) {
  requireWithin(findSettingRow(fixedSettingRows(), {owner, {}, std::string(key)})->range, key, value);
}

void requireInRange(std::string_view target, std::string_view field, float value) {
  for (const CommandField& f : findCommandRow(target)->fields)
    if (f.name == field) requireWithin(f.range, field, value);
}

}  // namespace ooze
