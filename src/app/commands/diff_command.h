// `ooze diff`: where two saves, replays or golden files part.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

/// @return 0 if they are the same, 1 if they differ
/// @throws InputError if they cannot be compared
int diffCommand(const DiffOptions& options);

}  // namespace ooze
