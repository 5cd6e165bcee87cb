// `ooze list`: what there is to choose from.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

int listCommand(const ListOptions& options);

}  // namespace ooze
