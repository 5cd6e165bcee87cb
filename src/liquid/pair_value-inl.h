// SIMD evaluation of pair values and masses, in packets of eight. Included once per SIMD target, after
// base/simd8.h.
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

/// Returns the pair values of particle i with the eight consecutive particles from j on.
OOZE_LANES F8 withEight(const PairValue& v, std::size_t i, std::size_t j) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + load(v.own + j));
}

/// Returns the pair values of particle i with eight arbitrary particles.
OOZE_LANES F8 withEach(const PairValue& v, std::size_t i, const I8& j) {
  if (!v.own) return all(v.constant);
  return all(0.5f) * (all(v.own[i]) + gather(v.own, j));
}

/// A pair displacement or velocity, divided between both ends by their masses.
struct Shared {
  F8 own, other;
};

OOZE_LANES Shared shared(F8 half, float own, F8 others) {
  const F8 other = all(2.f * own) / (all(own) + others);
  return {half * (all(2.f) - other), half * other};
}

/// Divides `half` between particle i and the eight consecutive particles from j on. With equal masses
/// (`kOneMass`) the division is free.
template <bool kOneMass>
OOZE_LANES Shared sharedWithEight(const PairMasses& m, std::size_t i, std::size_t j, F8 half) {
  if constexpr (kOneMass) return {half, half};
  return shared(half, m.own[i], load(m.own + j));
}

/// Divides `half` between particle i and eight arbitrary particles.
template <bool kOneMass>
OOZE_LANES Shared sharedWithEach(const PairMasses& m, std::size_t i, const I8& j, F8 half) {
  if constexpr (kOneMass) return {half, half};
  return shared(half, m.own[i], gather(m.own, j));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#endif  // per target
