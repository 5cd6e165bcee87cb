// Encodes films: the ffmpeg command lines for each kind of video, and a pipe of raw frames to ffmpeg.
#pragma once

#include "image/image.h"

#include <filesystem>
#include <memory>

namespace ooze {

/// Format of a video.
struct FilmOptions {
  int width = 0, height = 0;
  double framesPerSecond = 60.0;
  bool transparent = false;  ///< whether frames have an alpha channel; .webp only
  /// Encodes quickly and writes under the final name from the first frame on. If the encoder dies, the part
  /// of an .mp4 written so far stays and plays.
  bool live = false;
};

/// Returns true for names that end in .mp4, .webp or .gif.
bool isFilm(const std::filesystem::path& path);
/// Returns true if PATH contains ffmpeg.
bool hasFilmEncoder();
/// Checks before the simulation starts that the video can be written.
/// @throws RunError in one line if ffmpeg is not installed or cannot write this kind of video
/// @throws InputError if videos of this kind have no alpha channel or do not support the frame rate
void requireFilmEncoder(const std::filesystem::path& path, const FilmOptions& options);

/// Encodes one video with ffmpeg as a child process.
class VideoPipe {
 public:
  /// Starts ffmpeg. Unless the video is live, ffmpeg writes NAME.partial.mp4 beside `path` (a numbered name
  /// if that file exists), and finish() renames that file.
  /// @throws RunError, InputError as requireFilmEncoder()
  VideoPipe(std::filesystem::path path, const FilmOptions& options);
  /// Stops the encoder. Without finish(), an unfinished file is removed unless the video is live.
  ~VideoPipe();
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;

  /// Encodes a frame.
  /// @param image  width x height as given, 3 channels, or 4 if the video is transparent
  /// @throws RunError if the encoder has died, with ffmpeg's last line and the path of the playable part of
  /// the video
  void add(const Image& image);
  /// Finishes the video. A video without frames leaves no file.
  /// @throws RunError as add()
  void finish();
  /// Finishes quickly: leaves an .mp4 in fragments. An encoder that needs longer for its last fragments
  /// completes the file in the background.
  void finishQuickly();

  /// Process id of the encoder, for tests that kill the encoder.
  [[nodiscard]] pid_t encoder() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
