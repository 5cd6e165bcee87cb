#include "session/frame_barrier.h"

#include <utility>

namespace ooze {

void FrameBarrier::enter(std::size_t lane, std::uint64_t frame, std::function<void()> nudge) {
  const std::lock_guard lock(mutex_);
  lanes_[lane] = {true, frame, std::move(nudge)};
}

void FrameBarrier::leave(std::size_t lane) {
  const std::lock_guard noCall(nudging_);
  std::function<void()> other;
  {
    const std::lock_guard lock(mutex_);
    lanes_[lane] = {};
    other = lanes_[1 - lane].nudge;
  }
  if (other) other();
}

bool FrameBarrier::mayBegin(std::size_t lane, std::uint64_t frame) const {
  const std::lock_guard lock(mutex_);
  const FrameBarrierSide& other = lanes_[1 - lane];
  return !other.taken || frame <= other.frame;
}

void FrameBarrier::reached(std::size_t lane, std::uint64_t frame) {
  const std::lock_guard oneAtATime(nudging_);
  std::function<void()> other;
  {
    const std::lock_guard lock(mutex_);
    if (!lanes_[lane].taken) return;
    lanes_[lane].frame = frame;
    other = lanes_[1 - lane].nudge;
  }
  if (other) other();
}

}  // namespace ooze
