#include "app/pictures/render_pacing.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ooze {
namespace {

// Longest duration of a picture before the quality drops [ms]. The panels do not wait for pictures. In
// software rendering a better picture a little later looks better than a crude one.
constexpr double kSlow = 45.0, kSlowInSoftware = 110.0;
constexpr double kQuickPart = 0.35;  // fraction of the limit: even a level at twice the cost would still be
                                     // quick enough
constexpr int kLongestPatience = 2000;

// Each row omits one effect more than the row before.
constexpr std::array kLevels{
    QualityLevel{2, true, 1.f},  QualityLevel{1, true, 1.f},   QualityLevel{1, false, 1.f},
    QualityLevel{0, false, 1.f}, QualityLevel{0, false, 0.7f}, QualityLevel{0, false, 0.5f},
};
constexpr std::size_t kFirstInSoftware = 3;

}  // namespace

std::string describeQuality(const QualityLevel& level, View view) {
  std::string words;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : ", ") + word; };
  if (level.quality == 1) add("fewer samples");
  if (level.quality <= 0) add("simple lighting");
  if (!level.occlusion) add("no ambient occlusion");
  if (level.quality < 2 && isSurface(view)) add("coarser surface");
  if (level.quality <= 0 && view == View::Liquid) add("half-resolution liquid");
  if (level.scale < 1.f) add(fmt::format("{:.0f} % of the pixels", 100.f * level.scale * level.scale));
  return words;
}

QualityGovernor::QualityGovernor(bool software)
    : limit_(software ? kSlowInSoftware : kSlow), index_(software ? kFirstInSoftware : 0) {}

const QualityLevel& QualityGovernor::level() const { return kLevels[index_]; }

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

PictureRequest RenderPacing::pictureToDrawNow(PictureRequest wanted, const PictureRequest& last,
                                              Clock::time_point now) const {
  // Keep the last moment: a new moment needs a new surface, which costs as much as the rest of a picture.
  if (now < restsUntil_ && wanted.playing && differOnlyInMomentAndView(wanted, last)) {
    wanted.scene = last.scene;
    wanted.snapshot = last.snapshot;
    wanted.settings.quantityScale = last.settings.quantityScale;
  }
  return wanted;
}

void RenderPacing::drawn(const PictureRequest& picture, const PictureRequest* last, Clock::time_point begin,
                         Clock::time_point end) {
  if (last && picture.snapshot == last->snapshot) return;
  if (last && picture.scene != last->scene) usualCost_ = kFirstCost;
  usualCost_ = std::min(end - begin, kCostGrowth * usualCost_);
  restsUntil_ = {};
  if (!shares_ || !picture.playing) return;
  const double rest = last && !waits(picture, *last) ? kRestInMotion : kRest;
  restsUntil_ = end + std::chrono::duration_cast<Clock::duration>(rest * usualCost_);
}

}  // namespace ooze
