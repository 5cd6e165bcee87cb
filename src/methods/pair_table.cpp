#include "ooze/methods/pair_table.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace ooze {
namespace {

constexpr std::size_t kFewEntries = 16;  // entries that are searched one by one

std::size_t hashOfPair(const PairEntry& e) {
  const std::size_t other = e.other.value_or(e.material);
  const std::size_t low = std::min<std::size_t>(e.material, other),
                    high = std::max<std::size_t>(e.material, other);
  const std::size_t solid = e.other ? 0 : std::hash<std::string>()(e.solid);
  return (solid ^ (high << 16 | low)) * std::size_t{0x9e3779b97f4a7c15u} ^
         std::hash<std::string>()(e.function);
}

}  // namespace

bool isSamePair(const PairEntry& a, const PairEntry& b) {
  // The comparison of numbers comes first, because it is quick and mostly decides.
  if (a.other.has_value() != b.other.has_value()) return false;
  if (!a.other) return a.material == b.material && a.solid == b.solid && a.function == b.function;
  return std::minmax(a.material, *a.other) == std::minmax(b.material, *b.other) && a.function == b.function;
}

PairTable::PairTable(std::initializer_list<PairEntry> entries) {
  for (const PairEntry& entry : entries) add(entry);
}

const PairEntry* PairTable::find(const PairEntry& pair) const {
  if (places_.empty()) {
    const auto found =
        std::ranges::find_if(entries_, [&](const PairEntry& e) { return isSamePair(e, pair); });
    return found == entries_.end() ? nullptr : &*found;
  }
  const auto [first, last] = places_.equal_range(hashOfPair(pair));
  for (auto place = first; place != last; ++place)
    if (isSamePair(entries_[place->second], pair)) return &entries_[place->second];
  return nullptr;
}

bool PairTable::add(PairEntry entry) {
  if (find(entry)) return false;
  entries_.push_back(std::move(entry));
  index();
  return true;
}

/// Adds the entries at the end of a large table to the index.
void PairTable::index() {
  if (entries_.size() > kFewEntries)
    for (std::size_t i = places_.size(); i < entries_.size(); ++i)
      places_.emplace(hashOfPair(entries_[i]), i);
}

void PairTable::set(PairEntry entry) {
  const PairEntry* found = find(entry);
  if (!found) {
    if (!entry.curve.empty()) add(std::move(entry));
    return;
  }
  const std::ptrdiff_t at = found - entries_.data();
  if (!entry.curve.empty()) {
    entries_[static_cast<std::size_t>(at)].curve = std::move(entry.curve);
    return;
  }
  entries_.erase(entries_.begin() + at);
  places_.clear();  // the entries behind have moved
  index();
}

void PairTable::clear() {
  entries_.clear();
  places_.clear();
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
