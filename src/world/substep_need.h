// What materials cost: the steps that a frame needs to be stable.
#pragma once

#include "ooze/methods/method.h"

#include <span>
#include <string>
#include <string_view>

namespace ooze {

/// The fewest steps that a frame can do with, and what asks for so many.
struct SubstepNeed {
  int count = 0;
  std::string limit;  ///< as World::substepLimit()
};

/// The steps that a frame needs for these materials alone, as long as nothing moves fast: a world with
/// automatic substeps takes at least so many.
/// @throws InputError if there is no such method
SubstepNeed substepsFor(std::string_view method, const MethodSettings& settings,
                        std::span<const MaterialDefinition> materials, const Vec3& gravity,
                        double framesPerSecond);

}  // namespace ooze
