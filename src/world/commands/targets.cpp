#include "world/commands/targets.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include "world/commands/pair_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <numeric>
#include <span>

namespace ooze {
namespace {

using Row = TargetRow;

const Row& requireRow(std::string_view target, const TargetName& name, std::span<const Row> rows) {
  if (const Row* row = findTargetRow(rows, name)) return *row;
  std::vector<std::string> known;
  for (const Row& r : rows)
    if (r.group == name.group) known.emplace_back(r.key);
  if (!known.empty()) refuseTarget(target, name.key, known);
  for (const Row& r : rows)
    if (std::find(known.begin(), known.end(), r.group) == known.end()) known.emplace_back(r.group);
  refuseTarget(target, name.group, known);
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
std::size_t findOrAwait(std::string_view target, std::string_view name,
                        const std::vector<std::string_view>& names, bool mayCome) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (!mayCome) refuseTarget(target, name, {names.begin(), names.end()});
  return Target::kNotThere;
}

template <class List>
std::vector<std::string_view> namesOf(const List& list) {
  std::vector<std::string_view> names;
  for (const auto& item : list) names.emplace_back(item.name);
  return names;
}

/// Returns the index of the thing that a target names, in the list of its group.
std::size_t findObject(std::string_view target, const TargetName& name, const TargetScope& scope) {
  if (name.group == "material") {
    const auto& coming = scope.comingMaterials;
    return findOrAwait(target, name.name, namesOf(scope.materials),
                       std::find(coming.begin(), coming.end(), name.name) != coming.end());
  }
  if (name.group == "emitter")
    return findOrAwait(target, name.name, scope.emitters,
                       scope.emittersToCome.holds(addedEmitterNumber(name.name)));
  if (name.group == "body")
    return findOrAwait(target, name.name, namesOf(scope.bodies),
                       scope.bodiesToCome.holds(addedBodyNumber(name.name)));
  if (name.group == "control") {
    std::vector<std::string_view> names;
    for (const Control* c : scope.controls) names.emplace_back(c->name);
    return findOrAwait(target, name.name, names, false);
  }
  return 0;
}

/// Checks that a target suits the motion of its body.
/// @param body  null if the body is still waiting to be added
/// @throws InputError if, for example, a velocity is set for a body that is not dynamic
void requireSuits(std::string_view target, const Row& row, std::string_view name,
                  const TargetScope::NamedBody* body) {
  const bool dynamic = body ? body->motion == Motion::Dynamic : numberIn(name, kDropped) > 0;
  if (row.needs == Row::Needs::Dynamic && !dynamic)
    throw InputError(fmt::format("{}: \"{}\" is not a dynamic body", target, name));
  if (row.needs == Row::Needs::Movable && body && body->motion == Motion::Kinematic)
    throw InputError(fmt::format("{}: \"{}\" is a kinematic body and follows its keys", target, name));
  if (row.needs == Row::Needs::Sizable && body && body->kind == SolidShape::SolidKind::Plane)
    throw InputError(fmt::format("{}: \"{}\" is a plane, which has no size", target, name));
}

void requireSuits(std::string_view target, const Row& row, const Control& control) {
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

bool isNewControl(const TargetName& name, const TargetScope& scope) {
  return !name.name.empty() && std::none_of(scope.controls.begin(), scope.controls.end(),
                                            [&](const Control* c) { return c->name == name.name; });
}

/// Checks that the method has an action.
/// @throws InputError if the target is an action of other methods only
void requireMethodAction(std::string_view target, const MethodRow& method) {
  const auto methods = methodRegistry();
  const bool ofMethods = std::any_of(methods.begin(), methods.end(),
                                     [&](const MethodRow& m) { return findAction(m, target) != nullptr; });
  if (ofMethods && !findAction(method, target))
    throw InputError(fmt::format("{}: the method \"{}\" has no such action", target, method.key));
}

/// Checks that the method has pair functions.
/// @throws InputError if the method has none
void requirePairs(std::string_view target, const MethodRow& method) {
  if (!method.pairFunctions)
    throw InputError(fmt::format("{}: the method \"{}\" has no functions of pairs", target, method.key));
}

/// Returns the curve of a pair after a command.
/// @throws InputError if the command gives no valid curve
PairCurve curveAfter(const Command& command, const Target& target, const TargetScope& scope) {
  PairCurve curve = pairCurveOf(*target.pair, scope);
  try {
    target.row->write(curve, command);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", command.target, e.what()));
  }
  return curve;
}

void requireText(const Command& command, const Row& row) {
  if (row.takesText() && command.text.empty())
    throw InputError(fmt::format("{} needs a text", command.target));
  if (!row.takesText() && !command.text.empty())
    throw InputError(fmt::format("{} takes no text", command.target));
}

}  // namespace

namespace target_rows {

void requireDirection(const Command& command, std::span<const float> direction) {
  if (std::inner_product(direction.begin(), direction.end(), direction.begin(), 0.f) < 1e-6f)
    throw InputError(fmt::format("{}: the direction must not be zero", command.target));
}

void requireMaterial(const Command& command, const TargetScope& scope, float index) {
  const std::size_t count = scope.materials.size() + scope.comingMaterials.size();
  if (index != std::floor(index) || index >= static_cast<float>(count))
    throw InputError(
        fmt::format("{}: there is no material {:g}; the world has {}", command.target, index, count));
}

}  // namespace target_rows

std::string addedBodyName(std::size_t n, Motion motion) {
  return fmt::format("{}{}", motion == Motion::Dynamic ? kDropped : kPlaced, n);
}
std::string addedEmitterName(std::size_t n, bool stays) {
  return fmt::format("{}{}", stays ? kSpout : kPoured, n);
}
bool isAddedBodyName(std::string_view name) { return addedBodyNumber(name) > 0; }
bool isAddedEmitterName(std::string_view name) { return addedEmitterNumber(name) > 0; }

void TargetScope::expect(const Command& command) {
  const TargetName target = parseTarget(command.target);
  if (isPairGroup(target.group)) {
    const Target t = resolveTarget(command.target, *this);
    if (!t.pair) return;
    PairEntry entry = *t.pair;
    entry.curve = curveAfter(command, t, *this).own;
    return setPair(settings.pairs, std::move(entry));
  }
  const Row* row = findTargetRow(fixedRows(), target);
  const auto oneMore = [](Coming& coming) { coming.last += coming.last < SIZE_MAX; };
  switch (row ? row->adds : Row::Adds::Nothing) {
    case Row::Adds::Nothing:
      return;
    case Row::Adds::Material:
      comingMaterials.emplace_back(target.name);
      return;
    case Row::Adds::Emitter:
      return oneMore(emittersToCome);
    case Row::Adds::Control: {
      std::shared_ptr<const Control> control = controlIn(command, *this);
      std::erase_if(controls, [&](const Control* c) { return c->name == target.name; });
      if (!control) return;
      controls.push_back(control.get());
      comingControls.push_back(std::move(control));
      return;
    }
    case Row::Adds::Body:
      return oneMore(bodiesToCome);
  }
}

TargetScope scopeOf(const WorldSpec& spec) {
  TargetScope scope{findMethod(spec.method), spec.materials};
  for (const EmitterSpec& e : spec.emitters) scope.emitters.emplace_back(e.name);
  for (const Body& b : spec.bodies)
    scope.bodies.push_back({b.name, b.motion, b.solid.kind, {b.stickiness, b.stickDistance}});
  for (const Control& c : spec.controls) scope.controls.push_back(&c);
  scope.sceneControls = spec.controls;
  scope.settings = spec.methodSettings;
  return scope;
}

Target resolveTarget(std::string_view target, const TargetScope& scope) {
  const std::span<const Row> rows = targetRows(scope.method);
  const TargetName name = parseTarget(target);
  // New things are in no list yet. For others, the error names the first word that is wrong.
  const Row* row = findTargetRow(rows, name);
  if (isPairGroup(name.group)) {
    requirePairs(target, scope.method);
    if (!row) row = &requireRow(target, name, rows);
    std::optional<PairEntry> pair = resolvePair(target, name, scope);
    return {row, pair ? 0 : Target::kNotThere, row->field, std::move(pair)};
  }
  const bool adds = row && (row->adds == Row::Adds::Material ||
                            (row->adds == Row::Adds::Control && isNewControl(name, scope)));
  const std::size_t object = adds ? Target::kNotThere : findObject(target, name, scope);
  if (!row) row = &requireRow(target, name, rows);
  if (row->group == "body")
    requireSuits(target, *row, name.name, object == Target::kNotThere ? nullptr : &scope.bodies[object]);
  if (row->group == "control" && object != Target::kNotThere)
    requireSuits(target, *row, *scope.controls[object]);
  requireMethodAction(target, scope.method);
  return {row, object, row->field};
}

void requireValues(const Command& command, const Target& target, const TargetScope& scope) {
  const Row& row = *target.row;
  const std::size_t count = command.values.size();
  // A whole function takes two numbers for each point.
  const bool ofPoints = row.function && row.partOf.empty();
  if (ofPoints) {
    requireText(command, row);
    if (target.pair) (void)curveAfter(command, target, scope);
    return;
  }
  if (count != row.arity && row.arity == 0)
    throw InputError(fmt::format("{} {} and takes no numbers", command.target,
                                 row.takesText() ? "needs a text" : "is an action"));
  const bool unset = count == 0 && !row.otherwise.empty();
  if (count != row.arity && count != row.arity + row.more && !unset)
    throw InputError(fmt::format("{} takes {} number{}, not {}", command.target, row.arity,
                                 row.arity == 1 ? "" : "s", count));
  requireText(command, row);
  if (row.parameter) return requireInRange(*row.parameter, command.values[0]);
  for (std::size_t k = 0; k < count; ++k) requireWithin(row.ranges[k], command.target, command.values[k]);
  if (row.check) row.check(command, scope);
  if (target.pair) (void)curveAfter(command, target, scope);
}

Command expandToWholeSetting(const Command& command, const TargetScope& scope) {
  if (!isPairGroup(parseTarget(command.target).group)) return command;
  const Target target = resolveTarget(command.target, scope);
  if (!target.pair) return command;
  return pairCommand(*target.pair, scope.materials, curveAfter(command, target, scope).own);
}

void refuseTarget(std::string_view target, std::string_view part, const std::vector<std::string>& known) {
  constexpr std::size_t kMost = 20;  // largest number of names that fit on a line
  std::string help = suggestion(part, known);
  if (help.empty() && !known.empty() && known.size() <= kMost)
    help = fmt::format("; known: {}", fmt::join(known, ", "));
  throw InputError(fmt::format("unknown target \"{}\": no \"{}\"{}", target, part, help));
}

std::shared_ptr<const Control> controlIn(const Command& command, const TargetScope& scope) {
  if (command.text == kNoControl) return nullptr;
  const TargetName target = parseTarget(command.target);
  const auto named = [&](const Control& c) { return c.name == target.name; };
  const Control* ofScene = nullptr;
  if (const auto s = std::find_if(scope.sceneControls.begin(), scope.sceneControls.end(), named);
      s != scope.sceneControls.end())
    ofScene = &*s;
  try {
    return std::make_shared<const Control>(decodeControl(target.name, command.text, ofScene));
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", command.target, e.what()));
  }
}

Target requireValid(const Command& command, const TargetScope& scope) {
  const Target target = resolveTarget(command.target, scope);
  requireValues(command, target, scope);
  return target;
}

void requireSound(const EmitterSpec& emitter) {
  const auto within = [](std::string_view key, std::initializer_list<float> values) {
    const Row& row = *findTargetRow(fixedRows(), {"emitter", {}, key});
    for (const float v : values) requireWithin(row.ranges[0], fmt::format("emitter {}", key), v);
  };
  const Vec3 at = emitter.position, along = emitter.direction;
  within("position", {at.x, at.y, at.z});
  within("speed", {emitter.speed});
  within("radius", {emitter.radius});
  // Commands normalise the direction when applied. The comparison is negated so that a NaN fails too.
  if (!(std::abs(glm::length(along) - 1.f) < 1e-3f))
    throw InputError("an emitter's direction must be a unit vector");
  if (!(emitter.coverage > 0.f && emitter.coverage <= 1.f))
    throw InputError("a shower's coverage must be above 0, and 1 at most");
  if (!(emitter.dropRadius >= 0.f && emitter.dropRadius <= 10.f))
    throw InputError("the radius of a shower's drops must be from 0 to 10 m");
}

void validateControlValues(const Control& c) {
  const auto within = [&](std::string_view key, std::initializer_list<float> values) {
    const Row& row = *findTargetRow(fixedRows(), {"control", {}, key});
    for (const float v : values)
      requireWithin(row.ranges[0], fmt::format("the {} of control \"{}\"", key, c.name), v);
  };
  const auto withinAll = [&](std::string_view key, const Vec3& v) { within(key, {v.x, v.y, v.z}); };
  within("radius", {c.radius});
  within("length", {c.length});
  within("strength", {c.strength});
  withinAll("position", c.position);
  if (c.kind == ControlKind::Velocity) withinAll("velocity", c.value);
  if (c.kind == ControlKind::Viscosity) within("viscosity", {c.value.x});
  if (c.kind == ControlKind::Divergence) within("divergence", {c.value.x});
  if (c.kind == ControlKind::Temperature) within("temperature", {c.value.x});
  if (!isFinite(c.value)) throw InputError(fmt::format("the value of control \"{}\" is not finite", c.name));
}

void requireWithin(const TargetRange& range, std::string_view name, float value) {
  if (!std::isfinite(value) || value < range.lower || value > range.upper)
    throw InputError(
        fmt::format("{} = {:g} is out of range [{:g}, {:g}]", name, value, range.lower, range.upper));
}

void requireInRange(std::string_view group, std::string_view key, float value, std::size_t place) {
  requireWithin(findTargetRow(fixedRows(), {group, {}, key})->ranges[place], key, value);
}

}  // namespace ooze
