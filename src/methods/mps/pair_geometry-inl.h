// Points and their offsets to eight neighbours, for the kernels of pair sums. Included once per SIMD target,
// after base/simd8.h.
#if defined(OOZE_MPS_PAIR_GEOMETRY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_MPS_PAIR_GEOMETRY_INL_H_
#undef OOZE_MPS_PAIR_GEOMETRY_INL_H_
#else
#define OOZE_MPS_PAIR_GEOMETRY_INL_H_
#endif

#include "liquid/pairs-inl.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/points.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::mps {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Point i with its position in all lanes, and the offsets to eight neighbours.
struct PairGeometry {
  const PointSet& points;
  FloatPacket x, y, z, inverse;

  /// Offsets [spacings], distance of at least kNearest and its inverse, and the lanes within the kernel.
  struct Offsets {
    FloatPacket x, y, z, q, inverseQ;
    MaskPacket within;
  };

  OOZE_LANES PairGeometry(const PointSet& p, std::size_t i)
      : points(p),
        x(broadcast(p.at.x[i])),
        y(broadcast(p.at.y[i])),
        z(broadcast(p.at.z[i])),
        inverse(broadcast(p.inverseSpacing())) {}

  template <class Packet>
  OOZE_LANES Offsets to(const Packet& others, MaskPacket lanes) const {
    const FloatPacket dx = inverse * (others.of(points.at.x.data()) - x),
                      dy = inverse * (others.of(points.at.y.data()) - y),
                      dz = inverse * (others.of(points.at.z.data()) - z);
    const FloatPacket q = max(sqrt(dx * dx + dy * dy + dz * dz), broadcast(PointSet::kNearest));
    return {dx, dy, dz, q, broadcast(1.f) / q, lanes & (q < broadcast(kReach))};
  }
};

/// Returns the kernel weight, 0 in lanes beyond the kernel radius.
OOZE_LANES FloatPacket weightOf(const PairGeometry::Offsets& d) {
  return maskedOrZero(d.within, broadcast(kReach) * d.inverseQ - broadcast(1.f));
}

template <class Kernel>
OOZE_LANES void overNeighbours(const PointSet& points, std::size_t i, Kernel& kernel) {
  forEachPacket(points.candidates(i), static_cast<std::uint32_t>(i), kernel);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::mps
HWY_AFTER_NAMESPACE();

#endif  // per target
