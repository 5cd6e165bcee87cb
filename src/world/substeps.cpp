#include "world/substeps.h"

#include "ooze/base/error.h"

#include "world/guard/stability_monitor.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ooze {
namespace {

/// Writes count and limit. The plan uses the exact need only before it keeps a need.
void saveNeed(ByteWriter& out, const SubstepNeed& need) {
  out.value(static_cast<std::int32_t>(need.count));
  out.text(need.limit);
}

SubstepNeed restoreNeed(ByteReader& in) {
  const auto count = in.value<std::int32_t>();
  return {count, in.text(), 0.0};
}

/// Returns the need with a margin, so that a little more than the exact need still fits into the count.
SubstepNeed withMargin(SubstepNeed need) {
  const int count = static_cast<int>(std::ceil(need.exact * (1.0 + SubstepPlan::kMargin) - 1e-4));
  need.count = std::max(need.count, std::min(count, kMaxSubsteps));
  return need;
}

}  // namespace

SubstepNeed needOf(const StableStep& stable, double framesPerSecond) {
  const double exact = std::min<double>(1.0 / (framesPerSecond * stable.seconds), kMaxSubsteps);
  const int count = static_cast<int>(std::ceil(exact - 1e-4));
  if (count <= 1) return {1, "frame", exact};
  return {count, std::string(stable.limit), exact};
}

SubstepNeed substepsFor(std::string_view method, const MethodSettings& settings,
                        std::span<const MaterialDefinition> materials, const Vec3& gravity,
                        double framesPerSecond) {
  return needOf(findMethod(method).stableStep(settings, materials, gravity), framesPerSecond);
}

SubstepNeed neededSubsteps(float fastest, const SpeedSources& sources, double time) {
  const float h = sources.interactionRadius, frame = sources.frameSeconds();
  StableStep stable = sources.stable;
  const auto bound = [&](float speed, std::string_view what) {
    const float step = sources.maxStepDisplacement / std::max(speed, 1e-6f);
    if (step < stable.seconds) stable = {step, what};
  };
  // A falling particle gains this speed over the whole frame.
  bound(fastest + sources.gravity * frame, "speed");
  const Push& push = sources.push;
  if (!push.empty()) {
    bound(fastest + push.gain(frame), "push");
    // A push compresses liquid as gravity does, which may move a particle by kFallPerStep * h in a step.
    // Largest distance that a push may move a particle in a step [interaction radii].
    constexpr float kFallPerStep = 0.01f;
    const float step = std::sqrt(kFallPerStep * h / push.strength());
    if (step < stable.seconds) stable = {step, "push"};
  }
  // Liquid about to leave a nozzle, and moving solids, count like moving liquid.
  for (const Emitter& e : sources.emitters)
    if (e.spec().enabled) bound(e.spec().speed, "nozzle");
  for (const Body& b : sources.bodies) {
    if (!b.present) continue;
    const float gain = b.motion == Motion::Dynamic ? sources.gravity * frame + push.gain(frame) : 0.f;
    const float ahead = b.motion == Motion::Kinematic ? fastestPointAhead(b, time, frame) : 0.f;
    bound(std::max({fastestPoint(b), ahead, 0.25f * speedOfPull(b)}) + gain, "moving solid");
  }
  bound(sources.controls, "control");
  bound(sources.hand.fastest(sources.particles, h, sources.threads), "hand");
  return needOf(stable, sources.framesPerSecond);
}

float maxSpeedOfSubsteps(float maxStepDisplacement, double framesPerSecond, int substeps) {
  return maxStepDisplacement * static_cast<float>(framesPerSecond) * static_cast<float>(substeps);
}

int SubstepPlan::next(const SubstepNeed& need) {
  if (need.count >= held_.count) {
    *this = {};
    held_ = need;
    return held_.count;
  }
  const SubstepNeed calm = withMargin(need);
  if (calm.count > calmNeed_.count) calmNeed_ = calm;
  ++calmFrames_;
  if (static_cast<float>(calmNeed_.count) > kClearlyFewer * static_cast<float>(held_.count)) {
    calmFrames_ = 0;
    calmNeed_ = {};
  } else if (calmFrames_ >= kPatience) {
    const SubstepNeed most = calmNeed_;
    *this = {};
    held_ = most;
  }
  return held_.count;
}

void SubstepPlan::raise(int count, std::string_view limit) {
  if (count <= held_.count) return;
  *this = {};
  held_ = {count, std::string(limit)};
}

void SubstepPlan::save(ByteWriter& out) const {
  saveNeed(out, held_);
  saveNeed(out, calmNeed_);
  out.value(static_cast<std::int32_t>(calmFrames_));
}

void SubstepPlan::restore(ByteReader& in) {
  held_ = restoreNeed(in);
  calmNeed_ = restoreNeed(in);
  calmFrames_ = in.value<std::int32_t>();
  if (held_.count < 0 || held_.count > kMaxSubsteps || calmNeed_.count < 0 || calmNeed_.count > held_.count ||
      calmFrames_ < 0 || calmFrames_ >= kPatience)
    throw InputError("the save is damaged: its number of steps is not valid");
}

}  // namespace ooze
