// Edits in words, for the menu and the timeline.
#pragma once

#include "ooze/world/command.h"

#include <string>
#include <string_view>

namespace ooze {

/// "Viscosity of honey", "gravity", "drop a sphere".
std::string editLabel(const Command& command, std::string_view method);

}  // namespace ooze
