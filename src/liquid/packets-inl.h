// SIMD iteration over neighbour lists, in packets of eight. Included once per SIMD target, after
// base/simd8.h.
#if defined(OOZE_LIQUID_EIGHTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_LIQUID_EIGHTS_INL_H_
#undef OOZE_LIQUID_EIGHTS_INL_H_
#else
#define OOZE_LIQUID_EIGHTS_INL_H_
#endif

#include "particles/neighbours.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace ooze {
namespace HWY_NAMESPACE {

/// A packet of eight consecutive particles.
struct Consecutive {
  std::size_t first;
  OOZE_LANES FloatPacket of(const float* values) const { return load(values + first); }
  OOZE_LANES IntPacket of(const std::uint32_t* values) const { return load(values + first); }
};

/// A packet of eight arbitrary particles.
struct Scattered {
  IntPacket index;
  OOZE_LANES FloatPacket of(const float* values) const { return gather(values, index); }
  OOZE_LANES IntPacket of(const std::uint32_t* values) const { return gather(values, index); }
};

/// Calls kernel(packet, lane mask) for every packet in the neighbour list of particle i.
template <class Kernel>
OOZE_LANES void forEachPacket(const NeighbourList& list, std::uint32_t i, Kernel& kernel) {
  const std::uint32_t* const words = list.eights.data();
  const std::size_t count = list.eights.size();
  for (std::size_t k = 0; k < count; ++k) kernel(Consecutive{words[k] >> 8}, fromBits(words[k]));
  for (std::size_t k = 0; k < list.singles.size(); k += 8) {
    const std::size_t rest = list.singles.size() - k;
    const MaskPacket lanes = fromBits(rest < 8 ? (1u << rest) - 1u : 255u);
    kernel(Scattered{select(lanes, load(list.singles.data() + k), broadcast(static_cast<std::int32_t>(i)))},
           lanes);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#endif  // per target
