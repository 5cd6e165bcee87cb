// The JSON report of a window session, for bug reports and for tests. Tests read the file while the window is
// open.
#pragma once

#include "ooze/base/math.h"
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

/// Statistics and state of the window.
struct WindowNumbers {
  std::size_t framesDrawn = 0;
  std::size_t pictures = 0;                    ///< number of pictures drawn of the world
  std::vector<std::uint64_t> firstFramesSeen;  ///< frame index of each world when its first picture was shown
  double medianMilliseconds = 0.0;             ///< median time from input to picture [ms]
  double slowestMilliseconds = 0.0;  ///< duration of the slowest frame after the warm-up frames [ms]
  std::string_view view, colour;     ///< keys of the shown view and colour field
  /// State of the microscope.
  struct Microscope {
    std::string stage;
    std::uint64_t step = 0;
    std::optional<std::uint32_t> particle;
  };
  std::optional<Microscope> microscope;  ///< unset while the microscope is off

  // State of the window at present.
  glm::ivec2 size{0};                     ///< size of the last frame [pixels]
  bool settled = false;                   ///< all input is handled, and the frames that react to it are drawn
  bool pictureShown = false;              ///< the view shows a picture of the world
  bool panels = true, comparing = false;  ///< whether panels are shown, and whether two worlds are compared
  std::string manualPage;  ///< file name of the page that the manual shows; "" while the manual is closed
  bool dialogOpen = false, menuOpen = false;  ///< whether a dialog, and a menu or drop-down list, is open
  bool meshOffered = false;                   ///< a dropped mesh is read, and its dialog is shown
  std::optional<std::uint64_t> filmFrames;    ///< recorded frames so far; unset if nothing is being recorded
  std::vector<std::string> messages;          ///< all shown messages, oldest first
};

/// Returns the report: scene, simulated time, the event log of applied commands, current values, and
/// recordings.
[[nodiscard]] std::string sessionReport(const SessionView& view, const std::vector<LoggedCommand>& log,
                                        const std::vector<Recording>& recordings,
                                        const WindowNumbers& window);

/// Rewrites the report of a running session. Readers see either the old or the complete new file. The data is
/// not synced to the disk, so that the window does not wait. Does nothing if the file cannot be written or is
/// no regular file; writing the final report reports that error.
void rewriteSessionReport(const std::filesystem::path& file, const std::string& report) noexcept;

}  // namespace ooze
