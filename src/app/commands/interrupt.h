// Ctrl-C as a question that a loop asks, or an order that is carried out at once, instead of a death in the
// middle of a file.
#pragma once

#include <csignal>
#include <functional>
#include <string_view>
#include <thread>

namespace ooze {

/// While it lives, SIGINT, SIGTERM and the SIGHUP of a closing terminal wait until arrived() sees them. Made
/// before threads start, so that they inherit the mask.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// True once a signal has come.
  [[nodiscard]] bool arrived();

 private:
  friend class InterruptWatch;
  sigset_t waiting_;
  sigset_t before_;
  bool arrived_ = false;
};

/// While it lives beside a guard, each signal is acted upon as it comes, on a thread of its own.
class InterruptWatch {
 public:
  InterruptWatch(const InterruptGuard& guard, std::function<void()> act);

 private:
  std::jthread watch_;
};

/// Ends the program with one line and exit code 1, whatever its threads are at. A file that is being written
/// leaves nothing (base/file_writer.h), and processes that read for this one end with it.
[[noreturn]] void endInterrupted(std::string_view line);

/// While it lives beside a guard, a signal ends the program at once: for what takes long and has nothing to
/// finish.
class InterruptEndsProgram {
 public:
  /// @param during  what the program does meanwhile, for the line
  InterruptEndsProgram(const InterruptGuard& guard, const char* during);

 private:
  InterruptWatch watch_;
};

}  // namespace ooze
