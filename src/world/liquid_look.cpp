#include "ooze/world/liquid_look.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {

const LiquidLook* findLook(std::string_view key) {
  const auto* found = std::find_if(kLiquidLooks.begin(), kLiquidLooks.end(),
                                   [key](const LiquidLook& look) { return look.key == key; });
  return found == kLiquidLooks.end() ? nullptr : found;
}

std::size_t findOpticalProperty(std::string_view key) {
  std::size_t i = 0;
  while (i < kOpticalProperties.size() && kOpticalProperties[i].key != key) ++i;
  return i;
}

void requireInRange(const OpticalProperty& number, float value) {
  // The comparison is negated so that a NaN is refused too.
  if (!(value >= number.lower && value <= number.upper))
    throw InputError(
        fmt::format("{} = {:g} is out of range [{:g}, {:g}]", number.key, value, number.lower, number.upper));
}

}  // namespace ooze
