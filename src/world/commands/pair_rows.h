// Targets for interaction functions of pairs: pair.A.B.*, pair_solids.A.* and pair_solid.A.BODY.*.
#pragma once

#include "ooze/methods/method.h"

#include "world/commands/pair_values.h"
#include "world/commands/target_rows.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

bool isPairGroup(std::string_view group);
/// Splits the part of a target after the group into NAME and KEY. The key begins with the name of a function.
std::pair<std::string_view, std::string_view> splitPair(std::string_view tail);
/// Returns the pair of a target in words, for people: "between water and oil", "of honey to solids".
std::string wordsOfPair(const TargetName& name);

/// Returns the pair that a target names, with the materials in index order. Returns nothing if one of the
/// materials is still waiting to be added.
/// @throws InputError with a suggestion if a name is unknown
std::optional<PairEntry> resolvePair(std::string_view target, const TargetName& name,
                                     const TargetScope& scope);
PairCurve pairCurveOf(const PairEntry& pair, const TargetScope& scope);
/// Returns the target of a pair's function.
/// @param name  storage for the name in the result
TargetName nameOfPair(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                      std::string& name);

/// Returns the rows for the pair functions of a method; empty if the method has none.
/// @param words  storage for the keys and labels of the rows
std::vector<TargetRow> pairRows(const MethodRow& method, std::deque<std::string>& words);
/// Returns true for the rows of a curve point's argument or value.
bool isOfPoint(const TargetRow& row);

std::vector<float> numbersOf(const std::vector<CurvePoint>& curve);
/// Describes a curve in words: all points, or only the points that differ from `other`.
std::string wordsOfCurve(const std::vector<float>& numbers, const std::vector<float>& other, int digits);

}  // namespace ooze
