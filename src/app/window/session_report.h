// What happened in a window session, as JSON: for bug reports, and for tests of the window.
#pragma once

#include "ooze/world/command.h"

#include "app/pictures/recorder.h"
#include "session/scene_values.h"
#include "session/session.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// How the window itself did.
struct WindowNumbers {
  std::size_t framesDrawn = 0;
  std::size_t pictures = 0;                    ///< of the world, drawn for it
  std::vector<std::uint64_t> firstFramesSeen;  ///< where each world was when its first picture was shown
  double medianMilliseconds = 0.0;             ///< from input to picture
  double slowestMilliseconds = 0.0;            ///< of the slowest frame after the first second
  std::string_view view, colour;               ///< keys of what it shows
  /// What the microscope shows.
  struct Microscope {
    std::string stage;
    std::uint64_t step = 0;
    std::optional<std::uint32_t> particle;
  };
  std::optional<Microscope> microscope;  ///< unset: it is off
};

/// Writes scene, simulated time, the commands that the world applied, the values that it has now, and what
/// was recorded.
/// @throws RunError if the file cannot be written
void writeSessionReport(const std::filesystem::path& file, const SessionView& view,
                        const std::vector<LoggedCommand>& log, const std::vector<Recording>& recordings,
                        const WindowNumbers& window);

}  // namespace ooze
