#include "world/targets.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <numeric>
#include <span>

namespace ooze {
namespace {

struct Range {
  float lower, upper;
};
constexpr Range kSwitch{0.f, 1.f}, kPart{0.f, 1.f}, kUnit{-1.f, 1.f};
constexpr Range kPlace{-1e4f, 1e4f}, kSpeed{-100.f, 100.f}, kSpin{-1000.f, 1000.f};
constexpr Range kDensity{1.f, 1e5f}, kSize{5e-4f, 10.f};

/// A target that is no row of parameters. One table, for checks, messages and suggestions.
struct Row {
  std::string_view group;  ///< the first word of the target
  std::string_view key;    ///< the last
  TargetField field;
  CommandEffect effect;
  std::size_t arity;
  std::array<Range, 6> ranges;  ///< of each number
  bool dynamicOnly = false;     ///< of bodies: only dynamic ones have it
};

constexpr auto kSetting = CommandEffect::Setting, kState = CommandEffect::State,
               kEvent = CommandEffect::Event;
using F = TargetField;
constexpr std::array kRows{
    Row{"emitter", "enabled", F::EmitterEnabled, kState, 1, {kSwitch}},
    Row{"emitter", "speed", F::EmitterSpeed, kSetting, 1, {{{0.f, 20.f}}}},
    Row{"emitter", "radius", F::EmitterRadius, kSetting, 1, {{{1e-4f, 1.f}}}},
    Row{"emitter", "position", F::EmitterPosition, kSetting, 3, {kPlace, kPlace, kPlace}},
    Row{"emitter", "direction", F::EmitterDirection, kSetting, 3, {kUnit, kUnit, kUnit}},
    Row{"body", "present", F::BodyPresent, kState, 1, {kSwitch}},
    Row{"body", "friction", F::BodyFriction, kSetting, 1, {kPart}},
    Row{"body", "stickiness", F::BodyStickiness, kSetting, 1, {{{0.f, 1e6f}}}},
    Row{"body", "stick_distance", F::BodyStickDistance, kSetting, 1, {{{0.f, 1.f}}}},
    Row{"body", "position", F::BodyPosition, kState, 3, {kPlace, kPlace, kPlace}},
    Row{"body", "density", F::BodyDensity, kSetting, 1, {kDensity}, true},
    Row{"body", "velocity", F::BodyVelocity, kState, 3, {kSpeed, kSpeed, kSpeed}, true},
    Row{"body", "angular_velocity", F::BodyAngularVelocity, kState, 3, {kSpin, kSpin, kSpin}, true},
    Row{"body", "pull", F::BodyPull, kState, 6, {kPlace, kPlace, kPlace, kPlace, kPlace, kPlace}, true},
    Row{"body", "release", F::BodyRelease, kEvent, 0, {}, true},
    Row{"bodies", "add_sphere", F::AddSphere, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}},
    Row{"bodies", "add_box", F::AddBox, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}},
    Row{"bodies", "add_capsule", F::AddCapsule, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}},
    Row{"bodies", "add_cylinder", F::AddCylinder, kEvent, 5, {kPlace, kPlace, kPlace, kSize, kDensity}},
    Row{"bodies", "remove_added", F::RemoveAdded, kEvent, 0, {}},
    Row{"springs", "add", F::AddSprings, kEvent, 0, {}},
    Row{"springs", "remove", F::RemoveSprings, kEvent, 0, {}},
    Row{"liquid", "grab", F::Grab, kEvent, 4, {kPlace, kPlace, kPlace, {1e-4f, 10.f}}},
    Row{"liquid", "carry", F::Carry, kState, 3, {kPlace, kPlace, kPlace}},
    Row{"liquid", "release", F::LetGo, kEvent, 0, {}},
};

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

const Row* findRow(std::string_view group, std::string_view key) {
  const auto row = std::find_if(kRows.begin(), kRows.end(),
                                [&](const Row& r) { return r.group == group && r.key == key; });
  return row == kRows.end() ? nullptr : &*row;
}

/// The row of a target, whatever the name in it; null if it is none of these.
const Row* rowOf(std::string_view target) {
  const Words words = split(target);
  return findRow(words.head, words.key.empty() ? words.name : words.key);
}

const Row& rowOf(TargetField field) {
  return *std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.field == field; });
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

std::size_t findParameterRow(std::string_view target, std::string_view key,
                             const std::vector<ParameterInfo>& rows) {
  const std::size_t row = findParameter(rows, key);
  if (row < rows.size()) return row;
  std::vector<std::string> known;
  for (const ParameterInfo& r : rows) known.emplace_back(r.key);
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
  if (const Row* row = findRow(group, key)) return *row;
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
          .arity = row.arity};
}

constexpr std::string_view kAddedName = "dropped ";

/// The number in the name of an added body; 0 if it is not one.
std::size_t addedNumber(std::string_view name) {
  if (!name.starts_with(kAddedName)) return 0;
  const std::string_view digits = name.substr(kAddedName.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = error == std::errc() && end == digits.data() + digits.size() && digits[0] != '0';
  return whole ? number : 0;
}

std::size_t findBody(std::string_view target, std::string_view name, const TargetScope& scope) {
  const auto nameOf = [](const Body& b) { return b.name; };
  const std::size_t index = indexOfName(name, scope.bodies, nameOf);
  if (index < scope.bodies.size()) return index;
  if (const std::size_t n = addedNumber(name); n > 0 && n <= scope.addedBodies) return Target::kNotThere;
  return findNamed(target, name, scope.bodies, nameOf);  // refuses it
}

void requireSuits(std::string_view target, const Row& row, const Body& body) {
  if (row.dynamicOnly && body.motion != Motion::Dynamic)
    throw InputError(fmt::format("{}: \"{}\" is not a dynamic body", target, body.name));
  if (row.field == TargetField::BodyPosition && body.motion == Motion::Kinematic)
    throw InputError(fmt::format("{}: \"{}\" is a kinematic body and follows its keys", target, body.name));
}

}  // namespace

std::string addedBodyName(std::size_t n) { return fmt::format("{}{}", kAddedName, n); }

CommandEffect effectOf(std::string_view target) {
  const Row* row = rowOf(target);
  if (!row) return CommandEffect::Setting;
  // A world that starts again has no added bodies.
  const bool ofRun = row->effect == CommandEffect::Setting && addedNumber(split(target).name) > 0;
  return ofRun ? CommandEffect::State : row->effect;
}

bool isAction(std::string_view target) {
  const Row* row = rowOf(target);
  return row && row->arity == 0;
}

Target resolveTarget(std::string_view target, const TargetScope& scope) {
  const Words words = split(target);
  const std::string_view head = words.head, name = words.name, key = words.key;
  if (head == "material") {
    const std::size_t m =
        findNamed(target, name, scope.materials, [](const MaterialDefinition& d) { return d.name; });
    return {.kind = Target::Kind::OneMaterial,
            .object = m,
            .row = findParameterRow(target, key, scope.method.parameters())};
  }
  if (head == "emitter") {
    const std::size_t e =
        findNamed(target, name, scope.emitters, [](const Emitter& em) { return em.spec().name; });
    return targetOf(requireRow(target, head, key), Target::Kind::Emitter, e);
  }
  if (head == "body") {
    const std::size_t b = findBody(target, name, scope);
    const Row& row = requireRow(target, head, key);
    if (b != Target::kNotThere) requireSuits(target, row, scope.bodies[b]);
    return targetOf(row, Target::Kind::Body, b);
  }
  // The rest has no names of things in it.
  const std::string_view tail = target.substr(std::min(target.size(), head.size() + 1));
  if (head == scope.method.key)
    return {.kind = Target::Kind::AllMaterials,
            .row = findParameterRow(target, tail, scope.method.parameters())};
  if (head == "world")
    return {.kind = Target::Kind::World, .row = findParameterRow(target, tail, worldParameters())};
  if (std::any_of(kRows.begin(), kRows.end(), [&](const Row& r) { return r.group == head; }))
    return targetOf(requireRow(target, head, tail), Target::Kind::Deed, 0);
  std::vector<std::string> known{std::string(scope.method.key), "world", "material"};
  for (const Row& r : kRows)
    if (r.group != known.back()) known.emplace_back(r.group);
  refuse(target, head, known);
}

void requireValues(const Command& command, const Target& target, const MethodRow& method) {
  if (command.values.size() != target.arity && target.arity == 0)
    throw InputError(fmt::format("{} is an action and takes no numbers", command.target));
  if (command.values.size() != target.arity)
    throw InputError(fmt::format("{} takes {} number{}, not {}", command.target, target.arity,
                                 target.arity == 1 ? "" : "s", command.values.size()));
  switch (target.kind) {
    case Target::Kind::AllMaterials:
    case Target::Kind::OneMaterial:
      return requireInRange(method.parameters()[target.row], command.values[0]);
    case Target::Kind::World:
      return requireInRange(worldParameters()[target.row], command.values[0]);
    default:
      break;
  }
  requireWithin(kRows[target.row], command.target, command.values);
  const float length2 =
      std::inner_product(command.values.begin(), command.values.end(), command.values.begin(), 0.f);
  if (target.field == TargetField::EmitterDirection && length2 < 1e-6f)
    throw InputError(fmt::format("{} must not be zero", command.target));
}

void requireValid(const Command& command, const TargetScope& scope) {
  requireValues(command, resolveTarget(command.target, scope), scope.method);
}

void requireSound(const EmitterSpec& emitter) {
  const auto within = [](TargetField field, std::initializer_list<float> values) {
    const Row& row = rowOf(field);
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
  const Row& row = rowOf(field);
  requireWithin(row.ranges[place], row.key, value);
}

}  // namespace ooze
