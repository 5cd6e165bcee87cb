#include "world/commands/pair_settings.h"

#include "ooze/base/error.h"

#include "world/commands/command_scope.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>

namespace ooze {
namespace {

using Access = SettingAccess<PairCurve>;

// Two liquids; a liquid and every solid without a function of its own; a liquid and one solid of the scene.
constexpr std::array kPairOwners{SettingOwner::Pair, SettingOwner::PairSolids, SettingOwner::PairSolid};

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

SettingValue readAll(const PairCurve& curve, std::size_t) { return SettingValue(numbersOf(curve.own)); }

void writeAll(PairCurve& curve, std::size_t, const SettingValue& value) {
  const std::vector<float>& v = value.numbers;
  if (v.empty()) return curve.own.clear();
  if (v.size() % 2 != 0)
    throw InputError(fmt::format("takes two numbers for each point, its place [{}] and its value [{}]",
                                 curve.function->argumentUnit, curve.function->valueUnit));
  std::vector<CurvePoint> points;
  for (std::size_t k = 0; k < v.size(); k += 2) points.push_back({v[k], v[k + 1]});
  become(curve, std::move(points));
}

SettingValue readPoint(const PairCurve& curve, std::size_t place) {
  const std::size_t point = (place - 1) / 2;
  if (point >= curve.now().size()) return {};
  const CurvePoint& p = curve.now()[point];
  return place == placeOfPoint(point) ? p.at : p.value;
}

void writePoint(PairCurve& curve, std::size_t place, const SettingValue& value) {
  const std::size_t point = (place - 1) / 2;
  requirePoint(curve, point);
  std::vector<CurvePoint> points = curve.now();
  (place == placeOfPoint(point) ? points[point].at : points[point].value) = value.number();
  become(curve, std::move(points));
}

const CurveFamily& familyAt(const PairCurve& curve, std::size_t place) {
  return curve.function->families[place - placeOfFamily(*curve.function, 0)];
}

SettingValue readFamily(const PairCurve& curve, std::size_t place) {
  return amplitudeOf(familyAt(curve, place), curve.now());
}

void writeFamily(PairCurve& curve, std::size_t place, const SettingValue& value) {
  become(curve, familyAt(curve, place).make(value.number()));
}

/// Makes the row for a part of a pair function.
/// @param after  end of the label, after the names of the pair
SettingRow partRow(SettingOwner owner, const PairFunction& function, std::string_view key,
                   std::string_view after, std::size_t place) {
  return {.owner = owner,
          .key = key,
          .label = function.label,
          .after = after,
          .unit = function.valueUnit,
          .sweepable = true,
          .place = place,
          .function = &function,
          .partOf = function.key};
}

void addRows(std::vector<SettingRow>& rows, SettingOwner owner, const PairFunction& f,
             std::deque<std::string>& words) {
  const auto keep = [&](std::string word) { return std::string_view(words.emplace_back(std::move(word))); };
  rows.push_back({.owner = owner,
                  .key = f.key,
                  .label = f.label,
                  .count = 2,
                  .otherwise = "the method's own",
                  .function = &f,
                  .access = Access{readAll, writeAll, always<PairCurve>}});
  for (std::size_t k = 0; k < f.mostPoints; ++k) {
    SettingRow at = partRow(owner, f, keep(fmt::format("{}.{}.place", f.key, k + 1)),
                            keep(fmt::format(", {} of point {}", f.argument, k + 1)), placeOfPoint(k));
    at.unit = f.argumentUnit;
    at.range = {0.f, f.farthest};
    at.access = Access{readPoint, writePoint};
    rows.push_back(std::move(at));
    SettingRow value = partRow(owner, f, keep(fmt::format("{}.{}.value", f.key, k + 1)),
                               keep(fmt::format(", value of point {}", k + 1)), placeOfPoint(k) + 1);
    value.range = {-f.largest, f.largest};
    value.access = Access{readPoint, writePoint};
    rows.push_back(std::move(value));
  }
  for (std::size_t k = 0; k < f.families.size(); ++k) {
    SettingRow family = partRow(owner, f, keep(fmt::format("{}.{}", f.key, f.families[k].key)),
                                keep(fmt::format(", {}", f.families[k].label)), placeOfFamily(f, k));
    family.scale = Scale::Logarithmic;
    family.range = {0.f, f.largest / 10.f};  // same limit as in scene files
    family.access = Access{readFamily, writeFamily};
    rows.push_back(std::move(family));
  }
}

std::vector<std::string> liquidsOf(const CommandScope& scope) {
  std::vector<std::string> names;
  for (const MaterialDefinition& m : scope.materials) names.push_back(m.name);
  names.insert(names.end(), scope.comingMaterials.begin(), scope.comingMaterials.end());
  return names;
}

/// Returns the solids with functions of their own. Added bodies use the function for every solid.
std::vector<std::string> solidsOf(const CommandScope& scope) {
  std::vector<std::string> names;
  for (const CommandScope::NamedBody& b : scope.bodies)
    if (!isAddedBodyName(b.name)) names.emplace_back(b.name);
  return names;
}

/// Calls visit for every split of a name at a dot: "a.b.c" as "a" and "b.c", then as "a.b" and "c".
template <class Visit>
void forEachSplit(std::string_view name, const Visit& visit) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
    visit(name.substr(0, dot), name.substr(dot + 1));
}

}  // namespace

bool isPair(SettingOwner owner) {
  return std::find(kPairOwners.begin(), kPairOwners.end(), owner) != kPairOwners.end();
}

bool isOfPoint(const SettingRow& row) {
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

std::string wordsOfPair(const SettingName& name) {
  if (name.owner == SettingOwner::PairSolids) return fmt::format("of {} to solids", name.name);
  const std::string half = name.name.substr(0, name.name.size() / 2);
  if (name.owner == SettingOwner::Pair && name.name.size() % 2 == 1 &&
      name.name == fmt::format("{0}.{0}", half))
    return fmt::format("within {}", half);
  // If names contain dots, the text does not show where the first name ends.
  const std::size_t dot = name.name.find('.');
  if (dot == std::string_view::npos || name.name.rfind('.') != dot) return fmt::format("of {}", name.name);
  return fmt::format(fmt::runtime(name.owner == SettingOwner::Pair ? "between {} and {}" : "of {} to {}"),
                     name.name.substr(0, dot), name.name.substr(dot + 1));
}

std::optional<PairEntry> resolvePair(const SettingName& name, const CommandScope& scope) {
  const bool toSolid = name.owner == SettingOwner::PairSolid;
  const auto indexOfOther = [&](std::string_view n) {
    if (!toSolid) return scope.findMaterial(n);
    return isAddedBodyName(n) ? std::nullopt : scope.findBody(n);
  };
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const auto note = [&](std::string_view a, std::string_view b) {
    const auto first = scope.findMaterial(a), second = indexOfOther(b);
    if (first && second) found.emplace_back(*first, *second);
  };
  if (name.owner == SettingOwner::PairSolids) {
    if (const auto one = scope.findMaterial(name.name)) found.emplace_back(*one, 0);
  } else {
    forEachSplit(name.name, note);
  }
  if (found.size() > 1) throw InputError(fmt::format("{} can be of more than one pair", name.text()));
  if (found.empty()) {
    const std::string first = name.name.substr(0, name.name.find('.'));
    const bool second = first.size() < name.name.size() && scope.findMaterial(first);
    refuseTarget(name.text(), second ? name.name.substr(first.size() + 1) : first,
                 second && toSolid ? solidsOf(scope) : liquidsOf(scope));
  }
  const auto [a, b] = found.front();
  const std::size_t there = scope.materials.size();
  if (a >= there || (name.owner == SettingOwner::Pair && b >= there)) return std::nullopt;
  PairEntry pair;
  pair.function = name.key.substr(0, name.key.find('.'));
  pair.material = static_cast<std::uint16_t>(name.owner == SettingOwner::Pair ? std::min(a, b) : a);
  if (name.owner == SettingOwner::Pair) pair.other = static_cast<std::uint16_t>(std::max(a, b));
  if (toSolid) pair.solid = scope.bodies[b].name;
  return pair;
}

PairCurve pairCurveOf(const PairEntry& pair, const CommandScope& scope) {
  OwnContact contact;
  if (!pair.other && !pair.solid.empty())
    if (const auto body = scope.findBody(pair.solid)) contact = scope.bodies[*body].contact;
  const PairEntry* entry = scope.settings.pairs.find(pair);
  return {findPairFunction(scope.method, pair.function), entry ? entry->curve : std::vector<CurvePoint>(),
          scope.method.defaultPairCurve(scope.settings, scope.materials, pair, contact)};
}

SettingName nameOfPair(const PairEntry& pair, const std::vector<MaterialDefinition>& materials) {
  const std::string& name = materials[pair.material].name;
  if (!pair.other && pair.solid.empty()) return {SettingOwner::PairSolids, name, pair.function};
  if (!pair.other) return {SettingOwner::PairSolid, fmt::format("{}.{}", name, pair.solid), pair.function};
  return {SettingOwner::Pair,
          fmt::format("{}.{}", materials[std::min(pair.material, *pair.other)].name,
                      materials[std::max(pair.material, *pair.other)].name),
          pair.function};
}

std::vector<SettingRow> pairRows(const MethodRow& method, std::deque<std::string>& words) {
  std::vector<SettingRow> rows;
  if (!method.pairFunctions) return rows;
  for (const SettingOwner owner : kPairOwners)
    for (const PairFunction& f : method.pairFunctions()) addRows(rows, owner, f, words);
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
