// Hands runs over to other programs: fills folders with a run, and runs assets/blender/ooze_io.py in Blender.
#pragma once

#include "ooze/base/cancellation_token.h"

#include "app/commands/command_line.h"
#include "app/commands/interrupt.h"
#include "app/commands/start.h"
#include "app/exports/run_folder.h"

#include <functional>
#include <string>
#include <vector>

namespace ooze {

/// Checks that Blender can be started. @throws RunError in one line if it is not installed
void requireBlender();

/// Runs assets/blender/ooze_io.py in Blender without a window, and waits for the end. An interrupt ends
/// Blender at once.
/// @param arguments     arguments of the script
/// @param whileRunning  called several times a second, and once after the end
/// @throws RunError with the last line that Blender printed if the script fails, or after an interrupt
void runBlender(const std::vector<std::string>& arguments, const InterruptBlock& interrupt,
                const std::function<void()>& whileRunning);

/// Returns the frames 0 to the end of the scene's duration.
FrameRange wholeScene(const Scene& scene);

/// Simulates up to the last frame and writes the frames of the range to the folder.
/// @throws RunError if the world stops, a file cannot be written, or after an interrupt; Cancelled
void exportRun(const RunStart& start, World& world, const SceneChoice& choice, const FrameRange& frames,
               RunFolder& folder, const CancellationToken& work);

}  // namespace ooze
