// When the X server goes away under a program, Xlib ends the process. This gives it a last moment.
#pragma once

#include <functional>

namespace ooze {

/// While it lives, a lost display calls `last`, on whichever thread noticed it; then the program says so in
/// one line and ends with exit code 1. Where there is no X11 it does nothing. One at a time.
class DisplayLossGuard {
 public:
  explicit DisplayLossGuard(std::function<void()> last);
  ~DisplayLossGuard();
  DisplayLossGuard(const DisplayLossGuard&) = delete;
  DisplayLossGuard& operator=(const DisplayLossGuard&) = delete;

  /// As if the display had gone: for a graphics context that was lost. Does not return.
  [[noreturn]] static void end(const char* what);
};

}  // namespace ooze
