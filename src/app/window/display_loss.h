// When the X server or the graphics card goes away under a program, it ends. This gives it a last moment.
#pragma once

#include <functional>
#include <utility>

namespace ooze {

/// While it lives, a lost display calls `last`, on whichever thread noticed it; then the program says so in
/// one line and ends with exit code 1. Where there is no X11 only end() does that. One at a time.
class DisplayLossGuard {
 public:
  /// @param last  saves what there is; true if that is there now
  explicit DisplayLossGuard(std::function<bool()> last);
  ~DisplayLossGuard();
  DisplayLossGuard(const DisplayLossGuard&) = delete;
  DisplayLossGuard& operator=(const DisplayLossGuard&) = delete;

  /// As if the display had gone. Does not return.
  [[noreturn]] static void end(const char* what);
};

/// Notices that the graphics card was reset under the contexts of a window: unplugged, or its driver started
/// anew.
class ResetWatch {
 public:
  /// @param wasReset  asked about the current context
  explicit ResetWatch(std::function<bool()> wasReset) : wasReset_(std::move(wasReset)) {}
  /// After each picture, on the thread of its context: ends the program as a lost display does.
  void look() const;

 private:
  std::function<bool()> wasReset_;
};

}  // namespace ooze
