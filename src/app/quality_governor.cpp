#include "app/quality_governor.h"

#include <algorithm>
#include <array>

namespace ooze {
namespace {

constexpr double kSlow = 40.0;   // a picture that takes longer leaves too little of 50 ms for the panels [ms]
constexpr double kQuick = 14.0;  // twice the pixels would still be quick enough [ms]
constexpr int kLongestPatience = 2000;

constexpr std::array kLevels{
    QualityGovernor::Level{2, 1.f, ""},
    QualityGovernor::Level{1, 1.f, "quality: normal"},
    QualityGovernor::Level{0, 1.f, "quality: simple"},
    QualityGovernor::Level{0, 0.7f, "quality: simple, 70 % pixels"},
    QualityGovernor::Level{0, 0.5f, "quality: simple, 50 % pixels"},
    QualityGovernor::Level{0, 0.35f, "quality: simple, 35 % pixels"},
    QualityGovernor::Level{0, 0.25f, "quality: simple, 25 % pixels"},
};

}  // namespace

QualityGovernor::QualityGovernor(bool software) : index_(software ? 2 : 0) {}

const QualityGovernor::Level& QualityGovernor::level() const { return kLevels[index_]; }

void QualityGovernor::drawn(double milliseconds) {
  slow_ = milliseconds > kSlow ? slow_ + 1 : 0;
  quick_ = milliseconds < kQuick ? quick_ + 1 : 0;
  if (slow_ >= 2 || milliseconds > 4.0 * kSlow) {
    if (justImproved_) patience_ = std::min(4 * patience_, kLongestPatience);
    index_ = std::min(index_ + 1, kLevels.size() - 1);
    slow_ = quick_ = 0;
    justImproved_ = false;
  } else if (quick_ >= patience_ && index_ > 0) {
    --index_;
    slow_ = quick_ = 0;
    justImproved_ = true;
  }
}

}  // namespace ooze
