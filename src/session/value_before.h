// What a world has now where a command would set something, as commands: the inverse of an edit.
#pragma once

#include "ooze/world/world.h"

#include <vector>

namespace ooze {

/// Commands that set what `command` sets to what it is now; none for events and for what no command can set
/// back.
std::vector<Command> valuesBefore(const World& world, const Command& command);

}  // namespace ooze
