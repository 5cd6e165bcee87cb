#include "world/substeps.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ooze {
namespace {

void saveNeed(ByteWriter& out, const SubstepNeed& need) {
  out.value(static_cast<std::int32_t>(need.count));
  out.text(need.limit);
}

SubstepNeed restoreNeed(ByteReader& in) {
  const auto count = in.value<std::int32_t>();
  return {count, in.text()};
}

}  // namespace

SubstepNeed needOf(const StableStep& stable, double framesPerSecond) {
  const double count = std::ceil(1.0 / (framesPerSecond * stable.seconds) - 1e-4);
  if (count <= 1.0) return {1, "frame"};
  return {static_cast<int>(std::min<double>(count, kMostSubsteps)), std::string(stable.limit)};
}

SubstepNeed substepsFor(std::string_view method, const MethodSettings& settings,
                        std::span<const MaterialDefinition> materials, const Vec3& gravity,
                        double framesPerSecond) {
  return needOf(findMethod(method).stableStep(settings, materials, gravity), framesPerSecond);
}

int SubstepPlan::next(const SubstepNeed& need) {
  if (need.count >= held_.count) {
    *this = {};
    held_ = need;
    return held_.count;
  }
  if (need.count > calmNeed_.count) calmNeed_ = need;
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
  if (held_.count < 0 || held_.count > kMostSubsteps || calmNeed_.count < 0 ||
      calmNeed_.count > held_.count || calmFrames_ < 0 || calmFrames_ >= kPatience)
    throw InputError("the save is damaged: its number of steps makes no sense");
}

}  // namespace ooze
