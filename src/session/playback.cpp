#include "session/playback.h"

#include <algorithm>
#include <cmath>

namespace ooze {
void Playback::begin(const FrameStore& frames, std::uint64_t from, Clock::time_point now) {
  active_ = true;
  const std::uint64_t start = from < frames.last() ? std::max(from, frames.first()) : frames.first();
  position_ = static_cast<double>(start);
  then_ = next_ = now;
}

std::uint64_t Playback::advance(const FrameStore& frames, double framesPerSecond, Clock::time_point now) {
  const auto first = static_cast<double>(frames.first()), last = static_cast<double>(frames.last());
  const double end = last + std::max(1.0, kHold * framesPerSecond);
  position_ += framesPerSecond * std::chrono::duration<double>(now - then_).count();
  then_ = now;
  if (position_ >= end) position_ = first;
  const std::uint64_t shown = frames.at(static_cast<std::uint64_t>(position_))->frame;
  const std::uint64_t following = frames.next(shown);
  const double due = following > shown ? static_cast<double>(following) : end;
  next_ = now + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double>(std::max(0.0, due - position_) / framesPerSecond));
  return shown;
}

}  // namespace ooze
