// What is frozen shows it: pale and dull, as if rime had settled on it.
#pragma once

#include "ooze/world/snapshot.h"

#include <memory>

namespace ooze {

/// The same liquid with what is frozen of each material as a material of its own, in that one's colour grown
/// pale, with the look of frost. The snapshot itself if nothing is frozen.
std::shared_ptr<const Snapshot> frosted(const std::shared_ptr<const Snapshot>& snapshot);

}  // namespace ooze
