// Saves the session when the X server or the graphics card disappears, because the program has to end then.
#pragma once

#include <functional>
#include <utility>

namespace ooze {

/// Calls `last` during its lifetime when the display is lost, on the thread that noticed the loss. Then
/// prints one line and ends the program with exit code 1. Without X11 only end() triggers the call. At most
/// one guard may exist.
class DisplayLossGuard {
 public:
  /// @param last  saves the session; returns true on success
  explicit DisplayLossGuard(std::function<bool()> last);
  ~DisplayLossGuard();
  DisplayLossGuard(const DisplayLossGuard&) = delete;
  DisplayLossGuard& operator=(const DisplayLossGuard&) = delete;

  /// Ends the program as if the display had been lost. Does not return.
  [[noreturn]] static void end(const char* what);
};

/// Detects a reset of the graphics card under the contexts of a window, after unplugging or a driver restart.
class ResetWatch {
 public:
  /// @param wasReset  returns whether the current context was reset
  explicit ResetWatch(std::function<bool()> wasReset) : wasReset_(std::move(wasReset)) {}
  /// Checks for a reset and ends the program if one happened. Call after each picture, on the thread of its
  /// context.
  void checkReset() const;

 private:
  std::function<bool()> wasReset_;
};

}  // namespace ooze
