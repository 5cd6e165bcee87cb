#include "render/video_pipe.h"

#include "ooze/base/error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ;

namespace ooze {
namespace {

/// A write to an encoder that has died should return an error to this thread, not a signal to the program.
class PipeSignalBlock {
 public:
  PipeSignalBlock() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeSignalBlock() {
    const timespec noWait{};
    const int reason = errno;
    if (!wasPending_)
      while (sigtimedwait(&pipe_, nullptr, &noWait) == -1 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = reason;
  }
  PipeSignalBlock(const PipeSignalBlock&) = delete;
  PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool wasPending_ = false;
};

std::string lastLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  return text.substr(text.find_last_of("\r\n") + 1);
}

/// Opened with close-on-exec, so that a second encoder does not hold this one's pipe open.
std::array<int, 2> openPipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw RunError(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  return ends;
}

}  // namespace

struct VideoPipe::Process {
  std::filesystem::path path, temporary;
  int width = 0, height = 0;
  pid_t id = -1;
  int frames = -1, messages = -1;

  ~Process() {
    if (frames >= 0) ::close(frames);
    if (id > 0) {
      ::kill(id, SIGTERM);
      ::waitpid(id, nullptr, 0);
    }
    if (messages >= 0) ::close(messages);
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
  }

  void start(const std::vector<std::string>& arguments) {
    const auto input = openPipe(), output = openPipe();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> argv;
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    const int failure = ::posix_spawnp(&id, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(input[0]);
    ::close(output[1]);
    frames = input[1], messages = output[0];
    if (failure == 0) return;
    id = -1;
    throw RunError(failure == ENOENT ? "cannot write a film: ffmpeg is not installed"
                                     : fmt::format("cannot start ffmpeg: {}", std::strerror(failure)));
  }

  /// Ends the encoder and tells how it went; its messages are few (-loglevel error), so the pipe holds them
  /// all.
  int wait(std::string& said) {
    if (frames >= 0) ::close(std::exchange(frames, -1));
    std::array<char, 1024> block;
    for (ssize_t n; (n = ::read(messages, block.data(), block.size())) > 0 || (n < 0 && errno == EINTR);)
      if (n > 0) said.append(block.data(), static_cast<std::size_t>(n));
    int status = 0;
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    id = -1;
    return status;
  }

  [[noreturn]] void fail() {
    std::string said;
    wait(said);
    said = lastLine(said);
    throw RunError(fmt::format("cannot write {}: {}", path.string(),
                               said.empty() ? "ffmpeg stopped" : "ffmpeg: " + said));
  }
};

VideoPipe::VideoPipe(std::filesystem::path path, int width, int height, double framesPerSecond)
    : process_(std::make_unique<Process>()) {
  process_->path = std::move(path);
  process_->width = width;
  process_->height = height;
  process_->temporary =
      process_->path.parent_path() / fmt::format(".{}.{}{}", process_->path.stem().string(), ::getpid(),
                                                 process_->path.extension().string());
  // yuv420p plays everywhere and needs even sides; the picture is padded by a pixel rather than scaled.
  process_->start({"ffmpeg",
                   "-loglevel",
                   "error",
                   "-nostdin",
                   "-y",
                   "-f",
                   "rawvideo",
                   "-pixel_format",
                   "rgb24",
                   "-video_size",
                   fmt::format("{}x{}", width, height),
                   "-framerate",
                   fmt::format("{:.6g}", framesPerSecond),
                   "-i",
                   "-",
                   "-vf",
                   "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv",
                   "-pix_fmt",
                   "yuv420p",
                   "-colorspace",
                   "bt709",
                   "-color_primaries",
                   "bt709",
                   "-color_trc",
                   "bt709",
                   "-crf",
                   "17",
                   "-movflags",
                   "+faststart",
                   process_->temporary.string()});
}

VideoPipe::~VideoPipe() = default;

void VideoPipe::add(const Image& image) {
  if (image.width != process_->width || image.height != process_->height || image.channels != 3)
    throw std::invalid_argument("a frame of another size or layout than the film");
  const PipeSignalBlock block;
  const std::uint8_t* p = image.pixels.data();
  for (std::size_t rest = image.pixels.size(); rest > 0;) {
    const ssize_t n = ::write(process_->frames, p, rest);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) process_->fail();
    p += n, rest -= static_cast<std::size_t>(n);
  }
}

void VideoPipe::finish() {
  std::string said;
  if (process_->wait(said) != 0)
    throw RunError(fmt::format("cannot write {}: ffmpeg: {}", process_->path.string(), lastLine(said)));
  std::error_code failure;
  std::filesystem::rename(process_->temporary, process_->path, failure);
  if (failure) throw RunError(fmt::format("cannot write {}: {}", process_->path.string(), failure.message()));
}

}  // namespace ooze
