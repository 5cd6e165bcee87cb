// What --out names, and whether it can be written.
#pragma once

#include "app/commands/command_line.h"
#include "app/pictures/picture_sink.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace ooze {

/// How many pictures `ooze render` makes.
std::uint64_t pictureCount(const RenderOptions& options);
/// True if the world stands while the camera goes round.
bool turnsRoundOneFrame(const RenderOptions& options);

/// Which files these pictures become. Looks before anything is simulated and writes nothing.
class RenderOutput {
 public:
  /// @throws InputError if the name fits no kind of file, or its place cannot be written
  /// @throws RunError if a film was asked for and ffmpeg is not installed
  explicit RenderOutput(const RenderOptions& options);

  /// @param framesPerSecond  of a film
  /// @throws as requireFilmEncoder()
  [[nodiscard]] std::unique_ptr<PictureSink> open(double framesPerSecond) const;

 private:
  std::filesystem::path name_;  ///< of a film, or of pictures, then with %05d if there are several
  FilmOptions film_;
};

}  // namespace ooze
