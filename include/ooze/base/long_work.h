// Work that somebody watches and may call off, from another thread.
#pragma once

#include <atomic>
#include <exception>

namespace ooze {

struct LongWork {
  std::atomic<bool> cancelled{false};
  std::atomic<float> done{-1.f};  ///< 0 .. 1; below 0: not known
};

/// Thrown by work that was called off.
class Cancelled : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "cancelled"; }
};

inline void throwIfCancelled(const LongWork* work) {
  if (work && work->cancelled) throw Cancelled();
}

}  // namespace ooze
