// Substeps that parameter values require, and the check whether a world with fixed substeps stays stable.
#pragma once

#include "ooze/base/math.h"

#include "session/scene_values.h"
#include "session/session.h"
#include "world/substeps.h"

#include <optional>

namespace ooze::ui {

/// A trial set of materials and settings of a world, current or hypothetical.
struct ParameterSet {
  std::vector<MaterialDefinition> materials;
  std::vector<float> worldValues;  ///< in the order of worldParameters()
  PairTable pairs{};
};

/// Returns the substeps per frame that the scene needs with these values. @throws InputError as substepsFor()
SubstepNeed requiredSubsteps(const SessionView& view, const ParameterSet& trial);

/// Returns the gravity vector.
/// @param worldValues  in the order of worldParameters()
/// @return acceleration by gravity [m/s^2]
Vec3 gravityOf(const std::vector<float>& worldValues);

/// Returns the fixed number of substeps, or 0 if substeps are automatic.
int fixedSubsteps(const ParameterSet& trial);

/// The substeps per frame before and after an edit.
struct EditCost {
  int before = 0, after = 0;
  std::string limit;  ///< the stability limit that requires the substeps
};
/// Returns the cost of an edit, or empty if frames get no more substeps. If motion already requires more
/// substeps, a material costs nothing extra.
std::optional<EditCost> editCost(const SessionView& view, const ParameterSet& without,
                                 const ParameterSet& with);

/// Returns whether the edit would make a world with fixed substeps unstable.
bool exceedsFixedSubsteps(const SessionView& view, const ParameterSet& without, const ParameterSet& with);

}  // namespace ooze::ui
