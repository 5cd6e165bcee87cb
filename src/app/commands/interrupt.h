// Ctrl-C as a question that a loop asks, instead of a death in the middle of a file.
#pragma once

#include <csignal>
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
  friend class InterruptEndsProgram;
  sigset_t waiting_;
  sigset_t before_;
  bool arrived_ = false;
};

/// While it lives beside a guard, a signal ends the program at once, with one line and exit code 1: for what
/// takes long, asks nobody and has written nothing yet.
class InterruptEndsProgram {
 public:
  /// @param during  what the program does meanwhile, for the line
  explicit InterruptEndsProgram(const InterruptGuard& guard, const char* during);

 private:
  std::jthread watch_;
};

}  // namespace ooze
