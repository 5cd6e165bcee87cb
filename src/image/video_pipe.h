// Video encoding: pipes raw frames to ffmpeg.
#pragma once

#include "image/film_encoding.h"
#include "image/image.h"

#include <filesystem>
#include <memory>

namespace ooze {

/// Encodes one video with ffmpeg as a child process.
class VideoPipe {
 public:
  /// Starts ffmpeg. Unless the video is live, ffmpeg writes NAME.partial.mp4 beside `path`, and finish()
  /// renames that file.
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
