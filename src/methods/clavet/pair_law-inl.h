// Pair functions for packets of eight SIMD lanes. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_CLAVET_PAIR_LAW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_CLAVET_PAIR_LAW_INL_H_
#undef OOZE_CLAVET_PAIR_LAW_INL_H_
#else
#define OOZE_CLAVET_PAIR_LAW_INL_H_
#endif

#include "liquid/pairs-inl.h"
#include "methods/clavet/coefficients.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

OOZE_LANES FloatPacket decayStretch(FloatPacket x) {
  return broadcast(1.f) + x * (broadcast(0.5f) + x * broadcast(1.f / 6.f));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#endif  // per target
