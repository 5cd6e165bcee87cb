// The values that a scene has by itself, whatever was done to its world.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world_values.h"

namespace ooze {

/// What a scene begins with.
WorldValues startOf(const Scene& scene);

/// What a scene has by itself at this time: its beginning, and what its own timeline has done since.
/// @param time  simulated [s]
WorldValues scriptedValues(const Scene& scene, double time);

}  // namespace ooze
