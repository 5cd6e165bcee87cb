// `ooze render`: a scene to pictures or a film, with no display.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

/// @return 0, or 1 if it was interrupted (what is complete stays)
/// @throws InputError, RunError
int renderCommand(const RenderOptions& options);

}  // namespace ooze
