// Syntax of targets and assignments: parsing, labels, and relations between targets.
#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "world/commands/pair_rows.h"
#include "world/commands/target_rows.h"
#include "world/commands/targets.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace ooze {
namespace {

/// A group whose targets contain a name, with the number of words at the end that form the key.
struct NamedGroup {
  std::string_view group;
  std::size_t keyWords;
};
constexpr std::array kNamedGroups{NamedGroup{"material", 1}, NamedGroup{"emitter", 1}, NamedGroup{"body", 1},
                                  NamedGroup{"control", 1}};

/// Returns the row of a target that does not depend on the method, or null.
const TargetRow* rowOf(std::string_view target) { return findTargetRow(fixedRows(), parseTarget(target)); }

/// Returns the target with the two materials of a pair in index order.
std::string inOrder(std::string_view target, const TargetName& name, const TargetScope& scope) try {
  std::string names;
  if (const std::optional<PairEntry> pair =
          name.group == "pair" ? resolvePair(target, name, scope) : std::nullopt) {
    const TargetName ordered = nameOfPair(*pair, scope.materials, names);
    return TargetName{ordered.group, ordered.name, name.key}.text();
  }
  return std::string(target);
} catch (const InputError&) {
  return std::string(target);  // the pair names something unknown
}

std::string withName(std::string_view pattern, std::string_view name) {
  return fmt::format(fmt::runtime(pattern), name);
}

}  // namespace

std::string TargetName::text() const {
  return name.empty() ? fmt::format("{}.{}", group, key) : fmt::format("{}.{}.{}", group, name, key);
}

TargetName parseTarget(std::string_view target) {
  const auto dot = target.find('.');
  if (dot == std::string_view::npos) return {target, {}, {}};
  const std::string_view group = target.substr(0, dot), tail = target.substr(dot + 1);
  if (isPairGroup(group)) {
    const auto [name, key] = splitPair(tail);
    return {group, name, key};
  }
  const auto named = std::find_if(kNamedGroups.begin(), kNamedGroups.end(),
                                  [&](const NamedGroup& g) { return g.group == group; });
  if (named == kNamedGroups.end()) return {group, {}, tail};
  std::size_t end = std::string_view::npos;
  for (std::size_t w = 0; w < named->keyWords; ++w) {
    end = tail.substr(0, end).rfind('.');
    if (end == std::string_view::npos) return {group, tail, {}};
  }
  return {group, tail.substr(0, end), tail.substr(end + 1)};
}

CommandEffect effectOf(std::string_view target) {
  const TargetName name = parseTarget(target);
  const TargetRow* row = findTargetRow(fixedRows(), name);
  if (!row) return CommandEffect::Setting;
  // A restarted world has no added bodies and nozzles.
  const bool ofRun = (row->group == "body" && isAddedBodyName(name.name)) ||
                     (row->group == "emitter" && isAddedEmitterName(name.name));
  return ofRun && row->effect == CommandEffect::Setting ? CommandEffect::State : row->effect;
}

bool isAction(std::string_view target) {
  const TargetRow* row = rowOf(target);
  return row && row->isAction();
}

bool takesText(std::string_view target) {
  const TargetRow* row = rowOf(target);
  return row && row->takesText();
}

bool isUndoableEvent(std::string_view target) {
  const TargetRow* row = rowOf(target);
  return row && row->isUndoable;
}

bool isMouseDrag(std::string_view target) {
  const TargetRow* row = rowOf(target);
  return row && row->isMouseDrag;
}

bool namesMesh(std::string_view target) {
  const TargetRow* row = rowOf(target);
  return row && row->text == TargetRow::Text::Mesh;
}

std::string_view materialAddedBy(const Command& command) {
  const TargetRow* row = rowOf(command.target);
  return row && row->adds == TargetRow::Adds::Material ? parseTarget(command.target).name
                                                       : std::string_view();
}

std::string TargetWords::title() const {
  std::string text = label;
  if (!symbol.empty()) text += "  " + symbol;
  if (!unit.empty()) text += "  [" + unit + "]";
  return text;
}

TargetWords describeTarget(std::string_view target, std::string_view method) {
  const TargetName name = parseTarget(target);
  TargetWords words;
  words.label = target;
  const TargetRow* row = findTargetRow(targetRows(findMethod(method)), name);
  if (!row) return words;
  if (row->function)
    words.label = fmt::format("{} {}{}", row->label, wordsOfPair(name), row->after);
  else
    words.label =
        name.name.empty() ? std::string(row->label) : fmt::format("{} of {}", row->label, name.name);
  words.symbol = row->symbol;
  words.unit = row->unit;
  words.scale = row->scale;
  if (row->arity == 1) {
    words.lower = row->ranges[0].lower;
    words.upper = row->ranges[0].upper;
  }
  return words;
}

std::string editLabel(const Command& command, std::string_view method) {
  const TargetName name = parseTarget(command.target);
  const TargetRow* row = findTargetRow(targetRows(findMethod(method)), name);
  if (!row || row->edit.empty()) return describeTarget(command.target, method).label;
  const bool off = !row->editOff.empty() && !command.values.empty() && command.values[0] < 0.5f;
  return withName(off ? row->editOff : row->edit, name.name);
}

std::string enclosingSetting(std::string_view target, std::string_view method) {
  const TargetName name = parseTarget(target);
  const TargetRow* row = findTargetRow(targetRows(findMethod(method)), name);
  if (!row || row->partOf.empty()) return std::string(target);
  return TargetName{name.group, name.name, row->partOf}.text();
}

std::vector<std::string> expandTarget(std::string_view target, std::string_view method,
                                      const std::vector<MaterialDefinition>& materials) {
  const TargetName name = parseTarget(target);
  if (isPairGroup(name.group)) return {inOrder(target, name, {findMethod(method), materials})};
  if (name.group != method) return {std::string(target)};
  std::vector<std::string> each;
  for (const MaterialDefinition& m : materials)
    each.push_back(TargetName{"material", m.name, name.key}.text());
  return each;
}

bool overrules(std::string_view later, std::string_view earlier, std::string_view method) {
  const TargetName a = parseTarget(later), b = parseTarget(earlier);
  if (later == earlier) {
    const TargetRow* row = findTargetRow(fixedRows(), a);
    return !row || row->adds != TargetRow::Adds::Material;
  }
  if (a.group == method) return b.group == "material" && a.key == b.key;
  if (a.group == b.group && a.name == b.name)
    if (const TargetRow* row = findTargetRow(fixedRows(), a); row && row->whole) return true;
  if (!isPairGroup(a.group) || a.group != b.group || a.name != b.name) return false;
  const std::span<const TargetRow> rows = targetRows(findMethod(method));
  const TargetRow *rowOfA = findTargetRow(rows, a), *rowOfB = findTargetRow(rows, b);
  return rowOfA && rowOfB && rowOfA->function == rowOfB->function && !isOfPoint(*rowOfA);
}

bool targetsOverlap(std::string_view a, std::string_view b, std::string_view method,
                    const std::vector<MaterialDefinition>& materials) {
  const std::vector<std::string> others = expandTarget(b, method, materials);
  const std::vector<std::string> ones = expandTarget(a, method, materials);
  const std::span<const TargetRow> rows = targetRows(findMethod(method));
  const auto same = [&](const std::string& one, const std::string& other) {
    if (one == other) return true;
    // Different points of a function are independent; a point and the whole function are not.
    const TargetName x = parseTarget(one), y = parseTarget(other);
    const TargetRow *rowOfX = findTargetRow(rows, x), *rowOfY = findTargetRow(rows, y);
    return rowOfX && rowOfY && rowOfX->function && x.group == y.group && x.name == y.name &&
           rowOfX->function == rowOfY->function && !(isOfPoint(*rowOfX) && isOfPoint(*rowOfY));
  };
  return std::any_of(ones.begin(), ones.end(), [&](const std::string& one) {
    return std::any_of(others.begin(), others.end(),
                       [&](const std::string& other) { return same(one, other); });
  });
}

Command parseAssignment(std::string_view text, std::string_view method) {
  const auto equals = text.find('=');
  const auto bad = [&] { return InputError(fmt::format("\"{}\" is not KEY=VALUE or KEY=X,Y,Z", text)); };
  if (const std::string_view target = text.substr(0, equals); isAction(target))
    throw InputError(fmt::format(
        "{} is an action and takes no value; a scene's timeline does it: {{\"time\": 0, \"do\": \"{}\"}}",
        target, target));
  if (equals == std::string_view::npos || equals == 0) throw bad();
  if (const std::string_view target = text.substr(0, equals); takesText(target))
    throw InputError(fmt::format("{} takes a text, which KEY=VALUE cannot give", target));
  Command command;
  command.target = text.substr(0, equals);
  if (command.target.find('.') == std::string::npos)
    command.target = fmt::format("{}.{}", method, command.target);
  std::string_view rest = text.substr(equals + 1);
  if (command.target == "world.substeps" && rest == "auto") rest = "0";
  while (true) {
    float value = 0.f;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc()) throw bad();
    command.values.push_back(value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) return command;
    if (rest.front() != ',') throw bad();
    rest.remove_prefix(1);
  }
}

}  // namespace ooze
