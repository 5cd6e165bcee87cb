// `ooze [SCENE]`: the window, or a picture where there is no display.
#pragma once

#include "app/commands/command_line.h"

namespace ooze {

/// @return 0 when the window was closed
/// @throws InputError if the scene does not load, RunError if there is no window or no OpenGL 4.1
int runWindow(const WindowOptions& options);

}  // namespace ooze
