#include "image/video_pipe.h"

#include "ooze/base/error.h"

#include "image/child_process.h"

#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// Longest wait in finishQuickly(). An encoder buffers up to half a second of video.
constexpr auto kPatience = std::chrono::milliseconds(150);

/// Extracts the last line of ffmpeg's output. Removes the file name, which the error message already
/// contains.
std::string lastErrorLine(std::string output, const fs::path& file) {
  while (!output.empty() && (output.back() == '\n' || output.back() == '\r' || output.back() == ' '))
    output.pop_back();
  const std::string line = output.substr(output.find_last_of("\r\n") + 1), name = file.string() + ": ";
  const std::size_t at = line.find(name);
  return at == std::string::npos ? line : line.substr(at + name.size());
}

fs::path beside(const fs::path& path, const char* word) {
  return path.parent_path() / (path.stem().string() + "." + word + path.extension().string());
}

void removeQuietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace

struct VideoPipe::State {
  fs::path path;
  FilmOptions options;
  fs::path working;  ///< path of the file that the encoder writes
  std::optional<ChildProcess> encoder;
  bool anything = false;  ///< whether a frame was added

  void discardFile() {
    encoder.reset();
    removeQuietly(working);
  }
  /// Throws an error with the dead encoder's last output.
  [[noreturn]] void fail(const ChildProcess::End& end) {
    encoder.reset();
    const std::string output = lastErrorLine(end.output, working);
    std::string kept;
    std::error_code ignored;
    if (const auto size = fs::file_size(working, ignored); ignored || size == 0 || !playsWhenTruncated(path))
      removeQuietly(working);
    else
      kept = fmt::format("; {} holds the film so far", working.string());
    throw RunError(fmt::format("cannot write {}: {}{}", path.string(),
                               output.empty() ? "ffmpeg was stopped" : "ffmpeg: " + output, kept));
  }

  void end() {
    // ffmpeg prints errors only, but exits successfully even if the disk was too full for the last block.
    if (const ChildProcess::End end = encoder->wait(); !end.succeeded || !end.output.empty()) fail(end);
    encoder.reset();
  }

  [[nodiscard]] bool isPlayable() const {
    std::error_code failed;
    const auto size = fs::file_size(working, failed);
    return playsWhenTruncated(path) && !failed && size > 0;
  }

  void renameToFinal() const {
    if (working == path) return;
    std::error_code failure;
    fs::rename(working, path, failure);
    if (failure)
      throw RunError(fmt::format("cannot write {}: {}; the film is {}", path.string(), failure.message(),
                                 working.string()));
  }

  /// Turns a fragmented .mp4 into a whole file. The fragments play too, so a disk too full for both files is
  /// no error.
  void remux() const {
    const fs::path whole = beside(path, "whole");
    ChildProcess copy(remuxCommand(working, whole));
    std::error_code failure;
    if (copy.wait().succeeded) fs::rename(whole, working, failure);
    removeQuietly(whole);
  }
};

VideoPipe::VideoPipe(fs::path path, const FilmOptions& options) : state_(std::make_unique<State>()) {
  requireFilmEncoder(path, options);
  state_->options = options;
  state_->working = options.live ? path : beside(path, "partial");
  state_->path = std::move(path);
  state_->encoder.emplace(encoderCommand(state_->working, options));
}

VideoPipe::~VideoPipe() {
  if (!state_->encoder) return;
  if (state_->options.live && state_->anything)
    state_->encoder->wait();
  else
    state_->discardFile();
}

void VideoPipe::add(const Image& image) {
  const FilmOptions& o = state_->options;
  if (image.width != o.width || image.height != o.height || image.channels != (o.transparent ? 4 : 3))
    throw std::invalid_argument("the frame must have the size and layout of the film");
  if (!state_->encoder) throw std::logic_error("the film has ended and takes no more frames");
  if (!state_->encoder->feed(std::as_bytes(std::span(image.pixels)))) state_->fail(state_->encoder->wait());
  state_->anything = true;
}

void VideoPipe::finish() {
  if (!state_->encoder) return;
  if (!state_->anything) return state_->discardFile();
  state_->end();
  if (playsWhenTruncated(state_->path)) state_->remux();
  state_->renameToFinal();
}

void VideoPipe::finishQuickly() {
  if (!state_->encoder) return;
  if (!state_->anything) return state_->discardFile();
  if (state_->encoder->exitsWithin(kPatience) || !state_->isPlayable()) {
    state_->end();
  } else {
    state_->encoder->detach();
    state_->encoder.reset();
  }
  state_->renameToFinal();
}

pid_t VideoPipe::encoder() const { return state_->encoder ? state_->encoder->id() : -1; }

}  // namespace ooze
