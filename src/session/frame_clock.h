// Frame pacing: when the next frame is due, and how fast frames are simulated.
#pragma once

#include "session/session.h"

#include <chrono>
#include <cstdint>

namespace ooze {

class FrameClock {
 public:
  using Clock = std::chrono::steady_clock;

  /// Timing of a simulated frame or step.
  struct FrameWork {
    Clock::time_point begin, end;
    double simulated = 0.0;  ///< time by which the world advanced [s]
    std::uint64_t steps = 0;
  };

  [[nodiscard]] Clock::time_point nextFrame() const { return nextFrame_; }
  /// Schedules the next frame according to the allowed speed, and updates the measured rates.
  void note(const FrameWork& work, SessionStatus& status);
  /// Call while the world is paused; the measurement of rates then starts anew.
  void pause() { measuredFrom_ = {}; }

 private:
  void measure(const FrameWork& work, SessionStatus& status);

  Clock::time_point nextFrame_{};
  Clock::time_point measuredFrom_{};
  double simulated_ = 0.0, working_ = 0.0;  ///< simulated and working time since measuredFrom_ [s]
  std::uint64_t steps_ = 0;
};

}  // namespace ooze
