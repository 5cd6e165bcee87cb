// Spring displacements: springs move their ends towards their rest lengths (Clavet 2005, section 5.1,
// Algorithm 3).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/spring_displacement.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/direction.h"
#include "methods/clavet/spring_lanes-inl.h"
#include "methods/clavet/spring_network.h"

#ifndef OOZE_CLAVET_DISPLACE_TASK
#define OOZE_CLAVET_DISPLACE_TASK

#include <algorithm>
#include <mutex>

namespace ooze::clavet {

struct DisplaceTask {
  SpringRows& springs;
  const SpringEnds& ends;
  float* places;                     ///< positions by slot, four floats each (SpringEnds::places()) [m]
  std::vector<DeferredSpring>& far;  ///< springs deferred to the end of the sweep, in any order
  std::mutex& farMutex;
  float h, dt;
  PairValue kSpring;
  PairMasses masses;
  bool flows;  ///< true if rest lengths flow here, because the step skips the spring adjustment
  PairValue alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

/// Defers springs of i to the end of the sweep, given as lanes of the packet at k.
void deferSprings(const DisplaceTask& t, std::uint32_t i, std::uint32_t k, std::uint32_t lanes);

/// Computes Algorithm 3 for one spring. @return half of the displacement, in the direction from i to j [m]
Vec3 halfDisplacement(const Vec3& i, const Vec3& j, std::uint32_t idI, std::uint32_t idJ, float restLength,
                      float kSpring, float h, float dt);

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Returns the lanes of particles that are more than two rows away from the pencil of the given row. Rows are
/// encoded like SpringEnds::rows().
OOZE_LANES MaskPacket lanesOutOfReach(std::uint32_t row, IntPacket rows) {
  const auto own = static_cast<std::int32_t>(row);
  const std::int32_t y = (own & 0x7fc) - 2, z = ((own >> 11) & 0x7fc) - 2;
  const IntPacket low = broadcast(0x7ff), seven = broadcast(7);
  return (seven < ((rows - broadcast(y)) & low)) | (seven < ((shiftedRight<11>(rows) - broadcast(z)) & low));
}

/// Moves the other ends of eight springs of i, starting at index k of its row. Adds the displacement of i to
/// the sums.
/// @param own  position of i [m]
template <bool kOneMass, bool kFlows>
OOZE_LANES void displaceEight(const DisplaceTask& t, std::uint32_t i, const float* own, std::uint32_t k,
                              FloatPacket& sumX, FloatPacket& sumY, FloatPacket& sumZ) {
  const std::uint32_t ownRow = t.ends.rows()[t.ends.slotOf(i)];
  const SpringRows::SpringRow& row = t.springs.rows[i];
  SpringRows::Eight& eight = t.springs.eight(row, k);
  const std::uint32_t left = row.count - k;
  const FloatPacket perH = broadcast(1.f / t.h), half = broadcast(0.5f * t.dt * t.dt);
  const MaskPacket filled = fromBits(left < 8 ? (1u << left) - 1u : 255u);
  const IntPacket ownSlot = broadcast(static_cast<std::int32_t>(t.ends.slotOf(i)));
  const IntPacket partner = select(filled, load(eight.partner), ownSlot);
  const IntPacket rows = gather(t.ends.rows(), partner);
  const MaskPacket there = andNot(filled, rows < broadcast(0));
  const MaskPacket far = there & lanesOutOfReach(ownRow, rows);
  const MaskPacket lanes = andNot(there, far);
  alignas(32) std::uint32_t at[8];
  store(partner, at);
  // Mask out particles that this pencil must not change. The branch is rare, so loading positions need not
  // wait for the rows.
  if (bitsOf(lanes) != bitsOf(filled)) {
    store(select(lanes, partner, ownSlot), at);
    if (bitsOf(far) != 0) deferSprings(t, i, k, bitsOf(far));
  }
  FloatPacket jx, jy, jz, none;
  gather4(t.places, at, jx, jy, jz, none);
  const IntPacket j = indicesOf(t.ends, t.kSpring.own != nullptr || t.masses.own != nullptr, lanes, partner,
                                broadcast(static_cast<std::int32_t>(i)));
  const FloatPacket dx = jx - broadcast(own[0]), dy = jy - broadcast(own[1]), dz = jz - broadcast(own[2]);
  const FloatPacket r2 = max(dx * dx + dy * dy + dz * dz, broadcast(1e-30f));
  const FloatPacket r = sqrt(r2);
  const FloatPacket inverse = broadcast(1.f) / r;
  FloatPacket rest = load(eight.rest);
  if constexpr (kFlows) {
    rest = adjusted(rest, r, broadcast(t.dt), meanOf(t.alphaStretch, i, Scattered{j}),
                    meanOf(t.gammaStretch, i, Scattered{j}), meanOf(t.alphaCompress, i, Scattered{j}),
                    meanOf(t.gammaCompress, i, Scattered{j}));
    // A spring that would break stays at h, where it exerts no force, until the next adjustment.
    rest = min(rest, broadcast(t.h));
    store(select(lanes, rest, load(eight.rest)), eight.rest);
  }
  // Divide by r, so that one product with dx, dy, dz gives the displacement.
  const FloatPacket push = half * meanOf(t.kSpring, i, Scattered{j}) * (broadcast(1.f) - rest * perH) *
                           (rest * inverse - broadcast(1.f));
  FloatPacket mx = maskedOrZero(lanes, push * dx), my = maskedOrZero(lanes, push * dy),
              mz = maskedOrZero(lanes, push * dz);
  if (const std::uint32_t coincident = bitsOf(lanes & (r2 < broadcast(2e-30f)))) {
    // Coincident ends use the pair's deterministic direction.
    alignas(32) float ox[8], oy[8], oz[8];
    store(mx, ox), store(my, oy), store(mz, oz);
    for (std::uint32_t m = coincident; m != 0; m &= m - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(m));
      const Vec3 apart =
          halfDisplacement(Vec3(0.f), Vec3(0.f), t.ends.idOf(t.ends.slotOf(i)), t.ends.idOf(at[l]),
                           eight.rest[l], t.kSpring.of(i, t.ends.indices()[at[l]]), t.h, t.dt);
      ox[l] = apart.x, oy[l] = apart.y, oz[l] = apart.z;
    }
    mx = load(ox), my = load(oy), mz = load(oz);
  }
  const Shared x = sharePair<kOneMass>(t.masses, i, Scattered{j}, mx),
               y = sharePair<kOneMass>(t.masses, i, Scattered{j}, my),
               z = sharePair<kOneMass>(t.masses, i, Scattered{j}, mz);
  // Lanes without a spring add zero to particle i itself, whose position is stored after all packets.
  scatterAdd3(t.places, at, x.other, y.other, z.other);
  sumX = sumX + x.own, sumY = sumY + y.own, sumZ = sumZ + z.own;
}

/// Applies Algorithm 3 to the springs that i owns. Departs from the paper in the order only: springs are
/// processed in groups of eight, within which i does not move. Groups of sixteen would change results:
/// threads of honey part less often.
template <bool kOneMass, bool kFlows>
void displaceRow(const DisplaceTask& t, std::uint32_t i) {
  const std::uint32_t count = t.springs.rows[i].count;
  float* const place = t.places + std::size_t{4} * t.ends.slotOf(i);
  float own[3] = {place[0], place[1], place[2]};
  for (std::uint32_t k = 0; k < count; k += 8) {
    FloatPacket x = broadcast(0.f), y = x, z = x;
    displaceEight<kOneMass, kFlows>(t, i, own, k, x, y, z);
    own[0] -= sum(x), own[1] -= sum(y), own[2] -= sum(z);
  }
  place[0] = own[0], place[1] = own[1], place[2] = own[2];
}

void displaceRun(const DisplaceTask& t, Neighbours::Run run) {
  for (std::uint32_t k = 0; k < run.count; ++k) {
    if (k + kRowsAhead < run.count) fetchAhead(t.springs, run.at(k + kRowsAhead));
    const std::uint32_t i = run.at(k);
    if (t.flows)
      t.masses.own ? displaceRow<false, true>(t, i) : displaceRow<true, true>(t, i);
    else
      t.masses.own ? displaceRow<false, false>(t, i) : displaceRow<true, false>(t, i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::clavet {
HWY_EXPORT(displaceRun);

void deferSprings(const DisplaceTask& t, std::uint32_t i, std::uint32_t k, std::uint32_t lanes) {
  const std::lock_guard lock(t.farMutex);  // springs too long for the sweep are rare, so threads seldom wait
  for (; lanes != 0; lanes &= lanes - 1)
    t.far.push_back({i, k + static_cast<std::uint32_t>(std::countr_zero(lanes))});
}

Vec3 halfDisplacement(const Vec3& i, const Vec3& j, std::uint32_t idI, std::uint32_t idJ, float restLength,
                      float kSpring, float h, float dt) {
  const Vec3 rij = j - i;
  const float r = glm::length(rij);
  const float push = dt * dt * kSpring * (1.f - restLength / h) * (restLength - r);
  return 0.5f * push * direction(rij, r, idI, idJ);
}

void SpringNetwork::displace(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                             std::uint64_t stepIndex) {
  if (!active_) return;
  const Particles& particles = liquid.particles;
  ends_.loadPositions(particles.position, liquid.neighbours().rows(), threads);
  deferred_.clear();
  std::mutex farMutex;
  const DisplaceTask task{springs_,
                          ends_,
                          ends_.places(),
                          deferred_,
                          farMutex,
                          laws.h(),
                          dt,
                          laws.pairValue(&PairCoefficients::kSpring, particles, threads),
                          laws.pairMasses(particles, threads),
                          flowing_,
                          laws.pairValue(&PairCoefficients::alphaStretch, particles, threads),
                          laws.pairValue(&PairCoefficients::alphaCompress, particles, threads),
                          laws.pairValue(&PairCoefficients::gammaStretch, particles, threads),
                          laws.pairValue(&PairCoefficients::gammaCompress, particles, threads)};
  liquid.neighbours().sweep(threads, stepIndex, [&](Neighbours::Run run) {
    HWY_DYNAMIC_DISPATCH(displaceRun)(task, run);
  });
  ends_.storePositions(liquid.particles.position, threads);
  displaceDeferred(dt, liquid, laws, task.masses);
}

/// Applies the deferred springs, which no pencil may process in parallel, one after another.
void SpringNetwork::displaceDeferred(float dt, ParticleLiquid& liquid, const MaterialLaws& laws,
                                     const PairMasses& masses) {
  std::sort(deferred_.begin(), deferred_.end());
  const Particles& particles = liquid.particles;
  Vec3Array& p = liquid.particles.position;
  for (const DeferredSpring& s : deferred_) {
    const SpringRows::SpringRow& row = springs_.rows[s.owner];
    const std::uint32_t i = s.owner, partner = springs_.partner(row, s.place), j = ends_.indices()[partner];
    const float kSpring = laws.pair(particles.material[i], particles.material[j]).kSpring;
    const Vec3 half = halfDisplacement(p[i], p[j], particles.id[i], particles.id[j],
                                       springs_.rest(row, s.place), kSpring, laws.h(), dt);
    const PairParts parts = masses.of(i, j);
    p.add(i, -parts.own * half);
    p.add(j, parts.other * half);
  }
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
