// Gives frozen liquid a pale and dull look, as if covered with rime.
#pragma once

#include "ooze/world/snapshot.h"

#include <memory>

namespace ooze {

/// Returns a copy of the snapshot in which frozen particles have a frosted material: the paler colour of
/// their own material, with kFrostLook. The frosted materials follow the others, one for each material.
/// Returns the snapshot itself if nothing is frozen.
std::shared_ptr<const Snapshot> frosted(const std::shared_ptr<const Snapshot>& snapshot);

}  // namespace ooze
