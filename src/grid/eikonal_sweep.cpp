#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grid/eikonal_sweep.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "grid/eikonal_sweep.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::grid {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

// Number of passes in which values cross a row; after that only colliding fronts still change.
constexpr int kMostPasses = 16;

/// Upwind difference along an axis, as a term of the eikonal equation: weight2 (u - from)^2.
struct Upwind {
  F8 from, weight2;
};

/// Selects the upwind neighbour along an axis: the side on which u is lower.
template <bool kSecondOrder>
OOZE_LANES Upwind upwind(const float* phi, int step, F8 sign) {
  const F8 lower = sign * load(phi - step), upper = sign * load(phi + step);
  const F8 one = least(lower, upper);
  if constexpr (!kSecondOrder) return {one, all(1.f)};
  const F8 two = select(lower < upper, sign * load(phi - 2 * step), sign * load(phi + 2 * step));
  // Second-order difference (3 u - 4 u1 + u2) / 2, if u keeps decreasing (Sethian 1999, section 8.6).
  const M8 rises = one < two;
  const F8 both = (all(4.f) * one - two) * all(1.f / 3.f);
  return {select(rises, one, both), select(rises, all(1.f), all(2.25f))};
}

/// Swaps so that the lower value comes first.
OOZE_LANES void sort(Upwind& a, Upwind& b) {
  const M8 swaps = b.from < a.from;
  const Upwind low{least(a.from, b.from), select(swaps, b.weight2, a.weight2)};
  b = {most(a.from, b.from), select(swaps, a.weight2, b.weight2)};
  a = low;
}

/// Solves |grad u| = 1 for u (Zhao 2005, eq. 2.4), with differences of first or second order.
OOZE_LANES F8 solveEikonal(Upwind x, Upwind y, Upwind z, float cell) {
  sort(x, y);
  sort(y, z);
  sort(x, y);
  // Quadratic a t^2 - 2 b t + c = 0 for t = u - x.from.
  const F8 one = select(all(1.5f) < x.weight2, all(cell / 1.5f), all(cell));
  const auto root2 = [](F8 a, F8 b, F8 c) HWY_ATTR { return (b + root(most(all(0.f), b * b - a * c))) / a; };
  const F8 toY = y.from - x.from, toZ = z.from - x.from;
  const F8 b2 = y.weight2 * toY, a2 = x.weight2 + y.weight2, c2 = b2 * toY - all(cell * cell);
  const F8 two = root2(a2, b2, c2);
  const F8 b3 = z.weight2 * toZ;
  const F8 three = root2(a2 + z.weight2, b2 + b3, c2 + b3 * toZ);
  const M8 second = toY < one, third = second & (toZ < two);
  return x.from + select(third, three, select(second, two, one));
}

/// Updates a row of eight nodes.
/// @return whether a node changed by more than `enough`
template <bool kSecondOrder>
OOZE_LANES bool sweepRow(float* phi, std::uint32_t stands, const EikonalSweep& s) {
  const F8 before = load(phi);
  const F8 sign = select(before < all(0.f), all(-1.f), all(1.f));
  const F8 old = sign * before, reach = all(s.reach);
  M8 open = fromBits(~stands);
  if constexpr (kSecondOrder) {
    open = open & (old < reach);
    if (bitsOf(open) == 0) return false;
  }
  const Upwind x = upwind<kSecondOrder>(phi, SweepWindow::kStep[0], sign);
  const Upwind y = upwind<kSecondOrder>(phi, SweepWindow::kStep[1], sign);
  const Upwind z = upwind<kSecondOrder>(phi, SweepWindow::kStep[2], sign);
  const F8 lowest = least(least(x.from, y.from), z.from);
  open = open & (lowest < reach);
  if constexpr (!kSecondOrder) open = open & (lowest < old);
  if (bitsOf(open) == 0) return false;
  const F8 u = solveEikonal(x, y, z, s.cell);
  if constexpr (!kSecondOrder) open = open & (u < old);
  store(select(open, sign * u, before), phi);
  const F8 change = most(u - old, old - u);
  return bitsOf(open & (all(s.enough) < change)) != 0;
}

template <bool kSecondOrder>
OOZE_LANES void sweepPasses(SweepWindow& window, const NodeMask& stands, const EikonalSweep& s) {
  bool changes = true;
  for (int pass = 0; pass < kMostPasses && changes; ++pass) {
    changes = false;
    for (int k = 0; k < kBlock * kBlock; ++k) {
      const int y = (pass & 1) == 0 ? k % kBlock : kBlock - 1 - k % kBlock;
      const int z = (pass & 2) == 0 ? k / kBlock : kBlock - 1 - k / kBlock;
      const auto row = static_cast<std::uint32_t>(stands[static_cast<std::size_t>(z)] >> (kBlock * y) & 255u);
      if (row != 255u && sweepRow<kSecondOrder>(window.at(0, y, z), row, s)) changes = true;
    }
  }
}

void sweepBlock(SweepWindow& window, const NodeMask& stands, const EikonalSweep& s) {
  if (s.secondOrder)
    sweepPasses<true>(window, stands, s);
  else
    sweepPasses<false>(window, stands, s);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::grid
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::grid {
HWY_EXPORT(sweepBlock);

void EikonalSweep::run(SweepWindow& window, const NodeMask& stands) const {
  HWY_DYNAMIC_DISPATCH(sweepBlock)(window, stands, *this);
}

}  // namespace ooze::grid
#endif  // HWY_ONCE
