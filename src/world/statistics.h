#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/methods/method.h"
#include "ooze/world/statistics.h"

namespace ooze {

Statistics gatherStatistics(const Method& method, const std::vector<MaterialDefinition>& materials);

}  // namespace ooze
