// "Follow this shape": soft control particles that draw liquid into the shape of a solid.
#pragma once

#include "ooze/liquid/controls.h"
#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include <vector>

namespace ooze::ui {

/// Solids with an inside that is small enough to be filled.
std::vector<const Body*> followableBodies(const Snapshot& snapshot);

/// Controls that lead liquid into the shape of a body as it stands, and the body itself taken out.
/// @param present  whose names are not used
std::vector<Command> followShape(const Body& body, const Snapshot& snapshot,
                                 const std::vector<Control>& present);

}  // namespace ooze::ui
