// Recordings as the interface sees them.
#pragma once

#include "ui/theme.h"

#include <cstdint>

namespace ooze::ui {

enum class RecordingFormat { Mp4, Pictures };

struct RecordingStatus {
  RecordingFormat format = RecordingFormat::Mp4;
  std::uint64_t frames = 0;
  double seconds = 0.0;    ///< of film
  bool waiting = false;    ///< the simulation stands, and with it the film
  bool finishing = false;  ///< nothing more comes in; the last pictures are being written
};

/// A red dot and the numbers in the top right corner of the view, which shows also without the panels.
/// @param right, top  that corner [ImGui's units]
void drawRecordingBadge(const Theme& theme, const RecordingStatus& status, float right, float top);

}  // namespace ooze::ui
