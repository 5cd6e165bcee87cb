// The number of substeps per frame that materials need for stability.
#pragma once

#include "ooze/methods/method.h"

#include <span>
#include <string>
#include <string_view>

namespace ooze {

/// The smallest stable number of substeps, and the stability limit that determines the number.
struct SubstepNeed {
  int count = 0;
  std::string limit;  ///< the limiting condition, as in World::substepLimit()
};

/// Returns the substeps per frame that these materials need while nothing moves fast. A world with automatic
/// substeps takes at least this many.
/// @throws InputError if no method has this key
SubstepNeed substepsFor(std::string_view method, const MethodSettings& settings,
                        std::span<const MaterialDefinition> materials, const Vec3& gravity,
                        double framesPerSecond);

}  // namespace ooze
