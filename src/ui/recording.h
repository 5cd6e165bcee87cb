// Recordings as the interface sees them.
#pragma once

#include "ooze/base/math.h"

#include "ui/theme.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ooze::ui {

enum class RecordingFormat { Mp4, Pictures };

enum class FilmSize { AsTheView, Hd720, Hd1080 };

struct FilmSizeRow {
  FilmSize size;
  const char* words;                 ///< in the menu
  const char* key;                   ///< in the settings
  std::optional<glm::ivec2> pixels;  ///< unset: those of the view when the recording begins
};
std::span<const FilmSizeRow> filmSizes();
/// The row of a size.
const FilmSizeRow& filmSize(FilmSize size);
/// The row with this key, the view's own for one that is not known.
const FilmSizeRow& filmSize(std::string_view key);

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
