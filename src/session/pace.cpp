#include "session/pace.h"

#include <utility>

namespace ooze {

void Pace::enter(std::size_t lane, std::uint64_t frame, std::function<void()> nudge) {
  const std::lock_guard lock(mutex_);
  lanes_[lane] = {true, frame, std::move(nudge)};
}

void Pace::leave(std::size_t lane) {
  const std::lock_guard noCall(nudging_);
  std::function<void()> other;
  {
    const std::lock_guard lock(mutex_);
    lanes_[lane] = {};
    other = lanes_[1 - lane].nudge;
  }
  if (other) other();
}

bool Pace::mayBegin(std::size_t lane, std::uint64_t frame) const {
  const std::lock_guard lock(mutex_);
  const Lane& other = lanes_[1 - lane];
  return !other.taken || frame <= other.frame;
}

void Pace::reached(std::size_t lane, std::uint64_t frame) {
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
