// What both stages of springs do eight at a time. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_CLAVET_SPRING_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_CLAVET_SPRING_LANES_INL_H_
#undef OOZE_CLAVET_SPRING_LANES_INL_H_
#else
#define OOZE_CLAVET_SPRING_LANES_INL_H_
#endif

#include "methods/clavet/pair_law-inl.h"
#include "methods/clavet/spring_ends.h"
#include "methods/clavet/spring_rows.h"

#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Plastic flow of rest lengths (Algorithm 4, eq. 8), separately for stretch and compression; flowed()
/// (coefficients.h) has the reasons.
OOZE_LANES F8 adjusted(F8 L, F8 r, F8 dt, F8 alphaStretch, F8 gammaStretch, F8 alphaCompress,
                       F8 gammaCompress) {
  const F8 one = all(1.f), longest = one + gammaStretch, shortest = one - gammaCompress;
  const M8 stretched = longest * L < r, squeezed = r < shortest * L;
  const F8 rate = dt * select(stretched, alphaStretch, alphaCompress);
  const F8 ends = select(stretched, longest, shortest);
  const F8 share = rate * stretchOf(rate * ends);
  return select(stretched | squeezed, (L + share * r) / (one + share * ends), L);
}

/// Particles of lanes, or `self` in those that are not asked for. Materials and cuts go by particle; where
/// there is one material and no cut nobody is looked up.
OOZE_LANES I8 indicesOf(const SpringEnds& ends, bool asked, M8 lanes, I8 partners, I8 self) {
  if (!asked) return self;
  return select(lanes, gather(ends.indices(), select(lanes, partners, all(0))), self);
}

inline constexpr std::uint32_t kRowsAhead = 4;  ///< fetched into the cache; 3 to 6 are alike

/// Rows lie in the order in which they grew, which is nobody's: without this half the time of an adjustment
/// goes by waiting for them (src/particles/README.md, Springs).
OOZE_LANES void fetchAhead(const SpringRows& springs, std::uint32_t i) {
  const SpringRows::Row& row = springs.rows[i];
  for (std::uint32_t k = 0; k < row.count; k += 8) hwy::Prefetch(&springs.eight(row, k));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#endif  // per target
