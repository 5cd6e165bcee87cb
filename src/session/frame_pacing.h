// Frame pacing: a barrier that keeps two worlds at the same frame, and the clock of one world.
#pragma once

#include "session/session.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

namespace ooze {

/// Keeps two compared worlds at the same frame. Each world, one per lane, runs on its own thread and asks
/// mayBegin() before every frame. A world that is ahead waits until the other world reports its frame.
class FrameBarrier {
 public:
  /// Adds a world, for which the other world then waits.
  /// @param lane   slot of the world, 0 or 1
  /// @param frame  present frame of the world
  /// @param nudge  wakes the world's thread; called on the other world's thread
  void enter(std::size_t lane, std::uint64_t frame, std::function<void()> nudge);
  /// Removes a world, so that the other world runs freely. Once leave() has returned, the removed world's
  /// `nudge` is never called again.
  void leave(std::size_t lane);

  /// Returns true if a world with `frame` finished frames may begin the next frame.
  [[nodiscard]] bool mayBegin(std::size_t lane, std::uint64_t frame) const;
  /// Reports the present frame of a world, also after a seek backwards.
  void reached(std::size_t lane, std::uint64_t frame);

 private:
  struct FrameBarrierSide {
    bool taken = false;
    std::uint64_t frame = 0;
    std::function<void()> nudge;
  };
  mutable std::mutex mutex_;  // guards lanes_; never held while a nudge function is called
  std::mutex nudging_;        // held while a nudge function is called
  std::array<FrameBarrierSide, 2> lanes_;
};

/// Determines when the next frame is due, and measures how fast frames are simulated.
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
