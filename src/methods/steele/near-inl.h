// SIMD parts of sums over near neighbours. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_STEELE_NEAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_STEELE_NEAR_INL_H_
#undef OOZE_STEELE_NEAR_INL_H_
#else
#define OOZE_STEELE_NEAR_INL_H_
#endif

#include "liquid/pairs-inl.h"
#include "methods/steele/near_lists.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Four values of each of eight particles.
struct QuadruplePacket {
  FloatPacket x, y, z, w;
};

/// A packet of eight near neighbours.
struct NearPacket {
  const std::uint32_t* index;
  OOZE_LANES FloatPacket of(const float* values) const { return gather(values, load(index)); }
  OOZE_LANES IntPacket of(const std::uint32_t* values) const { return gather(values, load(index)); }
  OOZE_LANES QuadruplePacket quadruplesOf(const float* packed) const {
    QuadruplePacket q;
    gather4(packed, index, q.x, q.y, q.z, q.w);
    return q;
  }
};

/// Vectors to eight neighbours [m], squared distances [m^2] and the fourth values of the neighbours.
struct NearOffset {
  FloatPacket x, y, z, d2, w;
};

/// A vector of particle i, broadcast to all lanes, and its fourth value.
struct NearOrigin {
  FloatPacket x, y, z, w;
  OOZE_LANES NearOrigin(const float* packed, std::size_t i)
      : x(broadcast(packed[4 * i])),
        y(broadcast(packed[4 * i + 1])),
        z(broadcast(packed[4 * i + 2])),
        w(broadcast(packed[4 * i + 3])) {}
  OOZE_LANES NearOffset to(const float* packed, const NearPacket& others) const {
    const QuadruplePacket q = others.quadruplesOf(packed);
    const FloatPacket dx = q.x - x, dy = q.y - y, dz = q.z - z;
    return {dx, dy, dz, max(dx * dx + dy * dy + dz * dz, broadcast(kLeastDistance2)), q.w};
  }
};

/// Returns particle i's share of half a relative displacement: 2 m_j / (m_i + m_j), 1 for equal masses.
OOZE_LANES FloatPacket partOf(bool hasMasses, FloatPacket own, FloatPacket other) {
  if (!hasMasses) return broadcast(1.f);
  return (other + other) / (own + other);
}

/// Calls kernel(packet, lane mask) for all near neighbours, eight at a time.
template <class Kernel>
OOZE_LANES void forEachNear(const NearList& list, Kernel& kernel) {
  std::size_t k = 0;
  for (; k + 8 <= list.count; k += 8) kernel(NearPacket{list.index + k}, fromBits(255u));
  if (k < list.count) kernel(NearPacket{list.index + k}, fromBits((1u << (list.count - k)) - 1u));
}

/// Runs Kernel(task, i) over the near neighbours of particle i. @return the kernel with its sums
template <class Kernel, class Task>
OOZE_LANES Kernel sumOverNear(const Task& task, std::size_t i) {
  Kernel kernel(task, i);
  forEachNear(task.near.of(i), kernel);
  return kernel;
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#endif  // per target
