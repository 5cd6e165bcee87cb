// Destinations of rendered pictures: image files or a video.
#pragma once

#include "image/image.h"
#include "image/video_pipe.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace ooze {

/// Receives rendered pictures in order.
class PictureSink {
 public:
  virtual ~PictureSink() = default;
  /// Writes a picture.
  /// @param number  number of the picture, for numbered file names
  /// @throws RunError in one line
  virtual void add(const Image& image, std::uint64_t number) = 0;
  /// Completes the output. @throws RunError in one line
  virtual void finish() = 0;
  /// Completes the output quickly, possibly in a less compact form. @throws RunError in one line
  virtual void finishQuickly() { finish(); }
};

/// Writes one PNG file per picture.
/// @param name  needs a %04d or the like for several pictures (export/frame_name.h)
std::unique_ptr<PictureSink> makePictureFiles(std::filesystem::path name);
/// Writes a video. @throws RunError, InputError as VideoPipe
std::unique_ptr<PictureSink> makeFilm(std::filesystem::path name, const FilmOptions& options);

}  // namespace ooze
