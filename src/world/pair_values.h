// Functions of pairs as values: what a pair has of its own, what it has without, and the command that sets
// it.
#pragma once

#include "ooze/methods/method.h"

#include "world/world_values.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A function of one pair.
struct PairCurve {
  const PairFunction* function = nullptr;
  std::vector<CurvePoint> own{};      ///< that the table gives it; none: `leftOut` holds
  std::vector<CurvePoint> leftOut{};  ///< what the method makes of the materials itself

  [[nodiscard]] const std::vector<CurvePoint>& now() const { return own.empty() ? leftOut : own; }
};

/// @param pair  its curve does not count; its function is one of the method's, its materials are there
PairCurve pairCurveOf(const WorldValues& values, std::string_view method, const PairEntry& pair);

/// The target that sets all of a function: "pair.water.oil.adhesion".
std::string pairTarget(const PairEntry& pair, const std::vector<MaterialDefinition>& materials);

/// The command that gives a pair this function; none: what the method makes of the materials itself.
Command pairCommand(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                    const std::vector<CurvePoint>& curve);

}  // namespace ooze
