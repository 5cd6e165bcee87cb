// Films: raw frames piped to ffmpeg.
#pragma once

#include "render/image.h"

#include <filesystem>
#include <memory>

namespace ooze {

class VideoPipe {
 public:
  /// Starts ffmpeg, which writes beside `path`; finish() gives the film its name.
  /// @throws RunError if ffmpeg is not installed or does not start
  VideoPipe(std::filesystem::path path, int width, int height, double framesPerSecond);
  /// Without finish(): stops the encoder and removes what it wrote.
  ~VideoPipe();
  VideoPipe(const VideoPipe&) = delete;
  VideoPipe& operator=(const VideoPipe&) = delete;

  /// @param image  width x height as given, 3 channels
  /// @throws RunError with ffmpeg's own last line if the encoder has died
  void add(const Image& image);
  /// @throws RunError likewise
  void finish();

 private:
  struct Process;
  std::unique_ptr<Process> process_;
};

}  // namespace ooze
