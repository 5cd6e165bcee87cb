#include "scenes/recorded_run.h"

#include "ooze/base/error.h"

#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace ooze::test {

RecordedRun::RecordedRun(const std::string& name, int threads)
    : RecordedRun(loadScene(name, Detail::Coarse), threads) {}

RecordedRun::RecordedRun(const Scene& scene, int threads)
    : world_(scene.world, threads), recording_(recordingOf(scene)) {
  if (world_.hash() != recording_.frames.at(0).hash)
    throw RunError(fmt::format("{} does not start as it was recorded", scene.name));
}

void RecordedRun::restore(std::uint64_t frame) {
  recording_.restore(world_, frame);
  rollBacksBefore_ = recording_.frames[frame].rollBacks;
}

void RecordedRun::advanceFrame() { advanceTo(world_.frameIndex() + 1); }

void RecordedRun::advanceTo(std::uint64_t frame) {
  const auto after = recording_.states.upper_bound(frame);
  if (after != recording_.states.begin())
    if (const std::uint64_t last = std::prev(after)->first; last > world_.frameIndex()) restore(last);
  while (world_.frameIndex() < frame) world_.advanceFrame();
}

void RecordedRun::advanceToTime(double seconds) {
  // Tolerance for rounded frame times.
  advanceTo(static_cast<std::uint64_t>(std::ceil((seconds - 1e-6) * world_.spec().framesPerSecond)));
}

}  // namespace ooze::test
