#include "world/targets.h"

#include "ooze/base/error.h"

#include "world/target_rows.h"

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
using Range = TargetRange;
using target_rows::kRows;

/// The words of a target. Names may hold dots; keys do not. Of two words the second is the name.
struct Words {
  std::string_view head, name, key;
};
Words split(std::string_view target) {
  const auto dot = target.find('.');
  if (dot == std::string_view::npos) return {target, {}, {}};
  const std::string_view tail = target.substr(dot + 1);
  const auto last = tail.rfind('.');
  if (last == std::string_view::npos) return {target.substr(0, dot), tail, {}};
  return {target.substr(0, dot), tail.substr(0, last), tail.substr(last + 1)};
}

/// The row of a target, whatever the name in it; null if it is none of these.
const Row* rowOf(std::string_view target) {
  const Words words = split(target);
  return findTargetRow(words.head, words.key.empty() ? words.name : words.key);
}

void requireWithin(const Range& range, std::string_view name, float v) {
  if (!std::isfinite(v) || v < range.lower || v > range.upper)
    throw InputError(
        fmt::format("{} = {:g} is out of range [{:g}, {:g}]", name, v, range.lower, range.upper));
}

void requireWithin(const Row& row, std::string_view name, std::span<const float> values) {
  for (std::size_t k = 0; k < values.size(); ++k) requireWithin(row.ranges[k], name, values[k]);
}

[[noreturn]] void refuse(std::string_view target, std::string_view part,
                         const std::vector<std::string>& known) {
  throw InputError(fmt::format("unknown target \"{}\": no \"{}\"{}", target, part, suggestion(part, known)));
}

/// @param group  of what else there is, for suggestions; "": nothing
std::size_t findParameterRow(std::string_view target, std::string_view key,
                             const std::vector<ParameterInfo>& rows, std::string_view group = {}) {
  const std::size_t row = findParameter(rows, key);
  if (row < rows.size()) return row;
  std::vector<std::string> known;
  for (const ParameterInfo& r : rows) known.emplace_back(r.key);
  for (const Row& r : kRows)
    if (r.group == group) known.emplace_back(r.key);
  refuse(target, key, known);
}

template <class List, class NameOf>
std::size_t indexOfName(std::string_view name, const List& list, NameOf nameOf) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& item) { return nameOf(item) == name; });
  return static_cast<std::size_t>(found - list.begin());
}

template <class List, class NameOf>
std::size_t findNamed(std::string_view target, std::string_view name, const List& list, NameOf nameOf) {
  const std::size_t index = indexOfName(name, list, nameOf);
  if (index < list.size()) return index;
  std::vector<std::string> known;
  for (const auto& item : list) known.push_back(nameOf(item));
  refuse(target, name, known);
}

const Row& requireRow(std::string_view target, std::string_view group, std::string_view key) {
  if (const Row* row = findTargetRow(group, key)) return *row;
  std::vector<std::string> known;
  for (const Row& r : kRows)
    if (r.group == group) known.emplace_back(r.key);
  refuse(target, key, known);
}

Target targetOf(const Row& row, Target::Kind kind, std::size_t object) {
  return {.kind = kind,
          .object = object,
          .row = static_cast<std::size_t>(&row - kRows.data()),
          .field = row.field,
          .arity = row.arity,
          .text = row.needs == Row::Needs::Text};
}

constexpr std::string_view kDropped = "dropped ", kPlaced = "placed ", kPoured = "poured ", kSpout = "spout ";

/// The number after this word in the name of something added; 0 if it is not such a name.
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

/// The index of what has this name, or kNotThere if it may yet come.
template <class List, class NameOf>
std::size_t findOrAwait(std::string_view target, std::string_view name, const List& list, NameOf nameOf,
                        bool mayCome) {
  const std::size_t index = indexOfName(name, list, nameOf);
  if (index < list.size()) return index;
  return mayCome ? Target::kNotThere : findNamed(target, name, list, nameOf);  // refuses it
}

std::size_t findBody(std::string_view target, std::string_view name, const TargetScope& scope) {
  const std::size_t number = addedBodyNumber(name);
  return findOrAwait(
      target, name, scope.bodies, [](const Body& b) { return b.name; }, scope.bodiesToCome.holds(number));
}

std::size_t findEmitter(std::string_view target, std::string_view name, const TargetScope& scope) {
  const std::size_t number = addedEmitterNumber(name);
  return findOrAwait(
      target, name, scope.emitters, [](const Emitter& e) { return e.spec().name; },
      scope.emittersToCome.holds(number));
}

std::size_t findMaterial(std::string_view target, std::string_view name, const TargetScope& scope) {
  const auto& coming = scope.comingMaterials;
  return findOrAwait(
      target, name, scope.materials, [](const MaterialDefinition& d) { return d.name; },
      std::find(coming.begin(), coming.end(), name) != coming.end());
}

void requireDynamic(std::string_view target, const Row& row, std::string_view name, bool dynamic) {
  if (row.needs == Row::Needs::Dynamic && !dynamic)
    throw InputError(fmt::format("{}: \"{}\" is not a dynamic body", target, name));
}

void requireSuits(std::string_view target, const Row& row, const Body& body) {
  requireDynamic(target, row, body.name, body.motion == Motion::Dynamic);
  const bool moves = row.field == TargetField::BodyPosition || row.field == TargetField::BodyPlace;
  if (moves && body.motion == Motion::Kinematic)
    throw InputError(fmt::format("{}: \"{}\" is a kinematic body and follows its keys", target, body.name));
  if (row.field == TargetField::BodyScale && body.solid.kind == SolidShape::Kind::Plane)
    throw InputError(fmt::format("{}: \"{}\" is a plane, which has no size", target, body.name));
}

/// What only some methods can do takes one of those.
void requireDeed(std::string_view target, const MethodRow& method) {
  const auto methods = methodRegistry();
  const bool ofMethods = std::any_of(methods.begin(), methods.end(),
                                     [&](const MethodRow& m) { return findDeed(m, target) != nullptr; });
  if (ofMethods && !findDeed(method, target))
    throw InputError(fmt::format("{}: the method \"{}\" has no such deed", target, method.key));
}

Target resolveMaterial(std::string_view target, const Words& words, const TargetScope& scope) {
  const Row* row = findTargetRow(words.head, words.key);
  if (row && row->field == TargetField::MaterialAdd)
    return targetOf(*row, Target::Kind::OneMaterial, Target::kNotThere);
  const std::size_t m = findMaterial(target, words.name, scope);
  if (row) return targetOf(*row, Target::Kind::OneMaterial, m);
  return {.kind = Target::Kind::OneMaterial,
          .object = m,
          .row = findParameterRow(target, words.key, scope.method.parameters(), words.head)};
}

/// What must hold of a text beside being there.
void requireText(const Command& command, const Target& target, const TargetScope& scope) {
  if (!target.text) {
    if (!command.text.empty()) throw InputError(fmt::format("{} takes no text", command.target));
    return;
  }
  if (command.text.empty()) throw InputError(fmt::format("{} needs a text", command.target));
  if (target.field == TargetField::MaterialLook) requireLook(command.text);
  if (target.field != TargetField::MaterialAdd) return;
  const std::string_view name = materialAddedBy(command);
  if (name.empty() || name.find('=') != std::string_view::npos)
    throw InputError("a material's name must not be empty and must not contain \"=\"");
  const auto nameOf = [](const MaterialDefinition& d) { return d.name; };
  const auto& coming = scope.comingMaterials;
  if (indexOfName(name, scope.materials, nameOf) < scope.materials.size() ||
      std::find(coming.begin(), coming.end(), name) != coming.end())
    throw InputError(fmt::format("{}: there is a material \"{}\" already", command.target, name));
  try {
    (void)decodeMaterial(command.text, scope.method.key);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", command.target, e.what()));
  }
}

/// Of fields whose numbers mean more than a range says.
void requireSense(const Command& command, const Target& target, const TargetScope& scope) {
  const std::span<const float> v = command.values;
  const auto requireDirection = [&](std::span<const float> d) {
    if (std::inner_product(d.begin(), d.end(), d.begin(), 0.f) < 1e-6f)
      throw InputError(fmt::format("{}: the direction must not be zero", command.target));
  };
  const auto requireMaterial = [&](float index) {
    const std::size_t count = scope.materials.size() + scope.comingMaterials.size();
    if (index != std::floor(index) || index >= static_cast<float>(count))
      throw InputError(
          fmt::format("{}: there is no material {:g}; the world has {}", command.target, index, count));
  };
  switch (target.field) {
    case TargetField::EmitterDirection:
      return requireDirection(v);
    case TargetField::BodyPlace:
      if (std::inner_product(v.begin() + 3, v.end(), v.begin() + 3, 0.f) < 0.5f)
        throw InputError(
            fmt::format("{}: the last four numbers must be a unit quaternion w, x, y, z", command.target));
      return;
    case TargetField::EmitterMaterial:
      return requireMaterial(v[0]);
    case TargetField::AddEmitter:
      requireDirection(v.subspan(3, 3));
      return requireMaterial(v[8]);
    case TargetField::AddLiquidMesh:
      return requireMaterial(v[4]);
    case TargetField::AddMesh:
      if (v[4] != std::floor(v[4]))
        throw InputError(fmt::format(
            "{}: there is no kind {:g}; 0 is a collider, 1 a mould, 2 a dynamic body", command.target, v[4]));
      if (v[4] == 2.f) requireWithin(targetRowOf(TargetField::BodyDensity), command.target, v.subspan(5, 1));
      return;
    default:
      return;
  }
}

}  // namespace

std::string addedBodyName(std::size_t n, Motion motion) {
  return fmt::format("{}{}", motion == Motion::Dynamic ? kDropped : kPlaced, n);
}
std::string addedEmitterName(std::size_t n, bool stays) {
  return fmt::format("{}{}", stays ? kSpout : kPoured, n);
}
bool isAddedBodyName(std::string_view name) { return addedBodyNumber(name) > 0; }
bool isAddedEmitterName(std::string_view name) { return addedEmitterNumber(name) > 0; }

bool isTakenBack(const Target& target) {
  return target.field != TargetField::None && kRows[target.row].takenBack;
}

std::string_view materialAddedBy(const Command& command) {
  const Words words = split(command.target);
  const Row* row = findTargetRow(words.head, words.key);
  return row && row->field == TargetField::MaterialAdd ? words.name : std::string_view();
}

void TargetScope::expect(const Command& command) {
  if (const std::string_view name = materialAddedBy(command); !name.empty())
    comingMaterials.emplace_back(name);
  const auto oneMore = [](Coming& coming) { coming.last += coming.last < SIZE_MAX; };
  if (command.target.starts_with("bodies.add_")) oneMore(bodiesToCome);
  if (command.target == "emitters.add") oneMore(emittersToCome);
}

CommandEffect effectOf(std::string_view target) {
  const Row* row = rowOf(target);
  if (!row) return CommandEffect::Setting;
  // A world that starts again has no added bodies and nozzles.
  const std::string_view name = split(target).name;
  const bool ofRun = (row->group == "body" && isAddedBodyName(name)) ||
                     (row->group == "emitter" && isAddedEmitterName(name));
  return ofRun && row->effect == CommandEffect::Setting ? CommandEffect::State : row->effect;
}

bool isAction(std::string_view target) {
  const Row* row = rowOf(target);
  return row && row->arity == 0 && row->needs != Row::Needs::Text;
}

bool takesText(std::string_view target) {
  const Row* row = rowOf(target);
  return row && row->needs == Row::Needs::Text;
}

Target resolveTarget(std::string_view target, const TargetScope& scope) {
  const Words words = split(target);
  const std::string_view head = words.head, name = words.name, key = words.key;
  if (head == "material") return resolveMaterial(target, words, scope);
  if (head == "emitter") {
    const std::size_t e = findEmitter(target, name, scope);
    return targetOf(requireRow(target, head, key), Target::Kind::Emitter, e);
  }
  if (head == "body") {
    const std::size_t b = findBody(target, name, scope);
    const Row& row = requireRow(target, head, key);
    if (b != Target::kNotThere)
      requireSuits(target, row, scope.bodies[b]);
    else
      requireDynamic(target, row, name, numberIn(name, kDropped) > 0);
    return targetOf(row, Target::Kind::Body, b);
  }
  // The rest has no names of things in it.
  const std::string_view tail = target.substr(std::min(target.size(), head.size() + 1));
  if (head == scope.method.key)
    return {.kind = Target::Kind::AllMaterials,
            .row = findParameterRow(target, tail, scope.method.parameters())};
  if (head == "world")
    return {.kind = Target::Kind::World, .row = findParameterRow(target, tail, worldParameters())};
  if (std::any_of(kRows.begin(), kRows.end(), [&](const Row& r) { return r.group == head; })) {
    const Row& row = requireRow(target, head, tail);
    requireDeed(target, scope.method);
    return targetOf(row, Target::Kind::Deed, 0);
  }
  std::vector<std::string> known{std::string(scope.method.key), "world", "material"};
  for (const Row& r : kRows)
    if (r.group != known.back()) known.emplace_back(r.group);
  refuse(target, head, known);
}

void requireValues(const Command& command, const Target& target, const TargetScope& scope) {
  if (command.values.size() != target.arity && target.arity == 0)
    throw InputError(fmt::format("{} {} and takes no numbers", command.target,
                                 target.text ? "needs a text" : "is an action"));
  const bool isParameter = target.field == TargetField::None;
  const bool unset = command.values.empty() && !isParameter && kRows[target.row].optional;
  const bool more = !isParameter && command.values.size() == target.arity + kRows[target.row].more;
  if (command.values.size() != target.arity && !more && !unset)
    throw InputError(fmt::format("{} takes {} number{}, not {}", command.target, target.arity,
                                 target.arity == 1 ? "" : "s", command.values.size()));
  requireText(command, target, scope);
  if (isParameter)
    return requireInRange(target.kind == Target::Kind::World ? worldParameters()[target.row]
                                                             : scope.method.parameters()[target.row],
                          command.values[0]);
  requireWithin(kRows[target.row], command.target, command.values);
  requireSense(command, target, scope);
}

void requireValid(const Command& command, const TargetScope& scope) {
  requireValues(command, resolveTarget(command.target, scope), scope);
}

void requireSound(const EmitterSpec& emitter) {
  const auto within = [](TargetField field, std::initializer_list<float> values) {
    const Row& row = targetRowOf(field);
    requireWithin(row, fmt::format("emitter {}", row.key), values);
  };
  const Vec3 at = emitter.position, along = emitter.direction;
  within(TargetField::EmitterPosition, {at.x, at.y, at.z});
  within(TargetField::EmitterSpeed, {emitter.speed});
  within(TargetField::EmitterRadius, {emitter.radius});
  // A command's direction is normalised when it is applied. Negated, so that a NaN fails too.
  if (!(std::abs(glm::length(along) - 1.f) < 1e-3f))
    throw InputError("an emitter's direction must be a unit vector");
  if (!(emitter.coverage > 0.f && emitter.coverage <= 1.f))
    throw InputError("a shower's coverage must be above 0, and 1 at most");
  if (!(emitter.dropRadius >= 0.f && emitter.dropRadius <= 10.f))
    throw InputError("the radius of a shower's drops must be from 0 to 10 m");
}

void requireInRange(TargetField field, float value, std::size_t place) {
  const Row& row = targetRowOf(field);
  requireWithin(row.ranges[place], row.key, value);
}

}  // namespace ooze
