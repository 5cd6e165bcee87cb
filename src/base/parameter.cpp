#include "ooze/base/parameter.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

/// Lower end of the logarithmic part of a slider.
double leastOf(float lower, float upper) { return lower > 0.f ? lower : 1e-3 * upper; }

}  // namespace

std::size_t findParameter(std::span<const ParameterInfo> rows, std::string_view key) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].key == key) return i;
  return rows.size();
}

double sliderFraction(float value, float lower, float upper, Scale scale) {
  if (upper <= lower) return 0.0;
  const double v = std::clamp(value, lower, upper);
  if (scale != Scale::Logarithmic) return (v - lower) / (double{upper} - lower);
  const double least = leastOf(lower, upper);
  return v <= least ? 0.0 : std::log(v / least) / std::log(upper / least);
}

float sliderValue(double part, float lower, float upper, Scale scale) {
  if (part <= 0.0) return lower;
  if (part >= 1.0) return upper;
  if (scale != Scale::Logarithmic) return static_cast<float>(lower + part * (double{upper} - lower));
  const double least = leastOf(lower, upper);
  return static_cast<float>(least * std::pow(upper / least, part));
}

void requireInRange(const ParameterInfo& row, double value) {
  if (!std::isfinite(value)) throw InputError(fmt::format("{} must be a finite number", row.key));
  // Compare as floats, so that a bound written in decimal is itself inside the range.
  const auto v = static_cast<float>(value);
  if (v < row.lower || v > row.upper)
    throw InputError(
        fmt::format("{} = {:g} is out of range [{:g}, {:g}]", row.key, value, row.lower, row.upper));
}

}  // namespace ooze
