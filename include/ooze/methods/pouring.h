// What becomes of a material in a nozzle.
#pragma once

#include "ooze/methods/method.h"

#include <string>
#include <string_view>

namespace ooze {

/// What a nozzle leaves out that pours this material, and what to do about it, in a sentence or two for
/// people; "" if it pours all of it.
/// @throws InputError with a suggestion if no method has this key
std::string pouringLeavesOut(std::string_view method, const MethodSettings& settings,
                             const MaterialDefinition& material);

}  // namespace ooze
