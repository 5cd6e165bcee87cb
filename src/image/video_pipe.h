// Films: raw frames piped to ffmpeg.
#pragma once

#include "image/film_encoding.h"
#include "image/image.h"

#include <filesystem>
#include <memory>

namespace ooze {

class VideoPipe {
 public:
  /// Starts ffmpeg. Unless the film is live it is written beside `path`, as NAME.partial.mp4; finish() gives
  /// it its name.
  /// @throws RunError, InputError as requireFilmEncoder()
  VideoPipe(std::filesystem::path path, const FilmOptions& options);
  /// Without finish(): stops the encoder. What it wrote is removed unless the film is live.
  ~VideoPipe();
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;

  /// @param image  width x height as given, 3 channels, or 4 if the film is transparent
  /// @throws RunError with ffmpeg's own last line if the encoder has died, and where to find what can be
  /// played of the film
  void add(const Image& image);
  /// A film without frames leaves no file. @throws RunError as add()
  void finish();
  /// As finish(), without making one whole of an .mp4's pieces. An encoder that takes longer over its last
  /// pieces writes them by itself, into the film.
  void finishAtOnce();

  /// The encoder's process, for tests that kill it.
  [[nodiscard]] pid_t encoder() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
