// Implements viscosity impulses: Clavet 2005, section 5.3, Algorithm 5.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/viscosity.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/clavet/clavet.h"
#include "methods/clavet/spring_lanes-inl.h"

#ifndef OOZE_CLAVET_VISCOSITY_TASK
#define OOZE_CLAVET_VISCOSITY_TASK
namespace ooze::clavet {

struct ViscosityTask {
  const Neighbours& neighbours;
  const float *x, *y, *z;
  float *vx, *vy, *vz;
  float h, dt;
  PairValue sigma, beta;
  PairMasses masses;
};

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Returns the approach speed u that a pair loses in a step; u is negative if the pair recedes. Departs from
/// Clavet 2005 section 5.3 in two ways.
///
/// Time integration: the paper's impulse x u + b u^2 assumes that u hardly changes in a step (explicit
/// Euler). Here the equation u' = -(x u + b u^2) is integrated exactly over the step, to u e / (1 + (b / x) u
/// (1 - e)) with e = exp(-x). Therefore an approach never turns into a recession.
///
/// Direction: the paper ignores receding pairs. In a shear flow every other pair recedes, and the remaining
/// impulses only push. The result is a pressure proportional to viscosity and shear rate, which bursts a
/// thick jet where it lands. Here x is half the paper's value and acts in both directions, which gives the
/// same viscosity. The quadratic term b damps impacts and acts on approaches only.
OOZE_LANES FloatPacket lostApproachSpeed(FloatPacket u, FloatPacket x, FloatPacket b) {
  const FloatPacket taken = (x + b * max(u, broadcast(0.f))) * decayStretch(x);
  return u * taken / (broadcast(1.f) + taken);
}

/// Corrects x = sigma dt for overlapping pairs, so that the viscosity does not depend on the time step.
/// Departs from Clavet 2005 section 5.3, which uses x itself. A particle belongs to many pairs, and the first
/// pairs remove relative velocity that the later pairs no longer find. The polynomial is fitted to the decay
/// of eddies up to x = 1.3 (README.md, Viscosity); beyond 2 the result grows only linearly.
OOZE_LANES FloatPacket correctForOverlap(FloatPacket x) {
  const FloatPacket within = min(x, broadcast(2.f));
  return x * (broadcast(1.f) + within * (broadcast(0.085f) + within * broadcast(0.05f)));
}

/// Returns half of each lane's impulse, divided by the distance of the pair.
OOZE_LANES FloatPacket halfImpulses(const ViscosityTask& t, MaskPacket lanes, FloatPacket dx, FloatPacket dy,
                                    FloatPacket dz, FloatPacket dvx, FloatPacket dvy, FloatPacket dvz,
                                    FloatPacket sigma, FloatPacket beta) {
  const FloatPacket r2 = max(dx * dx + dy * dy + dz * dz, broadcast(1e-30f));
  const FloatPacket r = sqrt(r2);
  const FloatPacket inverse = broadcast(1.f) / r;
  const FloatPacket w =
      maskedOrZero(lanes & (r2 < broadcast(t.h * t.h)), broadcast(1.f) - r * broadcast(1.f / t.h));
  const FloatPacket u = (dvx * dx + dvy * dy + dvz * dz) * inverse;
  return broadcast(0.5f) *
         lostApproachSpeed(u, broadcast(0.5f) * w * correctForOverlap(broadcast(t.dt) * sigma),
                           broadcast(t.dt) * w * beta) *
         inverse;
}

/// Applies the impulses of all pairs of i with later particles. Departs from Algorithm 5 in the order only:
/// pairs are processed in groups of eight packets, within which the velocity of i stays constant.
template <bool kOneMass>
void applyImpulses(const ViscosityTask& task, std::uint32_t i) {
  const NeighbourList list = task.neighbours.of(i);
  // Local copies avoid reloads: the compiler must assume that a SIMD store may alias the members of t.
  const ViscosityTask t = task;
  const std::uint32_t* const eightWords = list.eights.data();
  const std::size_t eightCount = list.eights.size();
  const FloatPacket x = broadcast(t.x[i]), y = broadcast(t.y[i]), z = broadcast(t.z[i]);
  float vx = t.vx[i], vy = t.vy[i], vz = t.vz[i];
  for (std::size_t k = list.firstLaterPacket; k < eightCount;) {
    const std::size_t end = k + 8 < eightCount ? k + 8 : eightCount;
    const FloatPacket ownX = broadcast(vx), ownY = broadcast(vy), ownZ = broadcast(vz);
    FloatPacket sumX = broadcast(0.f), sumY = broadcast(0.f), sumZ = broadcast(0.f);
    for (; k < end; ++k) {
      const std::uint32_t s = eightWords[k] >> 8;
      const std::uint32_t earlier = s > i ? 0 : i + 1 - s;  // lanes up to i, whose pairs are already done
      const MaskPacket lanes = fromBits(eightWords[k] & (255u << (earlier < 8 ? earlier : 8)));
      const FloatPacket jx = load(t.vx + s), jy = load(t.vy + s), jz = load(t.vz + s);
      const FloatPacket dx = load(t.x + s) - x, dy = load(t.y + s) - y, dz = load(t.z + s) - z;
      const Shared half = sharePair<kOneMass>(
          t.masses, i, Consecutive{s},
          halfImpulses(t, lanes, dx, dy, dz, ownX - jx, ownY - jy, ownZ - jz,
                       meanOf(t.sigma, i, Consecutive{s}), meanOf(t.beta, i, Consecutive{s})));
      store(jx + half.other * dx, t.vx + s);
      store(jy + half.other * dy, t.vy + s);
      store(jz + half.other * dz, t.vz + s);
      sumX = sumX + half.own * dx, sumY = sumY + half.own * dy, sumZ = sumZ + half.own * dz;
    }
    vx -= sum(sumX), vy -= sum(sumY), vz -= sum(sumZ);
  }
  for (std::size_t k = list.firstLaterSingle; k < list.singles.size(); k += 8) {
    const std::size_t count = list.singles.size() - k;
    const MaskPacket lanes = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const IntPacket j = select(lanes, load(list.singles.data() + k), broadcast(static_cast<std::int32_t>(i)));
    const FloatPacket dx = gather(t.x, j) - x, dy = gather(t.y, j) - y, dz = gather(t.z, j) - z;
    const Shared half =
        sharePair<kOneMass>(t.masses, i, Scattered{j},
                            halfImpulses(t, lanes, dx, dy, dz, broadcast(vx) - gather(t.vx, j),
                                         broadcast(vy) - gather(t.vy, j), broadcast(vz) - gather(t.vz, j),
                                         meanOf(t.sigma, i, Scattered{j}), meanOf(t.beta, i, Scattered{j})));
    alignas(32) float gx[8], gy[8], gz[8];
    store(half.other * dx, gx), store(half.other * dy, gy), store(half.other * dz, gz);
    for (std::size_t l = 0; l < 8 && k + l < list.singles.size(); ++l) {
      const std::uint32_t to = list.singles[k + l];
      t.vx[to] += gx[l], t.vy[to] += gy[l], t.vz[to] += gz[l];
    }
    vx -= sum(half.own * dx), vy -= sum(half.own * dy), vz -= sum(half.own * dz);
  }
  t.vx[i] = vx, t.vy[i] = vy, t.vz[i] = vz;
}

void applyRunImpulses(const ViscosityTask& t, Neighbours::Run run) {
  for (std::uint32_t k = 0; k < run.count; ++k)
    t.masses.own ? applyImpulses<false>(t, run.at(k)) : applyImpulses<true>(t, run.at(k));
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::clavet {
HWY_EXPORT(applyRunImpulses);

void Clavet::applyViscosity(float dt, const Threads& threads, std::uint64_t stepIndex) {
  if (!laws_.anyPositive(&PairCoefficients::sigma) && !laws_.anyPositive(&PairCoefficients::beta)) return;
  const Vec3Array& p = liquid_.particles.position;
  Vec3Array& v = liquid_.particles.velocity;
  const ViscosityTask task{liquid_.neighbours(),
                           p.x.data(),
                           p.y.data(),
                           p.z.data(),
                           v.x.data(),
                           v.y.data(),
                           v.z.data(),
                           laws_.h(),
                           dt,
                           laws_.pairValue(&PairCoefficients::sigma, liquid_.particles, threads),
                           laws_.pairValue(&PairCoefficients::beta, liquid_.particles, threads),
                           laws_.pairMasses(liquid_.particles, threads)};
  liquid_.neighbours().sweep(threads, stepIndex, [&](Neighbours::Run run) {
    HWY_DYNAMIC_DISPATCH(applyRunImpulses)(task, run);
  });
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
