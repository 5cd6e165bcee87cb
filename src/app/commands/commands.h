// What the program does for each of its commands.
#pragma once

#include "ooze/methods/method.h"

#include "app/commands/command_line.h"

#include <string>

namespace ooze {

/// `ooze [SCENE]`: the window, or a picture where there is no display.
/// @return 0 when the window was closed
/// @throws InputError if the scene does not load, RunError if there is no window or no OpenGL 4.1
int runWindow(const WindowOptions& options);

/// `ooze run`: a scene with no window, to numbers and files.
/// @return 0, or 1 if it was interrupted (what is complete is written then)
/// @throws InputError, RunError
int runCommand(const RunOptions& options);

/// `ooze render`: a scene to pictures or a film, with no display.
/// @return 0, or 1 if it was interrupted (what is complete stays)
/// @throws InputError, RunError
int renderCommand(const RenderOptions& options);

/// `ooze sweep`: a sheet of pictures of one scene with different parameters, with no display.
/// @return 0
/// @throws InputError, RunError; an interrupt is one, and writes nothing
int sweepCommand(const SweepOptions& options);

/// `ooze diff`: where two saves, replays or golden files part.
/// @return 0 if they are the same, 1 if they differ
/// @throws InputError if they cannot be compared
int diffCommand(const DiffOptions& options);

/// `ooze list`: what there is to choose from.
/// @throws InputError if a table is asked for that is none of a method's parameters
int listCommand(const ListOptions& options);

/// Returns the parameters of a method as a Markdown table, a line each: what the method's page of the manual
/// has between its markers.
std::string parameterTable(const MethodRow& method);

/// `ooze thumbnails`: makes the small pictures that ship with scenes and materials.
/// @return the exit code
/// @throws InputError, RunError
int thumbnailsCommand(const ThumbnailsOptions& options);

}  // namespace ooze
