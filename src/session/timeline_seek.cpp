#include "session/timeline_seek.h"

namespace ooze {

std::optional<std::uint64_t> TimelineSeek::goal() const {
  return kind_ == SeekKind::Nowhere ? std::nullopt : std::optional(frame_);
}

void TimelineSeek::toFrame(std::uint64_t frame, World& world, const History& history) {
  const bool behind = world.frameIndex() > frame || (world.frameIndex() == frame && !world.atFrameBoundary());
  if (behind || history.keyframeBetween(world, frame)) history.restoreAtFrame(world, frame);
  kind_ = SeekKind::Frame;
  at_ = frame_ = frame;
}

void TimelineSeek::toEndOfBranch(World& world, const History& history) {
  history.restoreAtStep(world, history.branch().lastStep);
  kind_ = SeekKind::Step;
  at_ = history.branch().lastStep;
  extra_ = 0;
  frame_ = history.branch().last;
}

void TimelineSeek::toStepBefore(World& world, const History& history) {
  const std::uint64_t step = world.stepIndex(), frame = world.frameIndex();
  history.restoreAtStep(world, step - 1);
  kind_ = SeekKind::StepBefore;
  at_ = step;
  frame_ = frame;
  boundary_ = world.stepIndex();
  calls_ = 0;
}

bool TimelineSeek::goOn(World& world, History& history, const std::function<void()>& step) {
  if (kind_ == SeekKind::StepBefore) return seekStepBefore(world, history, step);
  const bool there = kind_ == SeekKind::Frame ? world.frameIndex() >= at_ && world.atFrameBoundary()
                                              : world.stepIndex() >= at_;
  if (there && (kind_ == SeekKind::Frame || extra_ == 0)) return true;
  if (there) --extra_;
  step();
  return false;
}

// Finds the state before the last call of step(). A call may take several steps when a frame is repeated
// after a roll-back, so the number of calls is known only once the target step is reached. Keyframes stored
// on the way make further steps back quick.
bool TimelineSeek::seekStepBefore(World& world, History& history, const std::function<void()>& step) {
  if (world.atFrameBoundary()) {
    history.keep(world);
    boundary_ = world.stepIndex();
    calls_ = 0;
  }
  step();
  ++calls_;
  if (world.stepIndex() < at_) return false;
  history.restoreAtStep(world, boundary_);
  kind_ = SeekKind::Step;
  at_ = boundary_;
  extra_ = calls_ - 1;
  return false;
}

}  // namespace ooze
