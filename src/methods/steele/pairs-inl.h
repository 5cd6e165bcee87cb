// Neighbours eight at a time. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_STEELE_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_STEELE_PAIRS_INL_H_
#undef OOZE_STEELE_PAIRS_INL_H_
#else
#define OOZE_STEELE_PAIRS_INL_H_
#endif

#include "methods/steele/pairs.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Eight particles one after another.
struct Consecutive {
  std::size_t first;
  HWY_INLINE F8 of(const float* values) const { return load(values + first); }
  HWY_INLINE I8 of(const std::uint32_t* values) const { return load(values + first); }
};

/// Any eight particles.
struct Scattered {
  I8 index;
  HWY_INLINE F8 of(const float* values) const { return gather(values, index); }
  HWY_INLINE I8 of(const std::uint32_t* values) const { return gather(values, index); }
};

/// Calls kernel(particles, lanes that are listed) for all that particle i has in its list.
template <class Kernel>
HWY_INLINE void forEights(const NeighbourList& list, std::uint32_t i, Kernel& kernel) {
  const std::uint32_t* const words = list.eights.data();
  const std::size_t count = list.eights.size();
  for (std::size_t k = 0; k < count; ++k) kernel(Consecutive{words[k] >> 8}, fromBits(words[k]));
  for (std::size_t k = 0; k < list.singles.size(); k += 8) {
    const std::size_t rest = list.singles.size() - k;
    const M8 lanes = fromBits(rest < 8 ? (1u << rest) - 1u : 255u);
    kernel(Scattered{select(lanes, load(list.singles.data() + k), all(static_cast<std::int32_t>(i)))}, lanes);
  }
}

/// From i to eight others, and how far that is.
struct Apart {
  F8 x, y, z, d2;
};

struct Here {
  F8 x, y, z;
  HWY_INLINE Here(const Places& p, std::size_t i) : x(all(p.x[i])), y(all(p.y[i])), z(all(p.z[i])) {}
  template <class Particles8>
  HWY_INLINE Apart to(const Places& p, const Particles8& others) const {
    const F8 dx = others.of(p.x) - x, dy = others.of(p.y) - y, dz = others.of(p.z) - z;
    return {dx, dy, dz, most(dx * dx + dy * dy + dz * dz, all(kLeast2))};
  }
};

/// The mean of what particle i and eight others have.
template <class Particles8>
HWY_INLINE F8 meanOf(const PairValue& v, std::size_t i, const Particles8& others) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + others.of(v.own));
}

/// What particle i has of a relative displacement or velocity, halved: 1 of equal masses.
template <class Particles8>
HWY_INLINE F8 partOf(const float* mass, std::size_t i, const Particles8& others) {
  if (!mass) return all(1.f);
  const F8 other = others.of(mass);
  return (other + other) / (all(mass[i]) + other);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#endif  // per target
