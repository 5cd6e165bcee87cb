#include "app/window/frame_counter.h"

#include <algorithm>

namespace ooze {
namespace {

constexpr std::size_t kFramesRemembered = 100'000;
constexpr std::size_t kWarmUp = 10;    // frames that load fonts, shaders and the first picture
constexpr double kCountSeconds = 0.5;  // a shorter interval makes the displayed rate flicker

}  // namespace

void FrameCounter::count(double began, double ended) {
  if (milliseconds_.size() < kFramesRemembered) milliseconds_.push_back(1000.0 * (ended - began));
  ++drawn_;
  ++counted_;
  const double elapsed = ended - countedFrom_;
  if (elapsed < kCountSeconds) return;
  framesPerSecond_ = counted_ / elapsed;
  countedFrom_ = ended;
  counted_ = 0;
}

void FrameCounter::report(WindowNumbers& numbers) const {
  numbers.framesDrawn = drawn_;
  if (milliseconds_.size() <= kWarmUp) return;
  std::vector<double> times(milliseconds_.begin() + kWarmUp, milliseconds_.end());
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  numbers.medianMilliseconds = *middle;
  numbers.slowestMilliseconds = *std::max_element(middle, times.end());
}

}  // namespace ooze
