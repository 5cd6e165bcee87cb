// The values that a scene has by itself, whatever was done to its world, and those that its world has.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include "world/world_values.h"

#include <span>

namespace ooze {

/// What a scene begins with.
WorldValues startOf(const Scene& scene);

/// What a scene has by itself at this time: its beginning, and what its own timeline has done since.
/// @param time  simulated [s]
WorldValues scriptedValues(const Scene& scene, double time);

/// What sliders show: the values of the snapshot, with the edits on top that the next step will apply.
/// Without the edits a slider would jump back until a slow step is done, or for as long as the world is
/// paused.
/// @param pending  commands that the snapshot does not show yet, oldest first
WorldValues liveValues(const Snapshot& snapshot, std::span<const Command> pending);

}  // namespace ooze
