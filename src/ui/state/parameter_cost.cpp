#include "ui/state/parameter_cost.h"

#include "ooze/world/world.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

float valueOf(const std::vector<float>& worldValues, std::string_view key) {
  const std::size_t row = findParameter(worldParameters(), key);
  return row < worldValues.size() ? worldValues[row] : 0.f;
}

}  // namespace

Vec3 gravityOf(const std::vector<float>& worldValues) {
  return {valueOf(worldValues, "gravity_x"), valueOf(worldValues, "gravity_y"),
          valueOf(worldValues, "gravity_z")};
}

int fixedSubsteps(const ParameterSet& trial) {
  return static_cast<int>(std::lround(valueOf(trial.worldValues, "substeps")));
}

SubstepNeed requiredSubsteps(const SessionView& view, const ParameterSet& trial) {
  const WorldSpec& spec = view.scene->world;
  MethodSettings settings = spec.methodSettings;
  settings.pairs = trial.pairs;
  return substepsFor(spec.method, settings, trial.materials, gravityOf(trial.worldValues),
                     spec.framesPerSecond);
}

std::optional<EditCost> editCost(const SessionView& view, const ParameterSet& without,
                                 const ParameterSet& with) {
  const SubstepNeed before = requiredSubsteps(view, without), after = requiredSubsteps(view, with);
  const Snapshot& now = *view.snapshot;
  // Substeps that another limit than the materials requires now are needed without the edit too.
  const bool byMotion = now.substepLimit != after.limit && now.substepLimit != before.limit;
  const int least = std::max(before.count, byMotion ? now.substeps : 1);
  if (after.count <= least) return std::nullopt;
  return EditCost{least, after.count, after.limit};
}

bool exceedsFixedSubsteps(const SessionView& view, const ParameterSet& without, const ParameterSet& with) {
  const int fixed = fixedSubsteps(with);
  if (fixed < 1) return false;
  const int needed = requiredSubsteps(view, with).count;
  const int fixedBefore = fixedSubsteps(without);
  const bool exceededBefore =
      fixedBefore >= 1 && requiredSubsteps(view, without).count >= needed && fixedBefore <= fixed;
  return needed > fixed && !exceededBefore;
}

}  // namespace ooze::ui
