// Interprets and checks the output path of `ooze render --out`.
#pragma once

#include "app/commands/command_line.h"
#include "app/pictures/picture_sink.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace ooze {

/// Returns the number of pictures that `ooze render` makes.
std::uint64_t pictureCount(const RenderOptions& options);
/// Returns true if the camera orbits around a single frame of the simulation.
bool orbitsOneFrame(const RenderOptions& options);

/// Chooses the output files of the pictures. Checks the path before the simulation starts, and writes
/// nothing.
class RenderOutput {
 public:
  /// Checks the options.
  /// @throws InputError if the name fits no kind of file, or the path is not writable
  /// @throws RunError if the output is a video and ffmpeg is not installed
  explicit RenderOutput(const RenderOptions& options);

  /// Opens the output.
  /// @param framesPerSecond  frame rate of a video
  /// @throws as requireFilmEncoder()
  [[nodiscard]] std::unique_ptr<PictureSink> open(double framesPerSecond) const;

 private:
  std::filesystem::path name_;  ///< name of the video or of the pictures, with %05d for several pictures
  FilmOptions film_;
};

}  // namespace ooze
