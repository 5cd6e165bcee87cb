// Work that somebody watches and may call off, from another thread.
#pragma once

#include <atomic>
#include <exception>

namespace ooze {

/// A cancellation token and progress of a long task, shared between threads.
struct LongWork {
  std::atomic<bool> cancelled{false};  ///< set by any thread to end the task
  std::atomic<float> done{-1.f};       ///< 0 .. 1; below 0: not known
};

/// Thrown by work that was called off.
class Cancelled : public std::exception {
 public:
  /// Returns "cancelled".
  [[nodiscard]] const char* what() const noexcept override { return "cancelled"; }
};

/// Checks the token; null never cancels. @throws Cancelled if the task is to end
inline void throwIfCancelled(const LongWork* work) {
  if (work && work->cancelled) throw Cancelled();
}

}  // namespace ooze
