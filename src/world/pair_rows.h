// What commands reach of functions of pairs: pair.A.B.*, pair_solids.A.* and pair_solid.A.BODY.*.
#pragma once

#include "ooze/methods/method.h"

#include "world/pair_values.h"
#include "world/target_rows.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ooze {

bool isPairGroup(std::string_view group);
/// NAME and KEY of what stands behind such a group: the key begins with the function's.
std::pair<std::string_view, std::string_view> splitPair(std::string_view tail);
/// Whom a target is about, for people: "between water and oil", "of honey to solids".
std::string wordsOfPair(const TargetName& name);

/// Whom a target is about, the materials in the order of their indices; nothing where a material of it may
/// yet come. @throws InputError with a suggestion if a name is of nothing there
std::optional<PairEntry> resolvePair(std::string_view target, const TargetName& name,
                                     const TargetScope& scope);
PairCurve pairCurveOf(const PairEntry& pair, const TargetScope& scope);
/// GROUP and NAME of the targets of a pair.
TargetName nameOfPair(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                      std::string& name);

/// The rows of a method's functions; none of one without. @param words  keeps what they are called
std::vector<TargetRow> pairRows(const MethodRow& method, std::deque<std::string>& words);
/// True of the place and the value of a point.
bool isOfPoint(const TargetRow& row);

std::vector<float> numbersOf(const std::vector<CurvePoint>& curve);
/// A function that the table gives a pair, in words: its points, or those that the other has otherwise.
std::string wordsOfCurve(const std::vector<float>& numbers, const std::vector<float>& other, int digits);

}  // namespace ooze
