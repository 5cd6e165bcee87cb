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
OOZE_LANES FloatPacket pairValueConsecutive(const PairValue& v, std::size_t i, std::size_t j) {
  if (!v.own) return broadcast(v.constant);
  return broadcast(0.5f) * (broadcast(v.own[i]) + load(v.own + j));
}

/// Returns the pair values of particle i with eight arbitrary particles.
OOZE_LANES FloatPacket pairValueScattered(const PairValue& v, std::size_t i, const IntPacket& j) {
  if (!v.own) return broadcast(v.constant);
  return broadcast(0.5f) * (broadcast(v.own[i]) + gather(v.own, j));
}

/// A pair displacement or velocity, divided between both ends by their masses.
struct Shared {
  FloatPacket own, other;
};

OOZE_LANES Shared shared(FloatPacket half, float own, FloatPacket others) {
  const FloatPacket other = broadcast(2.f * own) / (broadcast(own) + others);
  return {half * (broadcast(2.f) - other), half * other};
}

/// Divides `half` between particle i and the eight consecutive particles from j on. With equal masses
/// (`kOneMass`) the division is free.
template <bool kOneMass>
OOZE_LANES Shared sharePairConsecutive(const PairMasses& m, std::size_t i, std::size_t j, FloatPacket half) {
  if constexpr (kOneMass) return {half, half};
  return shared(half, m.own[i], load(m.own + j));
}

/// Divides `half` between particle i and eight arbitrary particles.
template <bool kOneMass>
OOZE_LANES Shared sharePairScattered(const PairMasses& m, std::size_t i, const IntPacket& j,
                                     FloatPacket half) {
  if constexpr (kOneMass) return {half, half};
  return shared(half, m.own[i], gather(m.own, j));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#endif  // per target
