// Ctrl-C as a question that a loop asks, instead of a death in the middle of a file.
#pragma once

#include <csignal>

namespace ooze {

/// While it lives, SIGINT and SIGTERM wait until arrived() sees them. Made before threads start, so that they
/// inherit the mask.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// True once a signal has come.
  [[nodiscard]] bool arrived();

 private:
  sigset_t waiting_;
  sigset_t before_;
  bool arrived_ = false;
};

}  // namespace ooze
