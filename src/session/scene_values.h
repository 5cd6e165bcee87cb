// Values of a scene as scripted, and values of the running world as the user interface shows them.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include "world/commands/world_values.h"

#include <span>

namespace ooze {

/// Returns the values at the start of a scene.
WorldValues startOf(const Scene& scene);

/// Returns the values at a time from the scene alone: the start, and the commands of the timeline since.
/// @param time  simulated [s]
WorldValues scriptedValues(const Scene& scene, double time);

/// Returns the values that sliders show: the snapshot's values, with the edits that the next step will apply.
/// Without these edits a slider would jump back until a slow step is done, or for as long as the world is
/// paused.
/// @param pending  commands that the snapshot does not show yet, oldest first
WorldValues liveValues(const Snapshot& snapshot, std::span<const Command> pending);

}  // namespace ooze
