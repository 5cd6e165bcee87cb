// Depth of the deepest column of liquid at the start of a world.
#pragma once

#include "ooze/world/world.h"

namespace ooze {

/// Returns the depth of the deepest column of liquid that can rest on a solid [m]. The depth is the length of
/// all liquid above each other along gravity at the start; gaps do not count, because the liquid falls
/// together. A nozzle whose amount is limited adds the depth of its liquid in the vessel below. Liquid that
/// no vessel holds spreads: the depth is at most that of all liquid filled into the vessel below. Without
/// gravity down is -y.
/// @param spec  the shapes of liquids and bodies must not be null
[[nodiscard]] float deepestColumn(const WorldSpec& spec);

/// Sets MethodSettings::deepestColumn to deepestColumn(). A world with a set number of substeps gets 0: it
/// keeps its materials, which may be stable with these substeps alone.
void setDeepestColumn(WorldSpec& spec);

}  // namespace ooze
