// A report on a window session, as JSON: for bug reports, and for tests of the window, which read it while
// the window is open.
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

  // The state of the window now.
  glm::ivec2 size{0};                     ///< of the last frame [pixels]
  bool settled = false;                   ///< all input is handled, and the frames that follow it are drawn
  bool pictureShown = false;              ///< the view shows a picture of the world
  bool panels = true, comparing = false;  ///< whether panels, and whether two worlds, are shown
  std::string manualPage;                 ///< file name of the page that the manual shows; "": it is closed
  bool dialogOpen = false, menuOpen = false;  ///< menus are lists too
  bool meshOffered = false;                   ///< a dropped mesh is read, and its question is shown
  std::optional<std::uint64_t> filmFrames;    ///< recorded so far; unset: nothing is recorded
  std::vector<std::string> messages;          ///< all that were shown, oldest first
};

/// The report has the scene, the simulated time, the commands that the world applied, the values that it has
/// now, and what was recorded.
[[nodiscard]] std::string sessionReport(const SessionView& view, const std::vector<LoggedCommand>& log,
                                        const std::vector<Recording>& recordings,
                                        const WindowNumbers& window);

/// Rewrites the report of a session that goes on. Readers see either the old file or the whole new one. It is
/// not forced onto the disk, so that the window does not wait for that. Does nothing where the file cannot be
/// written, or is none: the report at the end says so.
void rewriteSessionReport(const std::filesystem::path& file, const std::string& report) noexcept;

}  // namespace ooze
