// The values that sliders show: those of the snapshot, with the edits on top that the next step will apply.
// Without the edits a slider would jump back until a slow step is done, or for as long as the world is
// paused.
#pragma once

#include "ooze/world/snapshot.h"
#include "ooze/world/world_values.h"

#include <span>

namespace ooze {

/// @param pending  commands that the snapshot does not show yet, oldest first
WorldValues liveValues(const Snapshot& snapshot, std::span<const Command> pending);

}  // namespace ooze
