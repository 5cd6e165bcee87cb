// "Follow this shape": velocity control particles that attract liquid into the shape of a solid.
#pragma once

#include "ooze/liquid/controls.h"
#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include <vector>

namespace ooze::ui {

/// Returns the bodies that liquid can fill: closed solids of limited size.
std::vector<const Body*> followableBodies(const Snapshot& snapshot);

/// Builds the commands that add controls around a body's shape and remove the body itself. The controls use
/// the body's current pose.
/// @param present  existing controls, whose names are not reused
std::vector<Command> followShape(const Body& body, const Snapshot& snapshot,
                                 const std::vector<Control>& present);

}  // namespace ooze::ui
