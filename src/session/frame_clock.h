// When a session's next frame is due, and how quickly they come.
#pragma once

#include "session/session.h"

#include <chrono>
#include <cstdint>

namespace ooze {

class FrameClock {
 public:
  using Clock = std::chrono::steady_clock;

  /// A frame or a step of one was taken.
  struct Work {
    Clock::time_point begin, end;
    double simulated = 0.0;  ///< [s]
    std::uint64_t steps = 0;
  };

  [[nodiscard]] Clock::time_point nextFrame() const { return nextFrame_; }
  /// Sets when the next frame is due, by the speed that is allowed, and the rates that are known by now.
  void note(const Work& work, SessionStatus& status);
  /// The world stands: rates begin anew when it goes on.
  void pause() { measuredFrom_ = {}; }

 private:
  void measure(const Work& work, SessionStatus& status);

  Clock::time_point nextFrame_{};
  Clock::time_point measuredFrom_{};
  double simulated_ = 0.0, working_ = 0.0;  ///< since then [s]
  std::uint64_t steps_ = 0;
};

}  // namespace ooze
