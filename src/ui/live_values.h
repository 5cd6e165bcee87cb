// The values that sliders show: those of the snapshot, with the edits on top that the next step will apply.
// Without the edits a slider would jump back until a slow step is done, or for as long as the world is
// paused.
#pragma once

#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include <span>
#include <vector>

namespace ooze::ui {

struct LiveValues {
  std::vector<MaterialDefinition> materials;
  std::vector<float> worldValues;  ///< in the order of worldParameters()
  std::vector<EmitterSpec> emitters;
};

/// @param pending  commands that the snapshot does not show yet, oldest first; unknown targets change nothing
LiveValues liveValues(const Snapshot& snapshot, std::span<const Command> pending);

}  // namespace ooze::ui
