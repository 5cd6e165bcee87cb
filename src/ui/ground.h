// The floor of a scene, as far as the camera minds it.
#pragma once

#include "ooze/world/snapshot.h"

#include <optional>

namespace ooze::ui {

/// Height of the uppermost level floor that has no end [m]; none in a scene without one.
std::optional<float> groundOf(const Snapshot& snapshot);

}  // namespace ooze::ui
