// Pair functions for packets of eight SIMD lanes. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_STEELE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_STEELE_PAIRS_INL_H_
#undef OOZE_STEELE_PAIRS_INL_H_
#else
#define OOZE_STEELE_PAIRS_INL_H_
#endif

#include "liquid/packets-inl.h"
#include "methods/steele/pairs.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Vectors from particle i to eight other particles [m], with squared distances [m^2].
struct PairOffset {
  FloatPacket x, y, z, d2;
};

/// Position (or another vector) of particle i, broadcast to all lanes.
struct PairOrigin {
  FloatPacket x, y, z;
  OOZE_LANES PairOrigin(const Places& p, std::size_t i)
      : x(broadcast(p.x[i])), y(broadcast(p.y[i])), z(broadcast(p.z[i])) {}
  template <class ParticlePacket>
  OOZE_LANES PairOffset to(const Places& p, const ParticlePacket& others) const {
    const FloatPacket dx = others.of(p.x) - x, dy = others.of(p.y) - y, dz = others.of(p.z) - z;
    return {dx, dy, dz, max(dx * dx + dy * dy + dz * dz, broadcast(kLeast2))};
  }
};

/// Returns the mean of particle i's value and the values of eight others.
template <class ParticlePacket>
OOZE_LANES FloatPacket meanOf(const PairValue& v, std::size_t i, const ParticlePacket& others) {
  if (!v.own) return broadcast(v.constant);
  return broadcast(0.5f) * (broadcast(v.own[i]) + others.of(v.own));
}

/// Returns particle i's share of half a relative displacement or velocity: 2 m_j / (m_i + m_j), 1 for equal
/// masses.
template <class ParticlePacket>
OOZE_LANES FloatPacket partOf(const float* mass, std::size_t i, const ParticlePacket& others) {
  if (!mass) return broadcast(1.f);
  const FloatPacket other = others.of(mass);
  return (other + other) / (broadcast(mass[i]) + other);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#endif  // per target
