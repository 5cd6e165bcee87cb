// Pair functions for packets of eight SIMD lanes. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_STEELE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_STEELE_PAIRS_INL_H_
#undef OOZE_STEELE_PAIRS_INL_H_
#else
#define OOZE_STEELE_PAIRS_INL_H_
#endif

#include "liquid/eights-inl.h"
#include "methods/steele/pairs.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Vectors from particle i to eight other particles [m], with squared distances [m^2].
struct Apart {
  F8 x, y, z, d2;
};

/// Position (or another vector) of particle i, broadcast to all lanes.
struct Here {
  F8 x, y, z;
  OOZE_LANES Here(const Places& p, std::size_t i) : x(all(p.x[i])), y(all(p.y[i])), z(all(p.z[i])) {}
  template <class Particles8>
  OOZE_LANES Apart to(const Places& p, const Particles8& others) const {
    const F8 dx = others.of(p.x) - x, dy = others.of(p.y) - y, dz = others.of(p.z) - z;
    return {dx, dy, dz, most(dx * dx + dy * dy + dz * dz, all(kLeast2))};
  }
};

/// Returns the mean of particle i's value and the values of eight others.
template <class Particles8>
OOZE_LANES F8 meanOf(const PairValue& v, std::size_t i, const Particles8& others) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + others.of(v.own));
}

/// Returns particle i's share of half a relative displacement or velocity: 2 m_j / (m_i + m_j), 1 for equal
/// masses.
template <class Particles8>
OOZE_LANES F8 partOf(const float* mass, std::size_t i, const Particles8& others) {
  if (!mass) return all(1.f);
  const F8 other = others.of(mass);
  return (other + other) / (all(mass[i]) + other);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#endif  // per target
