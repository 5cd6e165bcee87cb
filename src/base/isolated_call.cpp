#include "base/isolated_call.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <optional>
#include <poll.h>
#include <span>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef OOZE_USE_SECCOMP
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#endif

namespace ooze {

#ifdef OOZE_USE_SECCOMP

namespace {

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

Filter makeFilter(std::uint32_t otherwise) { return {seccomp_init(otherwise), seccomp_release}; }

// System calls that are always allowed: memory, thread locks, clocks, the process's own signals, open files,
// file metadata, and the end of the process. Some calls do not exist on every architecture; their rules have
// no effect.
constexpr std::array kHarmless{
    SCMP_SYS(brk),           SCMP_SYS(munmap),          SCMP_SYS(mremap),       SCMP_SYS(madvise),
    SCMP_SYS(futex),         SCMP_SYS(sched_yield),     SCMP_SYS(membarrier),   SCMP_SYS(rseq),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),    SCMP_SYS(gettimeofday),
    SCMP_SYS(time),          SCMP_SYS(clock_getres),    SCMP_SYS(getrandom),    SCMP_SYS(getpid),
    SCMP_SYS(gettid),        SCMP_SYS(rt_sigaction),    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sigaltstack),   SCMP_SYS(pause),           SCMP_SYS(read),         SCMP_SYS(readv),
    SCMP_SYS(pread64),       SCMP_SYS(lseek),           SCMP_SYS(close),        SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),    SCMP_SYS(statx),           SCMP_SYS(stat),         SCMP_SYS(lstat),
    SCMP_SYS(readlink),      SCMP_SYS(readlinkat),      SCMP_SYS(getcwd),       SCMP_SYS(restart_syscall),
    SCMP_SYS(exit),          SCMP_SYS(exit_group)};

/// Makes a condition on an argument of a system call. The library's own macros are C.
scmp_arg_cmp where(unsigned argument, scmp_compare holds, scmp_datum_t a, scmp_datum_t b = 0) {
  scmp_arg_cmp condition{};
  condition.arg = argument;
  condition.op = holds;
  condition.datum_a = a;
  condition.datum_b = b;
  return condition;
}

bool addHarmless(scmp_filter_ctx filter) {
  for (const int call : kHarmless)
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) != 0) return false;
  return true;
}

/// Allows calls only with harmless arguments: no executable memory, no raised limits, no signals to other
/// processes (abort() needs tgkill), and no change to open descriptors.
bool addGuarded(scmp_filter_ctx filter) {
  const auto noCode = where(2, SCMP_CMP_MASKED_EQ, PROT_EXEC);
  const auto ownId = where(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()));
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, noCode) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap2), 1, noCode) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, noCode) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, where(2, SCMP_CMP_EQ, 0)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, ownId) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, where(1, SCMP_CMP_EQ, F_GETFD)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, where(1, SCMP_CMP_EQ, F_GETFL)) == 0;
}

bool addReading(scmp_filter_ctx filter) {
  constexpr scmp_datum_t kChanges = O_ACCMODE | O_CREAT | O_TRUNC;
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                          where(2, SCMP_CMP_MASKED_EQ, kChanges, O_RDONLY)) == 0 &&
         seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1,
                          where(1, SCMP_CMP_MASKED_EQ, kChanges, O_RDONLY)) == 0;
}

}  // namespace

bool canFilterCalls() { return ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }

bool allowReadingOnly(int writable) {
  const Filter filter = makeFilter(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return false;
  const auto there = where(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(writable));
  return addHarmless(filter.get()) && addGuarded(filter.get()) && addReading(filter.get()) &&
         seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(write), 1, there) == 0 &&
         // Permit seccomp itself, because a further filter can only remove permissions.
         seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 0) == 0 &&
         seccomp_load(filter.get()) == 0;
}

bool denyOpening() {
  const Filter filter = makeFilter(SCMP_ACT_ALLOW);
  if (!filter) return false;
  for (const int call : {SCMP_SYS(openat), SCMP_SYS(open)})
    if (seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), call, 0) != 0) return false;
  // allowReadingOnly() has already set no_new_privs, and its filter forbids setting the flag again.
  if (seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_NNP, 0) != 0) return false;
  return seccomp_load(filter.get()) == 0;
}

#else

bool canFilterCalls() { return false; }
bool allowReadingOnly(int) { return false; }
bool denyOpening() { return false; }

#endif

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCancelMilliseconds = 50;  // interval between checks of the cancellation
                                         // token
constexpr auto kExitPollInterval = std::chrono::microseconds(200);  // short, because the copy ends right
                                                                    // after its last byte

void limit(int what, rlim_t most) {
  const rlimit both{most, most};
  ::setrlimit(what, &both);
}

// Limits the address space. Without /proc (not Linux) memory has no limit.
void limitMemory(std::uint64_t more) {
  rlim_t pages = 0;
  if (!(std::ifstream("/proc/self/statm") >> pages)) return;
  limit(RLIMIT_AS, pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + more);
}

// Limits processor time. The count starts with the process, so the copy's clock is at zero.
void limitProcessorTime(std::uint64_t seconds) {
  const rlimit fatalSoon{seconds, seconds + 1};
  ::setrlimit(RLIMIT_CPU, &fatalSoon);
}

bool writeAll(int descriptor, const std::vector<std::byte>& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  return true;
}

/// Makes the kernel kill this process when its parent ends, because nobody else would.
void exitWithParent([[maybe_unused]] pid_t parent) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent was killed before prctl() took effect
#endif
}

/// Closes every inherited descriptor but one: pipes of encoders, the display, the graphics card.
void closeAllBut(int descriptor) {
#ifdef __linux__
  const auto kept = static_cast<unsigned>(descriptor);
  if (kept > 3) ::close_range(3, kept - 1, 0);
  ::close_range(kept + 1, std::numeric_limits<unsigned>::max(), 0);
#endif
  const int null = ::open("/dev/null", O_RDWR);
  if (null < 0) return;
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, standard);
  if (null > STDERR_FILENO) ::close(null);
}

[[noreturn]] void runChild(int descriptor, pid_t parent, const IsolatedLimits& limits,
                           FunctionRef<std::vector<std::byte>(const Isolation&)> f) {
  exitWithParent(parent);
  // Default signal handlers let the copy die quietly; the parent reports the error.
  for (const int s : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGXFSZ}) ::signal(s, SIG_DFL);
  closeAllBut(descriptor);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);  // holds for files, not for pipes
  limitMemory(limits.memory);
  limitProcessorTime(limits.seconds);
  // Leave by _exit alone, so that no buffers or objects of the parent are flushed or destroyed twice.
  try {
    const Isolation isolation(descriptor);
    ::_exit(writeAll(descriptor, f(isolation)) ? 0 : 1);
  } catch (...) {
    ::_exit(1);
  }
}

/// Parent's handle of a running copy. The destructor kills the copy unless ended() has reported its end.
class SandboxedChild {
 public:
  SandboxedChild(pid_t id, int result) : id_(id), result_(result) {}
  ~SandboxedChild() {
    ::close(result_);
    if (id_ < 0) return;
    ::kill(id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  SandboxedChild(const SandboxedChild&) = delete;
  SandboxedChild& operator=(const SandboxedChild&) = delete;

  /// Reads more of the copy's output.
  /// @return an unset value if no bytes came for a moment, no bytes at the end of the output
  std::optional<std::span<const std::byte>> read() {
    pollfd waiting{result_, POLLIN, 0};
    if (::poll(&waiting, 1, kCancelMilliseconds) <= 0) return std::nullopt;
    const ssize_t n = ::read(result_, block_.data(), block_.size());
    if (n < 0 && errno == EINTR) return std::nullopt;
    return std::span(block_.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  }
  /// Returns the exit status once the copy has ended.
  std::optional<int> ended() {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) != id_) return std::nullopt;
    id_ = -1;
    return status;
  }

 private:
  pid_t id_;
  int result_;
  std::vector<std::byte> block_ = std::vector<std::byte>(1 << 16);
};

void requireSuccess(int status, const IsolatedLimits& limits) {
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    throw RunError(fmt::format("it took more than {} s of processor time", limits.seconds));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw RunError("it failed");
}

}  // namespace

Isolation::Isolation(int result) : filtered_(allowReadingOnly(result)) {}

void Isolation::forbidOpening() const {
  if (!filtered_)
    limit(RLIMIT_NOFILE, 0);
  else if (!denyOpening())
    ::_exit(1);
}

std::vector<std::byte> callIsolated(const IsolatedLimits& limits,
                                    FunctionRef<std::vector<std::byte>(const Isolation&)> f,
                                    const CancellationToken* work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw RunError(std::string("cannot open a pipe: ") + std::strerror(errno));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) {
    const int reason = errno;
    ::close(ends[0]), ::close(ends[1]);
    throw RunError(std::string("cannot start a process: ") + std::strerror(reason));
  }
  if (child == 0) {
    ::close(ends[0]);
    runChild(ends[1], parent, limits, f);
  }
  ::close(ends[1]);

  SandboxedChild copy(child, ends[0]);
  const auto latest = Clock::now() + std::chrono::seconds(limits.clockSeconds);
  const auto requireTime = [&] {
    throwIfCancelled(work);
    if (Clock::now() > latest) throw RunError(fmt::format("it took more than {} s", limits.clockSeconds));
  };
  std::vector<std::byte> bytes;
  for (;;) {
    requireTime();
    const auto more = copy.read();
    if (!more) continue;
    if (more->empty()) break;
    bytes.insert(bytes.end(), more->begin(), more->end());
  }
  // A process that has closed its pipe may still be running.
  for (;; std::this_thread::sleep_for(kExitPollInterval)) {
    if (const std::optional<int> status = copy.ended()) {
      requireSuccess(*status, limits);
      return bytes;
    }
    requireTime();
  }
}

}  // namespace ooze
