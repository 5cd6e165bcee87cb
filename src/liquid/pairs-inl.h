// SIMD parts of sums over neighbours: packets of eight particles, pair offsets, kernels, and coefficients and
// masses of pairs. Included once per SIMD target, after base/simd8.h.
#if defined(OOZE_LIQUID_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_LIQUID_PAIRS_INL_H_
#undef OOZE_LIQUID_PAIRS_INL_H_
#else
#define OOZE_LIQUID_PAIRS_INL_H_
#endif

#include "liquid/pair_value.h"
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

/// Runs Kernel(task, i) over the neighbours of particle i. @return the kernel with its sums
template <class Kernel, class Task>
OOZE_LANES Kernel sumOverNeighbours(const Task& task, std::size_t i) {
  Kernel kernel(task, i);
  forEachPacket(task.neighbours.of(i), static_cast<std::uint32_t>(i), kernel);
  return kernel;
}

/// Vectors from particle i to eight other particles [m], with squared distances [m^2].
struct PairOffset {
  FloatPacket x, y, z, d2;
};

/// Position (or another vector) of particle i, broadcast to all lanes.
struct PairOrigin {
  FloatPacket x, y, z;
  OOZE_LANES PairOrigin(const Places& p, std::size_t i)
      : x(broadcast(p.x[i])), y(broadcast(p.y[i])), z(broadcast(p.z[i])) {}
  template <class ParticlePacket>
  OOZE_LANES PairOffset to(const Places& p, const ParticlePacket& others) const {
    const FloatPacket dx = others.of(p.x) - x, dy = others.of(p.y) - y, dz = others.of(p.z) - z;
    return {dx, dy, dz, max(dx * dx + dy * dy + dz * dz, broadcast(kLeastDistance2))};
  }
};

/// Returns the linear kernel 1 - q, 0 from q = 1 on, as in Clavet et al. 2005 and Steele et al. 2004. The
/// gradient of the spiky kernel (1 - q)^3 of Müller et al. 2003 is its square.
OOZE_LANES FloatPacket linearKernel(FloatPacket q) { return max(broadcast(1.f) - q, broadcast(0.f)); }
/// Returns the poly6 kernel (1 - q^2)^3 of Müller et al. 2003 without its factor. @param q2  square of q
OOZE_LANES FloatPacket poly6Kernel(FloatPacket q2) {
  const FloatPacket w = linearKernel(q2);
  return w * w * w;
}

/// Returns the pair values of particle i with eight others.
template <class ParticlePacket>
OOZE_LANES FloatPacket meanOf(const PairValue& v, std::size_t i, const ParticlePacket& others) {
  if (!v.own) return broadcast(v.constant);
  return broadcast(0.5f) * (broadcast(v.own[i]) + others.of(v.own));
}

/// Returns particle i's share of half a relative displacement or velocity: 2 m_j / (m_i + m_j), 1 for equal
/// masses.
template <class ParticlePacket>
OOZE_LANES FloatPacket partOf(const float* mass, std::size_t i, const ParticlePacket& others) {
  if (!mass) return broadcast(1.f);
  const FloatPacket other = others.of(mass);
  return (other + other) / (broadcast(mass[i]) + other);
}

/// A pair displacement or velocity, divided between both ends by their masses.
struct Shared {
  FloatPacket own, other;
};

/// Divides `half` between particle i and eight others. With equal masses (`kOneMass`) the division is free.
template <bool kOneMass, class ParticlePacket>
OOZE_LANES Shared sharePair(const PairMasses& m, std::size_t i, const ParticlePacket& others,
                            FloatPacket half) {
  if constexpr (kOneMass) return {half, half};
  const FloatPacket other = broadcast(2.f * m.own[i]) / (broadcast(m.own[i]) + others.of(m.own));
  return {half * (broadcast(2.f) - other), half * other};
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#endif  // per target
