#pragma once

#include "ooze/world/statistics.h"
#include "ooze/world/world.h"

namespace ooze {

/// Gathers the statistics of a world.
/// @param velocity  returns the velocity of the particle at an index [m/s]
Statistics gatherStatistics(const World& world, FunctionRef<Vec3(std::size_t)> velocity);

}  // namespace ooze
