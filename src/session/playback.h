// Clock of a playback: which stored frame is shown at which time.
#pragma once

#include "session/frame_store.h"

#include <chrono>
#include <cstdint>

namespace ooze {

/// Runs through the frames of a FrameStore at real time, again and again. The last frame stays for kHold.
class Playback {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double kHold = 0.7;  ///< time for which the last frame is shown [s]

  [[nodiscard]] bool active() const { return active_; }
  /// Begins at a frame, or at the first one if no frame follows. The store must not be empty.
  void begin(const FrameStore& frames, std::uint64_t from, Clock::time_point now);
  void end() { active_ = false; }
  /// Returns the time at which another frame is due.
  [[nodiscard]] Clock::time_point nextFrame() const { return next_; }
  /// Advances to the present time. Frames for which there was no time are left out.
  /// @param framesPerSecond  shown frames per second of wall time, above 0 [1/s]
  /// @return the frame to show
  std::uint64_t advance(const FrameStore& frames, double framesPerSecond, Clock::time_point now);

 private:
  bool active_ = false;
  double position_ = 0.0;  ///< frame that is shown, with the elapsed part of the frame
  Clock::time_point then_{}, next_{};
};

}  // namespace ooze
