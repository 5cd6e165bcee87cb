#include "ooze/methods/pair_table.h"

#include "ooze/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace ooze {

void requireSound(const PairFunction& function, std::span<const CurvePoint> curve) {
  if (curve.size() < function.fewestPoints || curve.size() > function.mostPoints)
    throw InputError(fmt::format("\"{}\" takes {} to {} points, not {}", function.key, function.fewestPoints,
                                 function.mostPoints, curve.size()));
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const CurvePoint& p = curve[k];
    // Negated, so that a NaN is refused too.
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
