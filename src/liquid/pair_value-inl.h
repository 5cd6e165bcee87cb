// Pair values and masses eight at a time. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_LIQUID_PAIR_VALUE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_LIQUID_PAIR_VALUE_INL_H_
#undef OOZE_LIQUID_PAIR_VALUE_INL_H_
#else
#define OOZE_LIQUID_PAIR_VALUE_INL_H_
#endif

#include "liquid/pair_value.h"

HWY_BEFORE_NAMESPACE();
namespace ooze {
namespace HWY_NAMESPACE {

/// Of particle i with the eight from j on.
OOZE_LANES F8 withEight(const PairValue& v, std::size_t i, std::size_t j) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + load(v.own + j));
}

/// Of particle i with any eight.
OOZE_LANES F8 withEach(const PairValue& v, std::size_t i, const I8& j) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + gather(v.own, j));
}

/// Half a relative displacement, or velocity, as the two ends take it.
struct Shared {
  F8 own, other;
};

OOZE_LANES Shared shared(F8 half, float own, F8 others) {
  const F8 other = all(2.f * own) / (all(own) + others);
  return {half * (all(2.f) - other), half * other};
}

/// Between particle i and the eight from j on. Of one mass (`kOneMass`) it costs nothing.
template <bool kOneMass>
OOZE_LANES Shared sharedWithEight(const PairMasses& m, std::size_t i, std::size_t j, F8 half) {
  if constexpr (kOneMass) return {half, half};
  return shared(half, m.own[i], load(m.own + j));
}

/// Between particle i and any eight.
template <bool kOneMass>
OOZE_LANES Shared sharedWithEach(const PairMasses& m, std::size_t i, const I8& j, F8 half) {
  if constexpr (kOneMass) return {half, half};
  return shared(half, m.own[i], gather(m.own, j));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#endif  // per target
