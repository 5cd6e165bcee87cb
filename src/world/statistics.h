#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/methods/method.h"
#include "ooze/world/statistics.h"

namespace ooze {

/// @param velocity  of the particle at an index [m/s]
Statistics gatherStatistics(const Method& method, const std::vector<MaterialDefinition>& materials,
                            FunctionRef<Vec3(std::size_t)> velocity);

}  // namespace ooze
