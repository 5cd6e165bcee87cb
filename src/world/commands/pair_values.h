// Interaction functions of material pairs, as curves: the explicit curve, the method's default curve, and the
// command that sets a curve.
#pragma once

#include "ooze/methods/method.h"

#include "world/commands/world_values.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The curve of one interaction function for one pair of materials, or for a material and a solid.
struct PairCurve {
  const PairFunction* function = nullptr;
  /// Explicit points from the pair table; empty: `defaultPoints` is in effect.
  std::vector<CurvePoint> own{};
  std::vector<CurvePoint> defaultPoints{};  ///< default curve that the method derives from the materials

  [[nodiscard]] const std::vector<CurvePoint>& now() const { return own.empty() ? defaultPoints : own; }
};

/// Returns the curve in effect for a pair.
/// @param pair  names function and materials, all of which must exist; the curve inside is ignored
PairCurve pairCurveOf(const WorldValues& values, std::string_view method, const PairEntry& pair);

/// Returns the target that sets the whole function: "pair.water.oil.adhesion".
std::string pairTarget(const PairEntry& pair, const std::vector<MaterialDefinition>& materials);

/// Returns the command that sets the function of a pair to `curve`. An empty curve restores the method's
/// default.
Command pairCommand(const PairEntry& pair, const std::vector<MaterialDefinition>& materials,
                    const std::vector<CurvePoint>& curve);

}  // namespace ooze
