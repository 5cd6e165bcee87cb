// The commands of the program.
#pragma once

#include "ooze/methods/method.h"

#include "app/commands/command_line.h"

#include <string>

namespace ooze {

class JobFolder;

/// Runs `ooze [SCENE]`: opens the window, or renders a picture if the machine has no display.
/// @return 0 when the window was closed
/// @throws InputError if the scene does not load, RunError if no window or no OpenGL 4.1 is available
int runWindow(const WindowOptions& options);

/// Runs `ooze run`: simulates a scene without a window and writes reports and files.
/// @return 0, or 1 after an interrupt (complete results are written)
/// @throws InputError, RunError
int runCommand(const RunOptions& options);

/// Runs `ooze render`: renders a scene to pictures or a video, without a display.
/// @return 0, or 1 after an interrupt (complete pictures stay)
/// @throws InputError, RunError
int renderCommand(const RenderOptions& options);

/// Runs `ooze render --renderer cycles`: path-traces a scene with Blender.
/// @return 0
/// @throws InputError; RunError also after an interrupt (complete pictures stay)
int renderWithCycles(const RenderOptions& options);

/// Runs `ooze export`: simulates a scene and writes what Blender needs.
/// @return 0
/// @throws InputError, RunError
int exportCommand(const ExportCommandOptions& options);

/// Runs `ooze sweep`: renders a contact sheet of one scene with different parameters, without a display.
/// @return exit code 0; errors are thrown
/// @throws InputError, RunError; an interrupt throws a RunError and writes nothing
int sweepCommand(const SweepOptions& options);

/// Runs `ooze job`: one part of `ooze render --cluster` or `ooze sweep --cluster`.
/// @return 0
/// @throws InputError if the folder is not shared with this node; else as renderPart() and sweepPart()
int jobCommand(const JobOptions& options);
/// Run one part of a film, or of a sweep. @throws InputError, RunError
void renderPart(const RenderOptions& options, const JobFolder& folder, const JobOptions& job);
void sweepPart(const SweepOptions& options, const JobFolder& folder, const JobOptions& job);

/// Runs `ooze diff`: finds the first difference between two saves, replays or golden files.
/// @return 0 if they are the same, 1 if they differ
/// @throws InputError if they cannot be compared
int diffCommand(const DiffOptions& options);

/// Runs `ooze list`: lists scenes, materials, methods, parameters or commands.
/// @throws InputError if `--markdown` is given with anything but one method's parameters
int listCommand(const ListOptions& options);

/// Returns the parameters of a method as a Markdown table with one line per parameter, for the method's page
/// in the manual.
std::string parameterTable(const MethodRow& method);

/// Runs `ooze thumbnails`: renders the thumbnails that ship with scenes and materials.
/// @return the exit code
/// @throws InputError, RunError
int thumbnailsCommand(const ThumbnailsOptions& options);

/// Runs `ooze verify`: measures methods against laws of physics and prints a table for each.
/// @return 0 if every law was measured, whether or not the method keeps it; 1 if a world could not go on
/// @throws InputError if the law is unknown or does not apply to the method
int verifyCommand(const VerifyOptions& options);

/// Runs `ooze completion`: prints the completion script of a shell.
/// @return exit code 0
int completionCommand(const CompletionOptions& options);

/// Runs `ooze man`: prints the manual page.
/// @return exit code 0
int manCommand();

}  // namespace ooze
