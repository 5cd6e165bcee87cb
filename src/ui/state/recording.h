// Recording of videos and image sequences, as the interface sees the recorder.
#pragma once

#include "ooze/base/math.h"

#include "ui/widgets/theme.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ooze::ui {

enum class RecordingFormat { Mp4, Pictures };

enum class FilmSize { AsTheView, Hd720, Hd1080 };

struct FilmSizeRow {
  FilmSize size;
  const char* words;                 ///< name in the menu
  const char* key;                   ///< key in the settings file
  std::optional<glm::ivec2> pixels;  ///< unset: the size of the view when the recording begins
};
std::span<const FilmSizeRow> filmSizes();
/// Returns the row of a film size.
const FilmSizeRow& filmSize(FilmSize size);
/// Returns the row with this key, or the view's own size for an unknown key.
const FilmSizeRow& filmSize(std::string_view key);

struct RecordingStatus {
  RecordingFormat format = RecordingFormat::Mp4;
  std::uint64_t frames = 0;
  double seconds = 0.0;    ///< length of the recorded video [s]
  bool waiting = false;    ///< the simulation is paused, and the recording with it
  bool finishing = false;  ///< no more frames are recorded; the last pictures are being written
};

/// Draws a red dot and the recorded time in the view's top right corner. The badge shows also while the
/// panels are hidden.
/// @param right, top  position of the view's top right corner [ImGui's units]
void drawRecordingBadge(const Theme& theme, const RecordingStatus& status, float right, float top);

}  // namespace ooze::ui
