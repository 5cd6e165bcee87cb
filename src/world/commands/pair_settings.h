// Settings for interaction functions of pairs: pair.A.B.*, pair_solids.A.* and pair_solid.A.BODY.*.
#pragma once

#include "ooze/methods/method.h"

#include "world/commands/setting_rows.h"
#include "world/commands/world_values.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

bool isPair(SettingOwner owner);
/// Splits the text of a setting after the first word into NAME and KEY. The key begins with the name of a
/// function.
std::pair<std::string_view, std::string_view> splitPair(std::string_view tail);
/// Returns the pair of a setting in words, for people: "between water and oil", "of honey to solids".
std::string wordsOfPair(const SettingName& name);

/// Returns the pair that a setting names, with the materials in index order. Returns nothing if one of the
/// materials is still waiting to be added.
/// @throws InputError with a suggestion if a name is unknown
std::optional<PairEntry> resolvePair(const SettingName& name, const CommandScope& scope);
PairCurve pairCurveOf(const PairEntry& pair, const CommandScope& scope);

/// Returns the rows for the pair functions of a method; empty if the method has none.
/// @param words  storage for the keys and labels of the rows
std::vector<SettingRow> pairRows(const MethodRow& method, std::deque<std::string>& words);
/// Returns true for the rows of a curve point's argument or value.
bool isOfPoint(const SettingRow& row);

std::vector<float> numbersOf(const std::vector<CurvePoint>& curve);
/// Describes a curve in words: all points, or only the points that differ from `other`.
std::string wordsOfCurve(const std::vector<float>& numbers, const std::vector<float>& other, int digits);

}  // namespace ooze
