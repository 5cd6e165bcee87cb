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
  FloatPacket from, weight2;
};

/// Selects the upwind neighbour along an axis: the side on which u is lower.
template <bool kSecondOrder>
OOZE_LANES Upwind upwind(const float* phi, int step, FloatPacket sign) {
  const FloatPacket lower = sign * load(phi - step), upper = sign * load(phi + step);
  const FloatPacket one = min(lower, upper);
  if constexpr (!kSecondOrder) return {one, broadcast(1.f)};
  const FloatPacket two = select(lower < upper, sign * load(phi - 2 * step), sign * load(phi + 2 * step));
  // Second-order difference (3 u - 4 u1 + u2) / 2, if u keeps decreasing (Sethian 1999, section 8.6).
  const MaskPacket rises = one < two;
  const FloatPacket both = (broadcast(4.f) * one - two) * broadcast(1.f / 3.f);
  return {select(rises, one, both), select(rises, broadcast(1.f), broadcast(2.25f))};
}

/// Swaps so that the lower value comes first.
OOZE_LANES void sort(Upwind& a, Upwind& b) {
  const MaskPacket swaps = b.from < a.from;
  const Upwind low{min(a.from, b.from), select(swaps, b.weight2, a.weight2)};
  b = {max(a.from, b.from), select(swaps, a.weight2, b.weight2)};
  a = low;
}

/// Solves |grad u| = 1 for u (Zhao 2005, eq. 2.4), with differences of first or second order.
OOZE_LANES FloatPacket solveEikonal(Upwind x, Upwind y, Upwind z, float cell) {
  sort(x, y);
  sort(y, z);
  sort(x, y);
  // Quadratic a t^2 - 2 b t + c = 0 for t = u - x.from.
  const FloatPacket one = select(broadcast(1.5f) < x.weight2, broadcast(cell / 1.5f), broadcast(cell));
  const auto root2 = [](FloatPacket a, FloatPacket b, FloatPacket c)
                         HWY_ATTR { return (b + sqrt(max(broadcast(0.f), b * b - a * c))) / a; };
  const FloatPacket toY = y.from - x.from, toZ = z.from - x.from;
  const FloatPacket b2 = y.weight2 * toY, a2 = x.weight2 + y.weight2, c2 = b2 * toY - broadcast(cell * cell);
  const FloatPacket two = root2(a2, b2, c2);
  const FloatPacket b3 = z.weight2 * toZ;
  const FloatPacket three = root2(a2 + z.weight2, b2 + b3, c2 + b3 * toZ);
  const MaskPacket second = toY < one, third = second & (toZ < two);
  return x.from + select(third, three, select(second, two, one));
}

/// Updates a row of eight nodes.
/// @return whether a node changed by more than `enough`
template <bool kSecondOrder>
OOZE_LANES bool sweepRow(float* phi, std::uint32_t stands, const EikonalSweep& s) {
  const FloatPacket before = load(phi);
  const FloatPacket sign = select(before < broadcast(0.f), broadcast(-1.f), broadcast(1.f));
  const FloatPacket old = sign * before, reach = broadcast(s.reach);
  MaskPacket open = fromBits(~stands);
  if constexpr (kSecondOrder) {
    open = open & (old < reach);
    if (bitsOf(open) == 0) return false;
  }
  const Upwind x = upwind<kSecondOrder>(phi, SweepWindow::kStep[0], sign);
  const Upwind y = upwind<kSecondOrder>(phi, SweepWindow::kStep[1], sign);
  const Upwind z = upwind<kSecondOrder>(phi, SweepWindow::kStep[2], sign);
  const FloatPacket lowest = min(min(x.from, y.from), z.from);
  open = open & (lowest < reach);
  if constexpr (!kSecondOrder) open = open & (lowest < old);
  if (bitsOf(open) == 0) return false;
  const FloatPacket u = solveEikonal(x, y, z, s.cell);
  if constexpr (!kSecondOrder) open = open & (u < old);
  store(select(open, sign * u, before), phi);
  const FloatPacket change = max(u - old, old - u);
  return bitsOf(open & (broadcast(s.enough) < change)) != 0;
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
