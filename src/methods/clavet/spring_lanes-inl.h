// SIMD functions shared by viscosity, spring adjustment and spring displacement. Included once per SIMD
// target, after base/simd8.h.
#if defined(OOZE_CLAVET_SPRING_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_CLAVET_SPRING_LANES_INL_H_
#undef OOZE_CLAVET_SPRING_LANES_INL_H_
#else
#define OOZE_CLAVET_SPRING_LANES_INL_H_
#endif

#include "liquid/pairs-inl.h"
#include "methods/clavet/spring_ends.h"
#include "methods/clavet/spring_rows.h"

#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

OOZE_LANES FloatPacket decayStretch(FloatPacket x) {
  return broadcast(1.f) + x * (broadcast(0.5f) + x * broadcast(1.f / 6.f));
}

/// Computes the plastic flow of rest lengths (Algorithm 4, eq. 8), separately for stretch and compression.
/// The formula is that of flowed() in coefficients.h.
OOZE_LANES FloatPacket adjusted(FloatPacket L, FloatPacket r, FloatPacket dt, FloatPacket alphaStretch,
                                FloatPacket gammaStretch, FloatPacket alphaCompress,
                                FloatPacket gammaCompress) {
  const FloatPacket one = broadcast(1.f), longest = one + gammaStretch, shortest = one - gammaCompress;
  const MaskPacket stretched = longest * L < r, squeezed = r < shortest * L;
  const FloatPacket rate = dt * select(stretched, alphaStretch, alphaCompress);
  const FloatPacket ends = select(stretched, longest, shortest);
  const FloatPacket share = rate * decayStretch(rate * ends);
  return select(stretched | squeezed, (L + share * r) / (one + share * ends), L);
}

/// Returns the particle indices of the partners in `lanes`, and `self` in all other lanes. The lookup is
/// skipped unless `asked`: with one material and no cut the kernels do not need particle indices.
OOZE_LANES IntPacket indicesOf(const SpringEnds& ends, bool asked, MaskPacket lanes, IntPacket partners,
                               IntPacket self) {
  if (!asked) return self;
  return select(lanes, gather(ends.indices(), select(lanes, partners, broadcast(0))), self);
}

inline constexpr std::uint32_t kRowsAhead = 4;  ///< number of rows to prefetch; nearby values perform alike

/// Prefetches the springs of row i into the cache. Rows lie in memory in the order of their growth, which is
/// unrelated to the order of the particles, so that loads would miss the cache (src/particles/README.md,
/// Springs).
OOZE_LANES void fetchAhead(const SpringRows& springs, std::uint32_t i) {
  const SpringRows::SpringRow& row = springs.rows[i];
  for (std::uint32_t k = 0; k < row.count; k += 8) hwy::Prefetch(&springs.eight(row, k));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#endif  // per target
