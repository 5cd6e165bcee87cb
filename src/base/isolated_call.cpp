#include "base/isolated_call.h"

#include "ooze/base/error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ooze {
namespace {

constexpr int kCancelMilliseconds = 50;  // between looks at whether it was called off

// Without /proc (not Linux) memory has no limit of ours.
void limitMemory(std::uint64_t more) {
  rlim_t pages = 0;
  if (!(std::ifstream("/proc/self/statm") >> pages)) return;
  const rlim_t bytes = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + more;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
}

// The count starts with the process, so the copy's clock is at zero.
void limitProcessorTime(std::uint64_t seconds) {
  const rlimit limit{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &limit);
}

bool writeAll(int descriptor, const std::vector<std::byte>& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return true;
}

[[noreturn]] void runChild(int descriptor, const IsolatedLimits& limits,
                           FunctionRef<std::vector<std::byte>()> f) {
  // It dies quietly: the parent reports.
  for (const int s : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU}) ::signal(s, SIG_DFL);
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  if (const int null = ::open("/dev/null", O_WRONLY); null >= 0)
    ::dup2(null, STDOUT_FILENO), ::dup2(null, STDERR_FILENO);
  limitMemory(limits.memory);
  limitProcessorTime(limits.seconds);
  // Left by _exit alone, so that nothing of the parent's is flushed or destroyed twice.
  try {
    ::_exit(writeAll(descriptor, f()) ? 0 : 1);
  } catch (...) {
    ::_exit(1);
  }
}

}  // namespace

std::vector<std::byte> callIsolated(const IsolatedLimits& limits, FunctionRef<std::vector<std::byte>()> f,
                                    const LongWork* work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw RunError(std::string("cannot open a pipe: ") + std::strerror(errno));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t child = ::fork();
  if (child < 0) {
    const int reason = errno;
    ::close(ends[0]), ::close(ends[1]);
    throw RunError(std::string("cannot start a process: ") + std::strerror(reason));
  }
  if (child == 0) {
    ::close(ends[0]);
    runChild(ends[1], limits, f);
  }
  ::close(ends[1]);

  std::vector<std::byte> bytes;
  std::vector<std::byte> block(1 << 16);
  const auto calledOff = [work] { return work && work->cancelled; };
  for (;;) {
    if (calledOff()) {
      ::kill(child, SIGKILL);
      break;
    }
    pollfd waiting{ends[0], POLLIN, 0};
    if (work && ::poll(&waiting, 1, kCancelMilliseconds) <= 0) continue;
    const ssize_t n = ::read(ends[0], block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    bytes.insert(bytes.end(), block.begin(), block.begin() + n);
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  throwIfCancelled(work);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw RunError("the isolated call failed");
  return bytes;
}

}  // namespace ooze
