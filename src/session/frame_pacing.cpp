#include "session/frame_pacing.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

// Averaging time; rates over less time fluctuate too much to be readable.
constexpr double kRateSeconds = 0.5;
constexpr float kSlowest = 1e-3f;  // slowest speed, in simulated seconds per second

double seconds(FrameClock::Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

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

// A late frame delays all later frames: slow motion, but never a jump.
void FrameClock::note(const FrameWork& work, SessionStatus& status) {
  const double length = work.simulated / std::max(status.speed, kSlowest);
  nextFrame_ = std::max(work.begin, nextFrame_) +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(length));
  nextFrame_ = std::max(nextFrame_, work.end);
  measure(work, status);
}

void FrameClock::measure(const FrameWork& work, SessionStatus& status) {
  if (measuredFrom_ == Clock::time_point{}) {
    measuredFrom_ = work.begin;
    simulated_ = working_ = 0.0;
    steps_ = 0;
  }
  simulated_ += work.simulated;
  working_ += seconds(work.end - work.begin);
  steps_ += work.steps;
  if (steps_ == 0) return;
  status.millisecondsPerStep = 1000.0 * working_ / static_cast<double>(steps_);
  const double elapsed = seconds(work.end - measuredFrom_);
  if (elapsed < kRateSeconds || !status.playing) return;
  status.simulatedOverWall = simulated_ / elapsed;
  status.stepsPerSecond = static_cast<double>(steps_) / elapsed;
  measuredFrom_ = work.end;
  simulated_ = working_ = 0.0;
  steps_ = 0;
}

}  // namespace ooze
