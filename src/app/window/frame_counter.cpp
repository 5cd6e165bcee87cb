#include "app/window/frame_counter.h"

#include <algorithm>

namespace ooze {
namespace {

constexpr std::size_t kFramesRemembered = 100'000;
constexpr std::size_t kWarmUp = 10;    // fonts, shaders, the first picture
constexpr double kCountSeconds = 0.5;  // a rate over less cannot be read

}  // namespace

void FrameCounter::count(double began, double ended) {
  if (milliseconds_.size() < kFramesRemembered) milliseconds_.push_back(1000.0 * (ended - began));
  ++counted_;
  const double elapsed = ended - countedFrom_;
  if (elapsed < kCountSeconds) return;
  framesPerSecond_ = counted_ / elapsed;
  countedFrom_ = ended;
  counted_ = 0;
}

void FrameCounter::report(WindowNumbers& numbers) const {
  numbers.framesDrawn = milliseconds_.size();
  if (milliseconds_.size() <= kWarmUp) return;
  std::vector<double> sorted(milliseconds_.begin() + kWarmUp, milliseconds_.end());
  std::sort(sorted.begin(), sorted.end());
  numbers.medianMilliseconds = sorted[sorted.size() / 2];
  numbers.slowestMilliseconds = sorted.back();
}

}  // namespace ooze
