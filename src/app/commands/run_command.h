// `ooze run`: a scene with no window, to numbers and files.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

/// @return 0, or 1 if it was interrupted (what is complete is written then)
/// @throws InputError, RunError
int runCommand(const RunOptions& options);

}  // namespace ooze
