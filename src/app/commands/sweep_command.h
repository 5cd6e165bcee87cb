// `ooze sweep`: a sheet of pictures of one scene with different parameters, with no display.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

/// @return 0
/// @throws InputError, RunError; an interrupt is one, and writes nothing
int sweepCommand(const SweepOptions& options);

}  // namespace ooze
