#include "world/commands/pair_rows.h"

#include "ooze/base/error.h"

#include "world/commands/targets.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>

namespace ooze {
namespace {

using Access = TargetAccess<PairCurve>;

// Target groups: two liquids; a liquid and every solid without a function of its own; a liquid and one solid
// of the scene.
constexpr std::string_view kLiquids = "pair", kSolids = "pair_solids", kSolid = "pair_solid";
constexpr std::array kGroups{kLiquids, kSolids, kSolid};

// Indices of the rows of one function: the whole function, then argument and value of each curve point, then
// the families.
constexpr std::size_t placeOfPoint(std::size_t point) { return 1 + 2 * point; }
constexpr std::size_t placeOfFamily(const PairFunction& f, std::size_t family) {
  return placeOfPoint(f.mostPoints) + family;
}

void requirePoint(const PairCurve& curve, std::size_t point) {
  if (point < curve.now().size()) return;
  throw InputError(fmt::format("there is no point {}: \"{}\" has {} here", point + 1, curve.function->key,
                               curve.now().size()));
}

/// Replaces the explicit curve. The points are validated first, so that a curve is never changed halfway.
void become(PairCurve& curve, std::vector<CurvePoint> points) {
  requireSound(*curve.function, points);
  curve.own = std::move(points);
}

TargetValue readAll(const PairCurve& curve, std::size_t) { return {numbersOf(curve.own)}; }

void writeAll(PairCurve& curve, std::size_t, const Command& command) {
  if (command.values.empty()) return curve.own.clear();
  if (command.values.size() % 2 != 0)
    throw InputError(fmt::format("takes two numbers for each point, its place [{}] and its value [{}]",
                                 curve.function->argumentUnit, curve.function->valueUnit));
  std::vector<CurvePoint> points;
  for (std::size_t k = 0; k < command.values.size(); k += 2)
    points.push_back({command.values[k], command.values[k + 1]});
  become(curve, std::move(points));
}

TargetValue readPoint(const PairCurve& curve, std::size_t place) {
  const std::size_t point = (place - 1) / 2;
  if (point >= curve.now().size()) return {};
  const CurvePoint& p = curve.now()[point];
  return {{place == placeOfPoint(point) ? p.at : p.value}};
}

void writePoint(PairCurve& curve, std::size_t place, const Command& command) {
  const std::size_t point = (place - 1) / 2;
  requirePoint(curve, point);
  std::vector<CurvePoint> points = curve.now();
  (place == placeOfPoint(point) ? points[point].at : points[point].value) = command.values[0];
  become(curve, std::move(points));
}

const CurveFamily& familyAt(const PairCurve& curve, std::size_t place) {
  return curve.function->families[place - placeOfFamily(*curve.function, 0)];
}

TargetValue readFamily(const PairCurve& curve, std::size_t place) {
  const std::optional<float> amplitude = amplitudeOf(familyAt(curve, place), curve.now());
  return amplitude ? TargetValue{{*amplitude}} : TargetValue{};
}

void writeFamily(PairCurve& curve, std::size_t place, const Command& command) {
  become(curve, familyAt(curve, place).make(command.values[0]));
}

/// Makes the row for a part of a pair function.
/// @param after  end of the label, after the names of the pair
TargetRow partRow(std::string_view group, const PairFunction& function, std::string_view key,
                  std::string_view after, std::size_t place) {
  return {.group = group,
          .key = key,
          .label = function.label,
          .after = after,
          .unit = function.valueUnit,
          .sweepable = true,
          .place = place,
          .function = &function,
          .partOf = function.key};
}

void addRows(std::vector<TargetRow>& rows, std::string_view group, const PairFunction& f,
             std::deque<std::string>& words) {
  const auto keep = [&](std::string word) { return std::string_view(words.emplace_back(std::move(word))); };
  rows.push_back({.group = group,
                  .key = f.key,
                  .label = f.label,
                  .arity = 2,
                  .otherwise = "the method's own",
                  .function = &f,
                  .access = Access{readAll, writeAll, always<PairCurve>}});
  for (std::size_t k = 0; k < f.mostPoints; ++k) {
    TargetRow at = partRow(group, f, keep(fmt::format("{}.{}.place", f.key, k + 1)),
                           keep(fmt::format(", {} of point {}", f.argument, k + 1)), placeOfPoint(k));
    at.unit = f.argumentUnit;
    at.ranges[0] = {0.f, f.farthest};
    at.access = Access{readPoint, writePoint};
    rows.push_back(std::move(at));
    TargetRow value = partRow(group, f, keep(fmt::format("{}.{}.value", f.key, k + 1)),
                              keep(fmt::format(", value of point {}", k + 1)), placeOfPoint(k) + 1);
    value.ranges[0] = {-f.largest, f.largest};
    value.access = Access{readPoint, writePoint};
    rows.push_back(std::move(value));
  }
  for (std::size_t k = 0; k < f.families.size(); ++k) {
    TargetRow family = partRow(group, f, keep(fmt::format("{}.{}", f.key, f.families[k].key)),
                               keep(fmt::format(", {}", f.families[k].label)), placeOfFamily(f, k));
    family.scale = Scale::Logarithmic;
    family.ranges[0] = {0.f, f.largest / 10.f};  // same limit as in scene files
    family.access = Access{readFamily, writeFamily};
    rows.push_back(std::move(family));
  }
}

template <class List>
std::optional<std::size_t> indexOf(const List& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

/// Calls visit for every split of a name at a dot: "a.b.c" as "a" and "b.c", then as "a.b" and "c".
template <class Visit>
void forEachSplit(std::string_view name, const Visit& visit) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
    visit(name.substr(0, dot), name.substr(dot + 1));
}

}  // namespace

bool isPairGroup(std::string_view group) {
  return std::find(kGroups.begin(), kGroups.end(), group) != kGroups.end();
}

bool isOfPoint(const TargetRow& row) {
  return row.function && row.place > 0 && row.place < placeOfFamily(*row.function, 0);
}

std::pair<std::string_view, std::string_view> splitPair(std::string_view tail) {
  std::size_t key = 0;
  for (const MethodRow& method : methodRegistry()) {
    if (!method.pairFunctions) continue;
    for (const PairFunction& f : method.pairFunctions())
      for (std::size_t dot = tail.find('.'); dot != std::string_view::npos; dot = tail.find('.', dot + 1)) {
        const std::string_view word = tail.substr(dot + 1, tail.find('.', dot + 1) - dot - 1);
        if (word == f.key) key = std::max(key, dot);
      }
  }
  if (key == 0) key = std::min(tail.rfind('.'), tail.size());
  return {tail.substr(0, key), key < tail.size() ? tail.substr(key + 1) : std::string_view()};
}

std::string wordsOfPair(const TargetName& name) {
  if (name.group == kSolids) return fmt::format("of {} to solids", name.name);
  const std::string_view half = name.name.substr(0, name.name.size() / 2);
  if (name.group == kLiquids && name.name.size() % 2 == 1 && name.name == fmt::format("{0}.{0}", half))
    return fmt::format("within {}", half);
  // If names contain dots, the text does not show where the first name ends.
  const std::size_t dot = name.name.find('.');
  if (dot == std::string_view::npos || name.name.rfind('.') != dot) return fmt::format("of {}", name.name);
  return fmt::format(fmt::runtime(name.group == kLiquids ? "between {} and {}" : "of {} to {}"),
                     name.name.substr(0, dot), name.name.substr(dot + 1));
}

std::optional<PairEntry> resolvePair(std::string_view target, const TargetName& name,
                                     const TargetScope& scope) {
  std::vector<std::string> liquids, solids;
  for (const MaterialDefinition& m : scope.materials) liquids.push_back(m.name);
  liquids.insert(liquids.end(), scope.comingMaterials.begin(), scope.comingMaterials.end());
  for (const TargetScope::NamedBody& b : scope.bodies)  // added bodies use the function for every solid
    if (!isAddedBodyName(b.name)) solids.emplace_back(b.name);
  const bool toSolid = name.group == kSolid;
  const std::vector<std::string>& others = toSolid ? solids : liquids;
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const auto note = [&](std::string_view a, std::string_view b) {
    const auto first = indexOf(liquids, a), second = indexOf(others, b);
    if (first && second) found.emplace_back(*first, *second);
  };
  if (name.group == kSolids) {
    if (const auto one = indexOf(liquids, name.name)) found.emplace_back(*one, 0);
  } else {
    forEachSplit(name.name, note);
  }
  if (found.size() > 1) throw InputError(fmt::format("{} can be of more than one pair", target));
  if (found.empty()) {
    const std::string_view first = name.name.substr(0, name.name.find('.'));
    const bool second = first.size() < name.name.size() && indexOf(liquids, first);
    refuseTarget(target, second ? name.name.substr(first.size() + 1) : first, second ? others : liquids);
  }
  const auto [a, b] = found.front();
  const std::size_t there = scope.materials.size();
  if (a >= there || (name.group == kLiquids && b >= there)) return std::nullopt;
  PairEntry pair;
  pair.function = name.key.substr(0, name.key.find('.'));
  pair.material = static_cast<std::uint16_t>(name.group == kLiquids ? std::min(a, b) : a);
  if (name.group == kLiquids) pair.other = static_cast<std::uint16_t>(std::max(a, b));
  if (toSolid) pair.solid = solids[b];
  return pair;
}

PairCurve pairCurveOf(const PairEntry& pair, const TargetScope& scope) {
  OwnContact contact;
  for (const TargetScope::NamedBody& b : scope.bodies)
    if (!pair.other && !pair.solid.empty() && b.name == pair.solid) contact = b.contact;
  const PairEntry* entry = findPair(scope.settings.pairs, pair);
  return {findPairFunction(scope.method, pair.function), entry ? entry->curve : std::vector<CurvePoint>(),
          scope.method.defaultPairCurve(scope.settings, scope.materials, pair, contact)};
}

TargetName nameOfPair(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                      std::string& name) {
  if (!pair.other && pair.solid.empty()) {
    name = materials[pair.material].name;
    return {kSolids, name, pair.function};
  }
  if (!pair.other) {
    name = fmt::format("{}.{}", materials[pair.material].name, pair.solid);
    return {kSolid, name, pair.function};
  }
  name = fmt::format("{}.{}", materials[std::min(pair.material, *pair.other)].name,
                     materials[std::max(pair.material, *pair.other)].name);
  return {kLiquids, name, pair.function};
}

std::vector<TargetRow> pairRows(const MethodRow& method, std::deque<std::string>& words) {
  std::vector<TargetRow> rows;
  if (!method.pairFunctions) return rows;
  for (const std::string_view group : kGroups)
    for (const PairFunction& f : method.pairFunctions()) addRows(rows, group, f, words);
  return rows;
}

std::vector<float> numbersOf(const std::vector<CurvePoint>& curve) {
  std::vector<float> numbers;
  for (const CurvePoint& p : curve) numbers.insert(numbers.end(), {p.at, p.value});
  return numbers;
}

std::string wordsOfCurve(const std::vector<float>& numbers, const std::vector<float>& other, int digits) {
  const bool comparable = numbers.size() == other.size();
  std::string words;
  for (std::size_t k = 0; k + 1 < numbers.size(); k += 2) {
    if (comparable && numbers[k] == other[k] && numbers[k + 1] == other[k + 1]) continue;
    if (!words.empty()) words += ", ";
    if (comparable) words += fmt::format("point {}: ", k / 2 + 1);
    words += fmt::format("{:.{}g} at {:.{}g}", numbers[k + 1], digits, numbers[k], digits);
  }
  return words;
}

}  // namespace ooze
