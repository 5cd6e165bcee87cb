#include "ooze/methods/pair_table.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace ooze {

bool isSamePair(const PairEntry& a, const PairEntry& b) {
  // The comparison of numbers comes first, because it is quick and mostly decides.
  if (a.other.has_value() != b.other.has_value()) return false;
  if (!a.other) return a.material == b.material && a.solid == b.solid && a.function == b.function;
  return std::minmax(a.material, *a.other) == std::minmax(b.material, *b.other) && a.function == b.function;
}

const PairEntry* findPair(const PairTable& table, const PairEntry& pair) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const PairEntry& e) { return isSamePair(e, pair); });
  return found == table.end() ? nullptr : &*found;
}

void setPair(PairTable& table, PairEntry entry) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const PairEntry& e) { return isSamePair(e, entry); });
  if (found == table.end()) {
    if (!entry.curve.empty()) table.push_back(std::move(entry));
  } else if (entry.curve.empty()) {
    table.erase(found);
  } else {
    found->curve = std::move(entry.curve);
  }
}

float valueAt(std::span<const CurvePoint> curve, float at) {
  if (curve.empty() || !(at < curve.back().at)) return 0.f;
  const auto next =
      std::upper_bound(curve.begin(), curve.end(), at, [](float a, const CurvePoint& p) { return a < p.at; });
  if (next == curve.begin()) return next->value;
  const CurvePoint &a = *(next - 1), &b = *next;
  return a.value + (at - a.at) / (b.at - a.at) * (b.value - a.value);
}

std::optional<float> amplitudeOf(const CurveFamily& family, std::span<const CurvePoint> curve) {
  const std::vector<CurvePoint> one = family.make(1.f);
  if (one.size() != curve.size()) return std::nullopt;
  // Find a point where the unit curve is exactly 1 or -1, so that reading the amplitude involves no rounding.
  const auto plain = std::find_if(one.begin(), one.end(),
                                  [](const CurvePoint& p) { return p.value == 1.f || p.value == -1.f; });
  if (plain == one.end()) return std::nullopt;
  const float amplitude = plain->value * curve[static_cast<std::size_t>(plain - one.begin())].value;
  const std::vector<CurvePoint> made = family.make(amplitude);
  if (!(amplitude >= 0.f) || !std::equal(made.begin(), made.end(), curve.begin(), curve.end()))
    return std::nullopt;
  return amplitude;
}

std::vector<CurvePoint> thinned(std::vector<CurvePoint> curve, std::size_t most) {
  // Returns the error of removing point k: its distance from the line between its neighbours.
  const auto without = [&](std::size_t k) {
    const CurvePoint &a = curve[k - 1], &b = curve[k], &c = curve[k + 1];
    return std::abs(a.value + (b.at - a.at) / (c.at - a.at) * (c.value - a.value) - b.value);
  };
  while (curve.size() > std::max<std::size_t>(most, 2)) {
    std::size_t least = 1;
    for (std::size_t k = 2; k + 1 < curve.size(); ++k)
      if (without(k) < without(least)) least = k;
    curve.erase(curve.begin() + static_cast<std::ptrdiff_t>(least));
  }
  return curve;
}

void requireSound(const PairFunction& function, std::span<const CurvePoint> curve) {
  if (curve.size() < function.fewestPoints || curve.size() > function.mostPoints)
    throw InputError(fmt::format("\"{}\" takes {} to {} points, not {}", function.key, function.fewestPoints,
                                 function.mostPoints, curve.size()));
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const CurvePoint& p = curve[k];
    // The comparisons are negated, so that NaN is rejected too.
    if (!(p.at >= 0.f && p.at <= function.farthest))
      throw InputError(fmt::format("a point of \"{}\" must be at 0 to {:g} {}, not {:g}", function.key,
                                   function.farthest, function.argumentUnit, p.at));
    if (!(std::abs(p.value) <= function.largest))
      throw InputError(fmt::format("a value of \"{}\" must be from {:g} to {:g} {}, not {:g}", function.key,
                                   -function.largest, function.largest, function.valueUnit, p.value));
    if (k > 0 && !(p.at > curve[k - 1].at))
      throw InputError(fmt::format("the points of \"{}\" must ascend; {:g} comes after {:g}", function.key,
                                   p.at, curve[k - 1].at));
  }
}

}  // namespace ooze
