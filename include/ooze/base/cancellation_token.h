// Cancellation token: lets another thread watch and cancel long work.
#pragma once

#include <atomic>
#include <exception>

namespace ooze {

/// State shared by a worker and its watcher: the cancellation flag and the progress. Any thread may read and
/// write both. The token must outlive the work.
struct CancellationToken {
  std::atomic<bool> cancelled{false};  ///< true once any thread has asked the task to end
  std::atomic<float> done{-1.f};       ///< progress of the task, 0 .. 1; below 0 if unknown

  /// Raises the progress to `progress`. A smaller value changes nothing, so that several threads may report
  /// out of order and the progress never falls. @param progress  0 .. 1
  void advanceTo(float progress) {
    for (float known = done; known < progress && !done.compare_exchange_weak(known, progress);) {
    }
  }
};

/// Thrown by cancelled work. Neither an InputError nor a RunError, because a cancellation is no failure.
class Cancelled : public std::exception {
 public:
  /// Returns the text "cancelled".
  [[nodiscard]] const char* what() const noexcept override { return "cancelled"; }
};

/// Checks the token; null never cancels. @throws Cancelled if CancellationToken::cancelled is set
inline void throwIfCancelled(const CancellationToken* work) {
  if (work && work->cancelled) throw Cancelled();
}

}  // namespace ooze
