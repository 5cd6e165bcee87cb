#include "world/world_clock.h"

#include "world/guard/record_validation.h"

#include <algorithm>

namespace ooze {

double WorldClock::framesDone() const {
  return static_cast<double>(frame_) + (substeps_ > 0 ? static_cast<double>(substepsDone_) / substeps_ : 0.0);
}

float WorldClock::stepSeconds() const { return static_cast<float>(1.0 / (framesPerSecond_ * substeps_)); }

float WorldClock::sinceFrameBegan() const {
  if (atFrameBoundary()) return static_cast<float>(1.0 / framesPerSecond_);
  return static_cast<float>(substepsDone_ / (framesPerSecond_ * substeps_));
}

void WorldClock::beginFrame(int substeps) {
  plan_ = {};
  substeps_ = substeps << halvings_;
}

void WorldClock::beginFrame(const SubstepNeed& need) { substeps_ = plan_.next(need) << halvings_; }

void WorldClock::refine(const SubstepNeed& need) {
  const int needed = need.count << halvings_;
  const int parts = (needed + substeps_ - 1) / substeps_;
  substeps_ *= parts;
  substepsDone_ *= parts;
}

bool WorldClock::finishStep(bool chosen) {
  ++step_;
  if (++substepsDone_ != substeps_) return false;
  // A repeated frame shows that its need was underestimated, so the next frames keep the higher number.
  if (halvings_ > 0 && chosen) plan_.raise(std::min(substeps_, kMaxSubsteps), "roll-back");
  substepsDone_ = 0;
  halvings_ = 0;
  ++frame_;
  return true;
}

void WorldClock::save(ByteWriter& out) const {
  out.value(step_);
  out.value(frame_);
  out.value(static_cast<std::int32_t>(substeps_));
  out.value(static_cast<std::int32_t>(substepsDone_));
  plan_.save(out);
  out.value(static_cast<std::int32_t>(halvings_));
}

void WorldClock::restore(ByteReader& in) {
  step_ = in.value<std::uint64_t>();
  frame_ = in.value<std::uint64_t>();
  validateSave(isPossibleMoment(frame_, step_));
  substeps_ = in.value<std::int32_t>();
  substepsDone_ = in.value<std::int32_t>();
  validateSave(substeps_ >= 0 && substeps_ <= kMaxStepsPerFrame);
  validateSave(substepsDone_ >= 0 && (substepsDone_ == 0 || substepsDone_ < substeps_));
  plan_.restore(in);
  halvings_ = in.value<std::int32_t>();
  validateSave(halvings_ >= 0 && halvings_ <= kMaxHalvings);
}

}  // namespace ooze
