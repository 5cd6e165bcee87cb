#include "ooze/base/parameter.h"

#include "ooze/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace ooze {

std::size_t findParameter(std::span<const ParameterInfo> rows, std::string_view key) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].key == key) return i;
  return rows.size();
}

void requireInRange(const ParameterInfo& row, double value) {
  if (!std::isfinite(value)) throw InputError(fmt::format("{} must be a finite number", row.key));
  // Compared as floats, so that a bound written in decimal is itself inside.
  const auto v = static_cast<float>(value);
  if (v < row.lower || v > row.upper)
    throw InputError(
        fmt::format("{} = {:g} is out of range [{:g}, {:g}]", row.key, value, row.lower, row.upper));
}

}  // namespace ooze
