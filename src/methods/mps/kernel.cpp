#include "methods/mps/kernel.h"

#include <cmath>

namespace ooze::mps {
namespace {

LatticeSums sum() {
  constexpr int kRings = 3;
  LatticeSums s{};
  double spread = 0.0;
  for (int x = -kRings; x <= kRings; ++x)
    for (int y = -kRings; y <= kRings; ++y)
      for (int z = -kRings; z <= kRings; ++z) {
        const double q2 = x * x + y * y + z * z, q = std::sqrt(q2);
        if (!(q2 > 0.0 && q < static_cast<double>(kReach))) continue;
        const double w = static_cast<double>(kReach) / q - 1.0;
        s.density += w;
        spread += w * q2;
        s.neighbours += 1.0;
        if (y > 0) s.flat += w;
      }
  s.spread = spread / s.density;
  s.flat /= s.density;
  return s;
}

}  // namespace

const LatticeSums& latticeSums() {
  static const LatticeSums sums = sum();
  return sums;
}

}  // namespace ooze::mps
