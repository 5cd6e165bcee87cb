// What the values of parameters cost in substeps, and whether a world with a fixed number bears them.
#pragma once

#include "ooze/base/math.h"

#include "session/scene_values.h"
#include "session/session.h"
#include "world/substep_need.h"

#include <optional>

namespace ooze::ui {

/// The materials and settings of a world, as they are or as they would be.
struct Trial {
  std::vector<MaterialDefinition> materials;
  std::vector<float> worldValues;  ///< in the order of worldParameters()
  PairTable pairs{};
};

/// The steps that a frame of this scene needs for such values. @throws InputError as substepsFor()
SubstepNeed needOf(const SessionView& view, const Trial& trial);

/// @param worldValues  in the order of worldParameters() @return [m/s^2]
Vec3 gravityOf(const std::vector<float>& worldValues);

/// The fixed number of substeps, or 0 if they are automatic.
int fixedSubsteps(const Trial& trial);

/// What an edit costs that takes a frame from one number of substeps to another.
struct EditCost {
  int before = 0, after = 0;
  std::string limit;  ///< what asks for so many
};
/// Nothing unless frames get longer than they are without the edit: where motion asks for more steps anyway,
/// a material costs nothing.
std::optional<EditCost> costOf(const SessionView& view, const Trial& without, const Trial& with);

/// True if a world that stays with its fixed substeps would become unstable by this edit.
bool bearsNot(const SessionView& view, const Trial& without, const Trial& with);

}  // namespace ooze::ui
