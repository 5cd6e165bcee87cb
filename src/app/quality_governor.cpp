#include "app/quality_governor.h"

#include <algorithm>
#include <array>

namespace ooze {
namespace {

// Pictures that take longer are drawn simpler [ms]. The panels do not wait for them; on a processor that
// draws in software a better picture a little later looks better than mush.
constexpr double kSlow = 45.0, kSlowInSoftware = 110.0;
constexpr double kQuickPart = 0.35;  // of the limit: a level with twice the cost would still be quick enough
constexpr int kLongestPatience = 2000;

constexpr std::array kLevels{
    QualityGovernor::Level{2, 1.f, ""},
    QualityGovernor::Level{1, 1.f, "quality: normal"},
    QualityGovernor::Level{0, 1.f, "quality: simple"},
    QualityGovernor::Level{0, 0.7f, "quality: simple, 70 % pixels"},
    QualityGovernor::Level{0, 0.5f, "quality: simple, 50 % pixels"},
};

}  // namespace

QualityGovernor::QualityGovernor(bool software)
    : limit_(software ? kSlowInSoftware : kSlow), index_(software ? 2 : 0) {}

const QualityGovernor::Level& QualityGovernor::level() const { return kLevels[index_]; }

void QualityGovernor::drawn(double milliseconds) {
  slow_ = milliseconds > limit_ ? slow_ + 1 : 0;
  quick_ = milliseconds < kQuickPart * limit_ ? quick_ + 1 : 0;
  if (slow_ >= 2 || milliseconds > 4.0 * limit_) {
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
