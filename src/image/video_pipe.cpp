#include "image/video_pipe.h"

#include "ooze/base/error.h"

#include "image/child_process.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ooze {
namespace {

using Arguments = std::vector<std::string>;

// Highest frame rate of a .gif [1/s]. Browsers take a delay below 2/100 s for a mistake and show such frames
// slowly.
constexpr double kFastestGif = 50.0;
// Length of a fragment of an .mp4, which ends at a key frame: the most that is lost if the encoder is killed
// [s].
constexpr double kPieceSeconds = 0.5;
constexpr int kEncoderThreads = 4;  // of an .mp4 that is not recorded live

void append(Arguments& to, std::initializer_list<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

void appendMp4(Arguments& a, const FilmOptions& o) {
  // yuv420p plays everywhere but needs even sides; padding by a pixel avoids scaling the picture.
  append(a, {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv"});
  append(a,
         {"-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
  append(a, {"-crf", o.live ? "16" : "17", "-preset", o.live ? "veryfast" : "medium"});
  // x264's output depends on its number of threads, and a film is the same on every machine.
  if (!o.live) append(a, {"-threads", fmt::format("{}", kEncoderThreads)});
  append(a, {"-g", fmt::format("{:.0f}", std::max(1.0, kPieceSeconds * o.framesPerSecond))});
  append(a, {"-movflags", "+frag_keyframe+delay_moov+default_base_moof", "-flush_packets", "1"});
}

void appendWebp(Arguments& a) {
  append(a, {"-c:v", "libwebp_anim", "-pix_fmt", "bgra", "-lossless", "0", "-quality", "85", "-loop", "0"});
}

// One palette for the whole video: flicker between palettes is more visible than a missing shade.
void appendGif(Arguments& a) {
  append(a, {"-vf", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a",
             "-loop", "0"});
}

/// Returns true if a video of this name can have an alpha channel.
bool filmHasAlpha(const std::filesystem::path& path) { return path.extension() == ".webp"; }

/// Returns true if a truncated video of this kind plays up to the truncation.
bool playsWhenTruncated(const std::filesystem::path& path) { return path.extension() == ".mp4"; }

/// Returns the command line that reads raw frames from standard input and writes `working`.
Arguments encoderCommand(const std::filesystem::path& working, const FilmOptions& o) {
  Arguments a{"ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-f", "rawvideo"};
  append(a, {"-pixel_format", o.transparent ? "rgba" : "rgb24"});
  append(a, {"-video_size", fmt::format("{}x{}", o.width, o.height)});
  append(a, {"-framerate", fmt::format("{:.9g}", o.framesPerSecond), "-i", "-"});
  if (working.extension() == ".webp")
    appendWebp(a);
  else if (working.extension() == ".gif")
    appendGif(a);
  else
    appendMp4(a, o);
  a.push_back("file:" + working.string());
  return a;
}

/// Returns the command line that turns a fragmented .mp4 into a finished one. Web browsers can play the
/// result while loading.
Arguments remuxCommand(const std::filesystem::path& pieces, const std::filesystem::path& film) {
  return {"ffmpeg",
          "-loglevel",
          "error",
          "-nostdin",
          "-y",
          "-i",
          "file:" + pieces.string(),
          "-c",
          "copy",
          "-movflags",
          "+faststart",
          "file:" + film.string()};
}

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

/// Creates an empty file NAME.word.ext beside the path, or NAME.word-2.ext and so on. A file that exists
/// already belongs to someone else.
fs::path claimBeside(const fs::path& path, const char* word) {
  for (int n = 1;; ++n) {
    const std::string number = n == 1 ? "" : fmt::format("-{}", n);
    const fs::path file = path.parent_path() / fmt::format("{}.{}{}{}", path.stem().string(), word, number,
                                                           path.extension().string());
    const int descriptor = ::open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    const bool isTaken = descriptor < 0 && errno == EEXIST;
    if (descriptor >= 0) ::close(descriptor);
    if (!isTaken) return file;  // the encoder reports why a file cannot be written
  }
}

void removeQuietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace

bool isFilm(const std::filesystem::path& path) {
  const std::string kind = path.extension().string();
  return kind == ".mp4" || kind == ".webp" || kind == ".gif";
}

bool hasFilmEncoder() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path program = std::filesystem::path(folder.empty() ? "." : folder) / "ffmpeg";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0)
      return true;
  }
  return false;
}

void requireFilmEncoder(const std::filesystem::path& path, const FilmOptions& options) {
  const std::string kind = path.extension().string();
  if (options.transparent && !filmHasAlpha(path))
    throw InputError(fmt::format("a film in {} has no transparency; use .webp or pictures", kind));
  if (kind == ".gif" && options.framesPerSecond > kFastestGif * 1.001)
    throw InputError(fmt::format(
        "a .gif shows {:g} pictures a second at most, not {:g}: skip frames, as in --frames A:B:2",
        kFastestGif, options.framesPerSecond));
  if (!hasFilmEncoder()) throw RunError("cannot write a film: ffmpeg is not installed");
  if (kind != ".webp") return;  // every ffmpeg writes the others
  ChildProcess ask({"ffmpeg", "-hide_banner", "-h", "encoder=libwebp_anim"},
                   ChildProcess::CapturedStream::Output);
  if (ask.wait().output.find("Encoder libwebp_anim") == std::string::npos)
    throw RunError("cannot write a .webp film: this ffmpeg was built without libwebp");
}

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
    const fs::path whole = claimBeside(path, "whole");
    ChildProcess copy(remuxCommand(working, whole));
    std::error_code failure;
    if (copy.wait().succeeded) fs::rename(whole, working, failure);
    removeQuietly(whole);
  }
};

VideoPipe::VideoPipe(fs::path path, const FilmOptions& options) : state_(std::make_unique<State>()) {
  requireFilmEncoder(path, options);
  state_->options = options;
  state_->working = options.live ? path : claimBeside(path, "partial");
  state_->path = std::move(path);
  try {
    state_->encoder.emplace(encoderCommand(state_->working, options));
  } catch (...) {
    if (!options.live) removeQuietly(state_->working);
    throw;
  }
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
