// Where pictures go: files of their own, or a film.
#pragma once

#include "image/film_encoding.h"
#include "image/image.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace ooze {

class PictureSink {
 public:
  virtual ~PictureSink() = default;
  /// @param number  the picture's, for names that have one
  /// @throws RunError in one line
  virtual void add(const Image& image, std::uint64_t number) = 0;
  /// @throws RunError in one line
  virtual void finish() = 0;
  /// As finish(), in a moment. @throws RunError in one line
  virtual void finishAtOnce() { finish(); }
};

/// One PNG file a picture. @param name  with a %04d or the like if there are several (export/frame_name.h)
std::unique_ptr<PictureSink> makePictureFiles(std::filesystem::path name);
/// @throws RunError, InputError as VideoPipe
std::unique_ptr<PictureSink> makeFilm(std::filesystem::path name, const FilmOptions& options);

}  // namespace ooze
