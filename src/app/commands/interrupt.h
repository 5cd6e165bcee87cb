// Handles Ctrl-C: a loop polls for the signal, or a thread acts on the signal at once. Without handling, a
// signal could end the program in the middle of a file.
#pragma once

#include <csignal>
#include <functional>
#include <string_view>
#include <thread>

namespace ooze {

/// Blocks SIGINT, SIGTERM and the SIGHUP of a closing terminal during its lifetime, until arrived() sees
/// them.
/// Construct the guard before starting threads, so that the threads inherit the signal mask.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Returns true once a signal has come.
  [[nodiscard]] bool arrived();

 private:
  friend class InterruptWatch;
  sigset_t waiting_;
  sigset_t before_;
  bool arrived_ = false;
};

/// Calls `act` for each signal on its own thread. Needs a guard that outlives the watch.
class InterruptWatch {
 public:
  InterruptWatch(const InterruptGuard& guard, std::function<void()> act);

 private:
  std::jthread watch_;
};

/// Prints one line and ends the program with exit code 1, without waiting for threads. Unfinished files
/// disappear (base/file_writer.h), and sandboxed child processes end with the program.
[[noreturn]] void endInterrupted(std::string_view line);

/// Ends the program at once when a signal comes, for long work that has nothing to finish. Needs a guard that
/// outlives this object.
class InterruptEndsProgram {
 public:
  /// @param during  activity for the message "interrupted while ..."
  InterruptEndsProgram(const InterruptGuard& guard, const char* during);

 private:
  InterruptWatch watch_;
};

}  // namespace ooze
