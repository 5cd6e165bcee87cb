#include "world/commands/setting_names.h"

#include "ooze/base/error.h"
#include "ooze/methods/method.h"

#include "world/commands/command_scope.h"
#include "world/commands/pair_settings.h"
#include "world/commands/setting_rows.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

std::string withName(std::string_view pattern, std::string_view name) {
  return fmt::format(fmt::runtime(pattern), name);
}

/// Returns the setting with the two materials of a pair in index order.
SettingName inOrder(const SettingName& setting, const CommandScope& scope) try {
  const std::optional<PairEntry> pair = resolvePair(setting, scope);
  if (!pair) return setting;
  SettingName ordered = nameOfPair(*pair, scope.materials);
  ordered.key = setting.key;
  return ordered;
} catch (const InputError&) {
  return setting;  // the pair names something unknown
}

/// Returns true if both settings are of one function of one pair.
bool areOfOneFunction(const SettingName& a, const SettingRow* rowOfA, const SettingName& b,
                      const SettingRow* rowOfB) {
  return rowOfA && rowOfB && rowOfA->function && a.owner == b.owner && a.name == b.name &&
         rowOfA->function == rowOfB->function;
}

}  // namespace

std::string SettingWords::title() const {
  std::string text = label;
  if (!symbol.empty()) text += "  " + symbol;
  if (!unit.empty()) text += "  [" + unit + "]";
  return text;
}

SettingWords describeSetting(const SettingName& setting, std::string_view method) {
  SettingWords words;
  const SettingRow* row = findSettingRow(findMethod(method), setting);
  if (!row) {
    words.label = setting.text();
    return words;
  }
  const bool named = !setting.name.empty() && setting.owner != SettingOwner::EveryMaterial;
  if (row->function)
    words.label = fmt::format("{} {}{}", row->label, wordsOfPair(setting), row->after);
  else
    words.label = named ? fmt::format("{} of {}", row->label, setting.name) : std::string(row->label);
  words.symbol = row->symbol;
  words.unit = row->unit;
  words.scale = row->scale;
  if (row->count == 1) {
    words.lower = row->range.lower;
    words.upper = row->range.upper;
  }
  return words;
}

SettingWords describeSetting(std::string_view setting, std::string_view method) {
  return describeSetting(parseSetting(setting), method);
}

std::string commandLabel(const Command& command, std::string_view method) {
  const auto* set = std::get_if<SetValue>(&command);
  if (!set) {
    const CommandRow* row = findCommandRow(command);
    return row ? withName(row->label, row->name(command)) : targetOf(command);
  }
  const SettingRow* row = findSettingRow(findMethod(method), set->setting);
  if (!row || row->edit.empty()) return describeSetting(set->setting, method).label;
  const bool off = !row->editOff.empty() && !set->value.numbers.empty() && !set->value.isOn();
  return withName(off ? row->editOff : row->edit, set->setting.name);
}

std::string targetLabel(std::string_view target, std::string_view method) {
  std::string name;
  const CommandRow* row = findCommandRow(target, &name);
  return row ? withName(row->label, name) : commandLabel(SetValue{parseSetting(target), {}}, method);
}

SettingName enclosingSetting(const SettingName& setting, std::string_view method) {
  const SettingRow* row = findSettingRow(findMethod(method), setting);
  if (!row || row->partOf.empty()) return setting;
  return {setting.owner, setting.name, std::string(row->partOf)};
}

std::vector<SettingName> expandSetting(const SettingName& setting, std::string_view method,
                                       const std::vector<MaterialDefinition>& materials) {
  if (setting.owner == SettingOwner::Pair) return {inOrder(setting, {findMethod(method), materials})};
  if (setting.owner != SettingOwner::EveryMaterial || setting.name != method) return {setting};
  std::vector<SettingName> each;
  for (const MaterialDefinition& m : materials) each.push_back({SettingOwner::Material, m.name, setting.key});
  return each;
}

bool overrules(const Command& later, const Command& earlier, std::string_view method) {
  const auto *setLater = std::get_if<SetValue>(&later), *setEarlier = std::get_if<SetValue>(&earlier);
  if (!setLater || !setEarlier)
    return later.index() == earlier.index() && !std::holds_alternative<AddMaterial>(later) &&
           targetOf(later) == targetOf(earlier);
  const SettingName &a = setLater->setting, &b = setEarlier->setting;
  if (a == b) return true;
  if (a.owner == SettingOwner::EveryMaterial && a.name == method)
    return b.owner == SettingOwner::Material && a.key == b.key;
  if (a.owner == b.owner && a.name == b.name)
    if (const SettingRow* row = findSettingRow(fixedSettingRows(), a); row && row->isWhole) return true;
  if (!isPair(a.owner)) return false;
  const MethodRow& methodRow = findMethod(method);
  const SettingRow *rowOfA = findSettingRow(methodRow, a), *rowOfB = findSettingRow(methodRow, b);
  return areOfOneFunction(a, rowOfA, b, rowOfB) && !isOfPoint(*rowOfA);
}

bool settingsOverlap(const SettingName& a, const SettingName& b, std::string_view method,
                     const std::vector<MaterialDefinition>& materials) {
  const MethodRow& methodRow = findMethod(method);
  const std::vector<SettingName> ones = expandSetting(a, method, materials);
  const std::vector<SettingName> others = expandSetting(b, method, materials);
  const auto same = [&](const SettingName& one, const SettingName& other) {
    if (one == other) return true;
    // Different points of a function are independent; a point and the whole function are not.
    const SettingRow *x = findSettingRow(methodRow, one), *y = findSettingRow(methodRow, other);
    return areOfOneFunction(one, x, other, y) && !(isOfPoint(*x) && isOfPoint(*y));
  };
  return std::any_of(ones.begin(), ones.end(), [&](const SettingName& one) {
    return std::any_of(others.begin(), others.end(),
                       [&](const SettingName& other) { return same(one, other); });
  });
}

}  // namespace ooze
