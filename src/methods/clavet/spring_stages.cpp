// The stages of springs: Clavet 2005, sections 5.1 and 5.2, Algorithms 3 and 4.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/spring_stages.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/cache_control.h>
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "liquid/direction.h"
#include "methods/clavet/pair_law-inl.h"
#include "methods/clavet/spring_network.h"

#ifndef OOZE_CLAVET_SPRING_TASKS
#define OOZE_CLAVET_SPRING_TASKS

#include <algorithm>
#include <mutex>

namespace ooze::clavet {

/// No spring is longer: nothing sane stretches so far, and rows are only told apart within a thousand [h].
inline constexpr float kLongest = 100.f;

inline constexpr std::uint32_t kRowsAhead = 4;  ///< fetched into the cache; 3 to 6 are alike

struct AdjustTask {
  SpringRows& springs;
  const SpringEnds& ends;
  const Neighbours& neighbours;
  const float *x, *y, *z;
  const float *adjustedX, *adjustedY, *adjustedZ;  ///< positions at the last adjustment
  const std::uint32_t* id;
  const std::uint32_t* cuts;  ///< sides by particle; null: nothing is cut
  SpringFlow* flow;           ///< by particle, of those beside cuts; null: nothing is cut
  float h, dt;
  bool every;  ///< look for missing springs in every pair, not only in those that came within h since
  PairValue kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

struct DisplaceTask {
  SpringRows& springs;
  const SpringEnds& ends;
  float* places;                ///< of the ends
  std::vector<FarSpring>& far;  ///< what is left to the end of the sweep, in any order
  std::mutex& farMutex;
  float h, dt;
  PairValue kSpring;
  PairMasses masses;
  bool flows;  ///< rest lengths follow too, as no adjustment did in this step
  PairValue alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

/// Where a rest length L beyond yield flows to in a step in which r stands still: towards r / ends. Departs
/// from Clavet 2005 section 5.2, eq. 8, which takes the rate of the step's beginning for all of it: the
/// strain that a steady flow keeps, and with it the viscosity that springs give, then shrinks by dt alpha.
/// @param rate  dt alpha @param ends  1 + gamma of stretch, 1 - gamma of compression
inline float flowed(float L, float r, float rate, float ends) {
  const float share = rate * stretchOf(rate * ends);
  return (L + share * r) / (1.f + share * ends);
}

/// Springs of i, the lanes of an eight, that are left to the end of the sweep.
void leaveFar(const DisplaceTask& t, std::uint32_t i, std::uint32_t k, std::uint32_t lanes);

/// Algorithm 3 for one spring. @return half of the displacement, along i to j
Vec3 halfDisplacement(const Vec3& i, const Vec3& j, std::uint32_t idI, std::uint32_t idJ, float restLength,
                      float kSpring, float h, float dt);

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Plastic flow of rest lengths (Algorithm 4, eq. 8), separately for stretch and compression; flowed() has
/// the reasons.
HWY_INLINE F8 adjusted(F8 L, F8 r, F8 dt, F8 alphaStretch, F8 gammaStretch, F8 alphaCompress,
                       F8 gammaCompress) {
  const F8 one = all(1.f), longest = one + gammaStretch, shortest = one - gammaCompress;
  const M8 stretched = longest * L < r, squeezed = r < shortest * L;
  const F8 rate = dt * select(stretched, alphaStretch, alphaCompress);
  const F8 ends = select(stretched, longest, shortest);
  const F8 share = rate * stretchOf(rate * ends);
  return select(stretched | squeezed, (L + share * r) / (one + share * ends), L);
}

/// Lanes of particles whose rows are more than two from the pencil of the row given; rows as in
/// SpringEnds::places().
HWY_INLINE M8 outOfReach(float row, F8 rows) {
  const auto own = static_cast<std::int32_t>(row);
  const std::int32_t y = (own & 0x7fc) - 2, z = ((own >> 11) & 0x7fc) - 2;
  const I8 low = all(0x7ff), seven = all(7), other = toInt(rows);
  return (seven < ((other - all(y)) & low)) | (seven < ((shiftedRight<11>(other) - all(z)) & low));
}

/// Tells both ends of springs of i how far these flowed, if they are beside a cut.
/// @param partners  particles
void tellFlow(const AdjustTask& t, std::uint32_t i, I8 partners, M8 lanes, F8 before, F8 after) {
  const I8 sides = gather(t.cuts, partners);
  const bool own = t.cuts[i] != 0;
  const std::uint32_t marked = bitsOf(lanes & ((sides < all(0)) | (all(0) < sides)));
  if (!own && marked == 0) return;
  alignas(32) float was[8], is[8];
  alignas(32) std::uint32_t at[8];
  store(before, was), store(after, is), store(partners, at);
  std::uint64_t sum = 0;
  for (std::uint32_t m = own ? bitsOf(lanes) : marked; m != 0; m &= m - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(m));
    const std::uint64_t told = SpringFlow::ofSpring(was[l], is[l]);
    if (marked >> l & 1u) t.flow[at[l]].add(told);
    sum += told;
  }
  if (own) t.flow[i].add(sum);
}

/// Particles of lanes, or `self` in those that are not asked for. Materials and cuts go by particle; where
/// there is one material and no cut nobody is looked up.
HWY_INLINE I8 indicesOf(const SpringEnds& ends, bool asked, M8 lanes, I8 partners, I8 self) {
  if (!asked) return self;
  return select(lanes, gather(ends.indices(), select(lanes, partners, all(0))), self);
}

/// What is left of a row, closed up: eights that are full go back to it.
struct ClosedUp {
  alignas(32) float rest[16];
  alignas(32) std::uint32_t partner[16];
  std::size_t held = 0;
};

void closeUp(ClosedUp& left, M8 kept, F8 rest, I8 partner, SpringRows::Eight*& to) {
  compress(partner, kept, left.partner + left.held);
  left.held += compress(rest, kept, left.rest + left.held);
  if (left.held < 8) return;
  store(load(left.rest), to->rest), store(load(left.partner), to->partner);
  store(load(left.rest + 8), left.rest), store(load(left.partner + 8), left.partner);
  left.held -= 8;
  ++to;
}

/// Adjusts the springs that i owns, drops broken ones and those whose partner is gone.
void adjustRow(const AdjustTask& t, std::uint32_t i, AdjustResult& result) {
  SpringRows::Row& row = t.springs.rows[i];
  SpringRows::Eight* const eights = t.springs.eights.data() + row.begin;
  const float* const places = t.ends.places();
  const F8 x = all(t.x[i]), y = all(t.y[i]), z = all(t.z[i]), h = all(t.h), dt = all(t.dt);
  const I8 self = all(static_cast<std::int32_t>(i)), nobody = all(0);
  const bool asked = t.kSpring.own != nullptr || t.flow != nullptr;
  SpringRows::Eight* to = eights;
  ClosedUp left;
  bool closing = false;
  for (std::uint32_t k = 0; k < row.count; k += 8) {
    SpringRows::Eight& eight = eights[k / 8];
    const std::uint32_t count = row.count - k;
    const M8 filled = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const I8 partner = select(filled, load(eight.partner), nobody);
    alignas(32) std::uint32_t at[8];
    store(partner, at);
    F8 jx, jy, jz, jRow;
    gather4(places, at, jx, jy, jz, jRow);
    const M8 there = without(filled, jRow < all(0.f));
    const I8 j = indicesOf(t.ends, asked, there, partner, self);
    const F8 dx = jx - x, dy = jy - y, dz = jz - z;
    const F8 r = root(dx * dx + dy * dy + dz * dz);
    const F8 before = load(eight.rest);
    const F8 rest = adjusted(before, r, dt, withEach(t.alphaStretch, i, j), withEach(t.gammaStretch, i, j),
                             withEach(t.alphaCompress, i, j), withEach(t.gammaCompress, i, j));
    const M8 broken = (h < rest) | (all(kLongest * t.h) < r);
    // A spring of a pair whose stiffness was set to nothing does nothing: it goes.
    const M8 kept = without(there, broken) & (all(0.f) < withEach(t.kSpring, i, j));
    if (bitsOf(there & broken & (r < h))) result.brokeInside = true;
    if (t.flow) tellFlow(t, i, j, there, before, rest);
    if (!closing && bitsOf(kept) == bitsOf(filled)) {  // mostly: nothing to close up
      store(rest, eight.rest);
      ++to;
      continue;
    }
    if (!closing) to = &eight, closing = true;
    closeUp(left, kept, rest, partner, to);
  }
  if (!closing) return;
  row.count = static_cast<std::uint32_t>(8 * (to - eights) + static_cast<std::ptrdiff_t>(left.held));
  if (left.held > 0) store(load(left.rest), to->rest), store(load(left.partner), to->partner);
}

/// Makes the springs of i that are missing. New are only pairs within h that were not at the last adjustment:
/// all others have had their spring since, or broke it when they were farther apart than h.
void makeSprings(const AdjustTask& t, std::uint32_t i, AdjustResult& result) {
  SpringRows::Row& row = t.springs.rows[i];
  const std::uint32_t before = row.count;
  const F8 h2 = all(t.h * t.h);
  const F8 x = all(t.x[i]), y = all(t.y[i]), z = all(t.z[i]);
  const F8 oldX = all(t.adjustedX[i]), oldY = all(t.adjustedY[i]), oldZ = all(t.adjustedZ[i]);
  const I8 id = all(static_cast<std::int32_t>(t.id[i]));

  const auto newLanes = [&](M8 lanes, F8 dx, F8 dy, F8 dz, F8 ox, F8 oy, F8 oz, I8 ids) HWY_ATTR {
    const M8 close =
        lanes & (dx * dx + dy * dy + dz * dz < h2) & (id < ids);  // the smaller id owns the spring
    if (t.every) return close;
    return without(close, ox * ox + oy * oy + oz * oz < h2);  // not a number: it was not there yet
  };
  const auto make = [&](std::uint32_t j) {
    if (t.cuts && areAcross(t.cuts[i], t.cuts[j])) return;
    const std::uint32_t partner = t.ends.slotOf(j);
    for (std::uint32_t k = 0; k < before; ++k)
      if (t.springs.partner(row, k) == partner) return;
    // A new spring has L = h and pulls only once it has shortened; one that cannot is left out.
    const float alpha = t.alphaCompress.of(i, j), gamma = t.gammaCompress.of(i, j);
    if (!(t.kSpring.of(i, j) > 0.f && alpha > 0.f)) return;
    const float dx = t.x[j] - t.x[i], dy = t.y[j] - t.y[i], dz = t.z[j] - t.z[i];
    const float r = std::sqrt(dx * dx + dy * dy + dz * dz), kept = 1.f - gamma;
    const float rest = r < kept * t.h ? flowed(t.h, r, t.dt * alpha, kept) : t.h;
    if (row.count < row.capacity * 8)
      t.springs.append(row, partner, rest);
    else
      result.deferred.push_back({i, partner, rest});
  };

  const NeighbourList list = t.neighbours.of(i);
  for (const std::uint32_t e : list.eights) {
    const std::uint32_t s = e >> 8;
    const M8 lanes = newLanes(fromBits(e), load(t.x + s) - x, load(t.y + s) - y, load(t.z + s) - z,
                              load(t.adjustedX + s) - oldX, load(t.adjustedY + s) - oldY,
                              load(t.adjustedZ + s) - oldZ, load(t.id + s));
    for (std::uint32_t m = bitsOf(lanes); m != 0; m &= m - 1)
      make(s + static_cast<std::uint32_t>(std::countr_zero(m)));
  }
  for (const std::uint32_t j : list.singles) {
    const float dx = t.x[j] - t.x[i], dy = t.y[j] - t.y[i], dz = t.z[j] - t.z[i];
    const float ox = t.adjustedX[j] - t.adjustedX[i], oy = t.adjustedY[j] - t.adjustedY[i],
                oz = t.adjustedZ[j] - t.adjustedZ[i];
    if (t.id[i] < t.id[j] && dx * dx + dy * dy + dz * dz < t.h * t.h &&
        (t.every || !(ox * ox + oy * oy + oz * oz < t.h * t.h)))
      make(j);
  }
}

/// Rows lie in the order in which they grew, which is nobody's: without this half the time of an adjustment
/// goes by waiting for them (src/particles/README.md, Springs).
HWY_INLINE void fetchAhead(const SpringRows& springs, std::uint32_t i) {
  const SpringRows::Row& row = springs.rows[i];
  for (std::uint32_t k = 0; k < row.count; k += 8) hwy::Prefetch(&springs.eight(row, k));
}

void adjustRange(const AdjustTask& t, std::uint32_t begin, std::uint32_t end, bool makeNew,
                 AdjustResult& result) {
  for (std::uint32_t i = begin; i < end; ++i) {
    if (i + kRowsAhead < t.springs.rows.size()) fetchAhead(t.springs, i + kRowsAhead);
    adjustRow(t, i, result);
    if (makeNew && i < t.neighbours.size()) makeSprings(t, i, result);
  }
}

/// Eight springs of i, from place k of its row on, which is at (x, y, z): moves their other ends. Adds i's
/// own displacement to the sums.
template <bool kOneMass, bool kFlows>
HWY_INLINE void displaceEight(const DisplaceTask& t, std::uint32_t i, const float* own, std::uint32_t k,
                              F8& sumX, F8& sumY, F8& sumZ) {
  const SpringRows::Row& row = t.springs.rows[i];
  SpringRows::Eight& eight = t.springs.eight(row, k);
  const std::uint32_t left = row.count - k;
  const F8 perH = all(1.f / t.h), half = all(0.5f * t.dt * t.dt);
  const M8 filled = fromBits(left < 8 ? (1u << left) - 1u : 255u);
  const I8 ownSlot = all(static_cast<std::int32_t>(t.ends.slotOf(i)));
  const I8 partner = select(filled, load(eight.partner), ownSlot);
  alignas(32) std::uint32_t at[8];
  store(partner, at);
  F8 jx, jy, jz, jRow;
  gather4(t.places, at, jx, jy, jz, jRow);
  const M8 there = without(filled, jRow < all(0.f));
  const M8 far = there & outOfReach(own[3], jRow);
  const M8 lanes = without(there, far);
  if (bitsOf(lanes) != bitsOf(filled)) {
    store(select(lanes, partner, ownSlot), at);  // others are not this pencil's to touch
    if (bitsOf(far) != 0) leaveFar(t, i, k, bitsOf(far));
  }
  const I8 j = indicesOf(t.ends, t.kSpring.own != nullptr || t.masses.own != nullptr, lanes, partner,
                         all(static_cast<std::int32_t>(i)));
  const F8 dx = jx - all(own[0]), dy = jy - all(own[1]), dz = jz - all(own[2]);
  const F8 r2 = most(dx * dx + dy * dy + dz * dz, all(1e-30f));
  const F8 r = root(r2);
  const F8 inverse = all(1.f) / r;
  F8 rest = load(eight.rest);
  if constexpr (kFlows) {
    rest = adjusted(rest, r, all(t.dt), withEach(t.alphaStretch, i, j), withEach(t.gammaStretch, i, j),
                    withEach(t.alphaCompress, i, j), withEach(t.gammaCompress, i, j));
    // One that would break stays at h, where it pulls nowhere, until the next adjustment.
    rest = least(rest, all(t.h));
    store(select(lanes, rest, load(eight.rest)), eight.rest);
  }
  // (L - r) / r, so that one product gives the displacement.
  const F8 push = half * withEach(t.kSpring, i, j) * (all(1.f) - rest * perH) * (rest * inverse - all(1.f));
  F8 mx = only(lanes, push * dx), my = only(lanes, push * dy), mz = only(lanes, push * dz);
  if (const std::uint32_t coincident = bitsOf(lanes & (r2 < all(2e-30f)))) {
    // The pair's own direction.
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
  const Shared x = sharedWithEach<kOneMass>(t.masses, i, j, mx),
               y = sharedWithEach<kOneMass>(t.masses, i, j, my),
               z = sharedWithEach<kOneMass>(t.masses, i, j, mz);
  // Lanes without a spring add nothing to i itself, which is written last.
  scatterAdd3(t.places, at, x.other, y.other, z.other);
  sumX = sumX + x.own, sumY = sumY + y.own, sumZ = sumZ + z.own;
}

/// Algorithm 3 for the springs that i owns. Departs from it in the order only: springs are taken in groups of
/// eight, within which i stands still. (In groups of sixteen threads of honey part less often.)
template <bool kOneMass, bool kFlows>
void displaceRow(const DisplaceTask& t, std::uint32_t i) {
  const std::uint32_t count = t.springs.rows[i].count;
  float* const place = t.places + std::size_t{4} * t.ends.slotOf(i);
  float own[4] = {place[0], place[1], place[2], place[3]};
  for (std::uint32_t k = 0; k < count; k += 8) {
    F8 x = all(0.f), y = x, z = x;
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
HWY_EXPORT(adjustRange);
HWY_EXPORT(displaceRun);

void leaveFar(const DisplaceTask& t, std::uint32_t i, std::uint32_t k, std::uint32_t lanes) {
  const std::lock_guard lock(t.farMutex);  // next to none are
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

namespace {

/// How long springs may wait to be made [s]: what one that is missing would move its ends by meanwhile, over
/// what strains it, is at most k_spring t^2. What holds its shape does so by where it yields in an impact,
/// and is adjusted in every step: else columns of gel and drops of clay run out 5 to 9 % farther.
float longestWait(const MaterialLaws& laws) {
  constexpr float kMostMoved = 0.6f;
  float stiffest = 0.f;
  for (std::size_t m = 0; m < laws.count(); ++m) {
    if (laws.keepsCuts(m)) return 0.f;
    stiffest = std::max(stiffest, laws.pair(m, m).kSpring);
  }
  const float wait = stiffest > 0.f ? std::sqrt(kMostMoved / stiffest) : SpringNetwork::kLongestWait;
  return std::min(wait, SpringNetwork::kLongestWait);
}

}  // namespace

bool SpringNetwork::waits(float dt, const MaterialLaws& laws) {
  if (!active_) return false;
  waited_ = std::min(waited_ + dt, kLongestWait);
  flowing_ = !adjustsAtOnce() && waited_ + dt <= longestWait(laws);
  return flowing_;
}

void SpringNetwork::adjust(float dt, ParticleLiquid& liquid, MaterialLaws& laws, Cuts& cuts,
                           const Threads& threads) {
  if (!active_) return;
  waited_ = 0.f;
  flowing_ = false;
  const Particles& particles = liquid.particles;
  const Vec3Array& p = particles.position;
  const bool makeNew = laws.anyPair([](const PairCoefficients& c) { return c.makesSprings(); });
  ends_.take(p, liquid.neighbours().rows(), threads);
  Vec3Array& before = liquid[adjusted];
  const AdjustTask task{springs_,
                        ends_,
                        liquid.neighbours(),
                        p.x.data(),
                        p.y.data(),
                        p.z.data(),
                        before.x.data(),
                        before.y.data(),
                        before.z.data(),
                        particles.id.data(),
                        cuts.sidesOrNull(liquid),
                        cuts.beginFlow(liquid),
                        laws.h(),
                        dt,
                        lookEverywhere_,
                        laws.pairValue(&PairCoefficients::kSpring, particles, threads),
                        laws.pairValue(&PairCoefficients::alphaStretch, particles, threads),
                        laws.pairValue(&PairCoefficients::alphaCompress, particles, threads),
                        laws.pairValue(&PairCoefficients::gammaStretch, particles, threads),
                        laws.pairValue(&PairCoefficients::gammaCompress, particles, threads)};
  const std::size_t chunks = Threads::chunkCount(particles.size(), kGrain);
  if (results_.size() < chunks) results_.resize(chunks);
  threads.forChunks(particles.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    AdjustResult& result = results_[chunk];
    result.deferred.clear();
    result.brokeInside = false;
    HWY_DYNAMIC_DISPATCH(adjustRange)
    (task, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), makeNew, result);
  });

  // What chunks could not do on their own, in their order.
  lookEverywhere_ = mayNameGone_ = atOnce_ = false;
  for (std::size_t c = 0; c < chunks; ++c) lookEverywhere_ |= results_[c].brokeInside;
  appendDeferred(chunks);
  before = p;
  // What welds counts as not there before, so that the next adjustment looks for all its springs.
  cuts.weld(liquid, laws.h(), threads, [&](std::size_t i) { before.set(i, kNowhere); });
}

void SpringNetwork::displace(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                             std::uint64_t stepIndex) {
  if (!active_) return;
  const Particles& particles = liquid.particles;
  ends_.take(particles.position, liquid.neighbours().rows(), threads);
  far_.clear();
  std::mutex farMutex;
  const DisplaceTask task{springs_,
                          ends_,
                          ends_.places(),
                          far_,
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
  ends_.give(liquid.particles.position, threads);
  displaceFar(dt, liquid, laws, task.masses);
}

/// Springs that the pencils cannot reach, one after the other.
void SpringNetwork::displaceFar(float dt, ParticleLiquid& liquid, const MaterialLaws& laws,
                                const PairMasses& masses) {
  std::sort(far_.begin(), far_.end());
  const Particles& particles = liquid.particles;
  Vec3Array& p = liquid.particles.position;
  for (const FarSpring& s : far_) {
    const SpringRows::Row& row = springs_.rows[s.owner];
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
