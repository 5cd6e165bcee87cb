#include "image/child_process.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace ooze {
namespace {

// Larger than the usual 64 KiB, so that a frame takes fewer writes. The kernel grants this size to every
// user.
constexpr int kPipeBytes = 1 << 20;

/// Blocks SIGPIPE, so that a write to a child that has died returns an error instead of a signal.
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
    if (!wasPending_)
      while (sigtimedwait(&pipe_, nullptr, &noWait) == -1 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalBlock(const PipeSignalBlock&) = delete;
  PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool wasPending_ = false;
};

/// Opens a pipe with close-on-exec, so that a second child does not keep the first child's pipe open.
std::array<int, 2> openPipe(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw RunError(fmt::format("cannot start {}: {}", program, std::strerror(errno)));
  return ends;
}

/// Resets the signals that this program blocks or ignores to their defaults in the child.
void setUsualSignals(posix_spawnattr_t& attributes) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&usual, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

void setExit(ChildProcess::End& end, int status) {
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  end.succeeded = end.code == 0;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, CapturedStream speaks) {
  const auto input = openPipe(command.front()), output = openPipe(command.front());
#ifdef F_SETPIPE_SZ
  ::fcntl(input[1], F_SETPIPE_SZ, kPipeBytes);
#endif
  const bool errors = speaks == CapturedStream::Errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], errors ? STDERR_FILENO : STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, errors ? STDOUT_FILENO : STDERR_FILENO, "/dev/null", O_WRONLY,
                                   0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  setUsualSignals(attributes);
  std::vector<char*> argv;
  for (const std::string& a : command) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  const int failure = ::posix_spawnp(&id_, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(input[0]);
  ::close(output[1]);
  input_ = input[1], output_ = output[0];
  if (failure == 0) return;
  ::close(input_);
  ::close(output_);
  throw RunError(fmt::format("cannot start {}: {}", command.front(),
                             failure == ENOENT ? "it is not installed" : std::strerror(failure)));
}

ChildProcess::~ChildProcess() {
  if (input_ >= 0) ::close(input_);
  if (id_ > 0) {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  if (output_ >= 0) ::close(output_);
}

bool ChildProcess::feed(std::span<const std::byte> bytes) {
  const PipeSignalBlock block;
  while (!bytes.empty()) {
    const ssize_t n = ::write(input_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return true;
}

bool ChildProcess::exitsWithin(std::chrono::milliseconds time) {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  // The child's end of the pipe closes when the child ends.
  pollfd end{output_, 0, 0};
  return ::poll(&end, 1, static_cast<int>(time.count())) > 0;
}

ChildProcess::End ChildProcess::wait() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  End end;
  std::array<char, 1024> block;
  for (ssize_t n; (n = ::read(output_, block.data(), block.size())) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) end.output.append(block.data(), static_cast<std::size_t>(n));
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  setExit(end, status);
  return end;
}

// The pipe may stay open after the child's end, if a process of the child has it. So the exit counts, not the
// end of the pipe.
std::optional<ChildProcess::End> ChildProcess::endWithin(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds kSlice{10};
  const auto last = std::chrono::steady_clock::now() + time;
  std::array<char, 1024> block;
  const auto readSome = [&](std::chrono::milliseconds wait) {
    pollfd output{output_, POLLIN, 0};
    if (::poll(&output, 1, static_cast<int>(wait.count())) <= 0) return false;
    const ssize_t n = ::read(output_, block.data(), block.size());
    if (n > 0) read_.append(block.data(), static_cast<std::size_t>(n));
    return n > 0;
  };
  for (;;) {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) == id_) {
      while (readSome(std::chrono::milliseconds(0))) {
      }
      id_ = -1;
      End end{false, -1, std::move(read_)};
      setExit(end, status);
      return end;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(last - std::chrono::steady_clock::now());
    if (left.count() <= 0) return std::nullopt;
    // After the end of the pipe, poll() returns at once.
    if (!readSome(std::min(left, kSlice))) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace ooze
