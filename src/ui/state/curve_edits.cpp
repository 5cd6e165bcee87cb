#include "ui/state/curve_edits.h"

#include "ui/widgets/plot.h"

#include <algorithm>
#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kMostPush = 3.f;  // repulsion beyond this multiple of the attraction is cut off in the plot
constexpr float kMargin = 1.2f;   // plot range as a multiple of the largest value
constexpr float kRangeOfNothing = 1.f;  // plot range of a function that is 0 everywhere

ValueRange extentOf(std::span<const CurvePoint> curve) {
  ValueRange extent{0.f, 0.f};
  for (const CurvePoint& p : curve) {
    extent.low = std::min(extent.low, p.value);
    extent.high = std::max(extent.high, p.value);
  }
  return extent;
}

}  // namespace

Curve movePoint(const PairFunction& function, Curve curve, std::size_t point, CurvePoint to) {
  const float least = point > 0 ? curve[point - 1].at + kPointGap : 0.f;
  const float most = point + 1 < curve.size() ? curve[point + 1].at - kPointGap : function.farthest;
  // Points from a file may be closer than the gap: such a point keeps its argument.
  if (least <= most) curve[point].at = std::clamp(to.at, least, most);
  curve[point].value = std::clamp(to.value, -function.largest, function.largest);
  return curve;
}

std::optional<AddedPoint> addPoint(const PairFunction& function, const Curve& curve, CurvePoint at) {
  if (curve.size() >= function.mostPoints) return std::nullopt;
  at.at = std::clamp(at.at, 0.f, function.farthest);
  at.value = std::clamp(at.value, -function.largest, function.largest);
  const bool taken = std::any_of(curve.begin(), curve.end(),
                                 [&](const CurvePoint& p) { return std::abs(p.at - at.at) < kPointGap; });
  if (taken) return std::nullopt;
  const auto next =
      std::find_if(curve.begin(), curve.end(), [&](const CurvePoint& p) { return p.at > at.at; });
  AddedPoint added{curve, static_cast<std::size_t>(next - curve.begin())};
  added.curve.insert(added.curve.begin() + (next - curve.begin()), at);
  return added;
}

std::optional<AddedPoint> addPointInWidestGap(const PairFunction& function, const Curve& curve) {
  float from = 0.f, widest = 0.f, before = 0.f;
  const auto consider = [&](float to) {
    if (to - before > widest) widest = to - before, from = before;
    before = to;
  };
  for (std::size_t k = 0; k < curve.size(); ++k)
    if (k == 0)
      before = curve[k].at;
    else
      consider(curve[k].at);
  if (widest < 2.f * kPointGap) consider(function.farthest);
  const float at = from + 0.5f * widest;
  return addPoint(function, curve, {at, valueAt(curve, at)});
}

std::optional<Curve> removePoint(const PairFunction& function, const Curve& curve, std::size_t point) {
  if (curve.size() <= function.fewestPoints || point >= curve.size()) return std::nullopt;
  Curve rest = curve;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(point));
  return rest;
}

float amplitudeLike(const PairFunction& function, std::span<const CurvePoint> now,
                    std::span<const CurvePoint> defaultPoints) {
  for (const std::span<const CurvePoint> curve : {now, defaultPoints}) {
    for (const CurveFamily& family : function.families)
      if (const std::optional<float> amplitude = amplitudeOf(family, curve); amplitude && *amplitude > 0.f)
        return *amplitude;
    const ValueRange extent = extentOf(curve);
    const float amplitude = extent.high > 0.f ? extent.high : -extent.low;
    if (amplitude > 0.f) return std::min(amplitude, function.largest / 10.f);
  }
  return function.usual;
}

bool cutsOffRepulsion(std::span<const CurvePoint> curve) {
  const ValueRange extent = extentOf(curve);
  return extent.high > 0.f && extent.low < -kMostPush * kMargin * extent.high;
}

ValueRange rangeOf(std::span<const CurvePoint> curve, bool whole) {
  ValueRange extent = extentOf(curve);
  if (!(extent.high > extent.low)) return {-kRangeOfNothing, kRangeOfNothing};
  if (!whole && cutsOffRepulsion(curve)) extent.low = -kMostPush * extent.high;
  // A purely attractive or repulsive curve shows some of the other side, so that points can be dragged there.
  const float size = extent.high - extent.low;
  return {std::min(kMargin * extent.low, -0.25f * size), std::max(kMargin * extent.high, 0.25f * size)};
}

std::vector<float> gridValues(const ValueRange& range, std::size_t most) {
  const double size = static_cast<double>(range.high) - static_cast<double>(range.low);
  const double step = roundUp(size / static_cast<double>(std::max<std::size_t>(most, 1)));
  std::vector<float> values;
  for (double k = std::ceil(static_cast<double>(range.low) / step);
       k * step <= static_cast<double>(range.high); ++k)
    values.push_back(static_cast<float>(k * step + 0.0));  // adding 0.0 turns -0 into 0
  return values;
}

}  // namespace ooze::ui
