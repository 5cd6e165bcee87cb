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
namespace ooze::clavet {

/// No spring is longer: nothing sane stretches so far, and rows are only told apart within a thousand [h].
inline constexpr float kLongest = 100.f;

inline constexpr std::uint32_t kRowsAhead = 4;  ///< fetched into the cache; 3 to 6 are alike
inline constexpr std::size_t kCacheLine = 64;   ///< bytes

struct AdjustTask {
  SpringRows& springs;
  const Neighbours& neighbours;
  const float *x, *y, *z;
  const float *adjustedX, *adjustedY, *adjustedZ;  ///< positions at the last adjustment
  const float* places;                             ///< x, y, z and row of each particle
  const std::uint32_t* id;
  const IdTable& indexOfId;
  const std::uint32_t* cuts;  ///< sides by particle; null: nothing is cut
  SpringFlow* flow;           ///< by particle, of those beside cuts; null: nothing is cut
  float h, dt;
  bool sorted;  ///< particles have other indices than at the last adjustment
  bool every;   ///< look for missing springs in every pair, not only in those that came within h since
  PairValue kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

struct DisplaceTask {
  const SpringRows& springs;
  const std::uint32_t* id;
  float* places;  ///< x, y, z and row of each particle
  float h, dt;
  PairValue kSpring;
  PairMasses masses;
};

/// Where a rest length L beyond yield flows to in a step in which r stands still: towards r / ends. Departs
/// from Clavet 2005 section 5.2, eq. 8, which takes the rate of the step's beginning for all of it: the
/// strain that a steady flow keeps, and with it the viscosity that springs give, then shrinks by dt alpha.
/// @param rate  dt alpha @param ends  1 + gamma of stretch, 1 - gamma of compression
inline float flowed(float L, float r, float rate, float ends) {
  const float share = rate * stretchOf(rate * ends);
  return (L + share * r) / (1.f + share * ends);
}

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

/// Lanes of particles whose rows are more than two from the pencil of the row given; rows as in placeOfRow().
HWY_INLINE M8 outOfReach(float row, F8 rows) {
  const auto own = static_cast<std::int32_t>(row);
  const std::int32_t y = (own & 0x7fc) - 2, z = ((own >> 11) & 0x7fc) - 2;
  const I8 low = all(0x7ff), seven = all(7), other = toInt(rows);
  return (seven < ((other - all(y)) & low)) | (seven < ((shiftedRight<11>(other) - all(z)) & low));
}

/// Tells both ends of springs of i how far these flowed, if they are beside a cut.
void tellFlow(const AdjustTask& t, std::uint32_t i, const std::uint32_t* at, M8 lanes, F8 before, F8 after) {
  const I8 sides = gather(t.cuts, load(at));
  const bool own = t.cuts[i] != 0;
  const std::uint32_t marked = bitsOf(lanes & ((sides < all(0)) | (all(0) < sides)));
  if (!own && marked == 0) return;
  alignas(32) float was[8], is[8];
  store(before, was), store(after, is);
  std::uint64_t sum = 0;
  for (std::uint32_t m = own ? bitsOf(lanes) : marked; m != 0; m &= m - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(m));
    const std::uint64_t told = SpringFlow::ofSpring(was[l], is[l]);
    if (marked >> l & 1u) t.flow[at[l]].add(told);
    sum += told;
  }
  if (own) t.flow[i].add(sum);
}

HWY_INLINE I8 indicesOf(const IdTable& table, I8 ids) {
  const I8 page = gather(table.pages(), shiftedRight<IdTable::kPageBits>(ids));
  return gather(table.indices(), page + (ids & all(static_cast<std::int32_t>(IdTable::kInPage))));
}

/// Adjusts the springs that i owns, drops broken ones and those whose partner is gone, and looks up where the
/// partners are now.
void adjustRow(const AdjustTask& t, std::uint32_t i, AdjustResult& result) {
  SpringRows::Row& row = t.springs.rows[i];
  const std::size_t base = row.first();
  const F8 x = all(t.x[i]), y = all(t.y[i]), z = all(t.z[i]), h = all(t.h), dt = all(t.dt);
  std::uint32_t kept = 0;
  std::uint32_t anyFar = 0;
  for (std::uint32_t k = 0; k < row.count; k += 8) {
    const std::uint32_t left = row.count - k;
    const M8 filled = fromBits(left < 8 ? (1u << left) - 1u : 255u);
    const I8 other = load(t.springs.other.data() + base + k);
    const I8 self = all(static_cast<std::int32_t>(i));
    I8 index = load(t.springs.index.data() + base + k);
    M8 there = filled;
    if (t.sorted) {
      index = indicesOf(t.indexOfId, select(filled, other, all(0)));
      there = without(filled, index < all(0));
    }
    const I8 j = select(there, index & all(0x7fffffff), self);
    alignas(32) std::uint32_t at[8];
    store(j, at);
    F8 jx, jy, jz, jRow;
    gather4(t.places, at, jx, jy, jz, jRow);
    const F8 dx = jx - x, dy = jy - y, dz = jz - z;
    const F8 r = root(dx * dx + dy * dy + dz * dz);
    const F8 before = load(t.springs.rest.data() + base + k);
    const F8 rest = adjusted(before, r, dt, withEach(t.alphaStretch, i, j), withEach(t.gammaStretch, i, j),
                             withEach(t.alphaCompress, i, j), withEach(t.gammaCompress, i, j));
    const M8 broken = (h < rest) | (all(kLongest * t.h) < r);
    // A spring of a pair whose stiffness was set to nothing does nothing: it goes.
    const M8 kept8 = without(there, broken) & (all(0.f) < withEach(t.kSpring, i, j));
    if (bitsOf(there & broken & (r < h))) result.brokeInside = true;
    if (t.flow) tellFlow(t, i, at, there, before, rest);
    if (t.sorted) {
      const M8 far = outOfReach(t.places[std::size_t{4} * i + 3], jRow);
      index = select(far, j | all(static_cast<std::int32_t>(SpringRows::kFar)), j);
    }
    anyFar |= bitsOf((index < all(0)) & kept8);
    if (kept == k && bitsOf(kept8) == bitsOf(filled)) {  // mostly: nothing to move up
      store(index, t.springs.index.data() + base + k);
      store(rest, t.springs.rest.data() + base + k);
      kept += left < 8 ? left : 8;
      continue;
    }
    compress(other, kept8, t.springs.other.data() + base + kept);
    compress(index, kept8, t.springs.index.data() + base + kept);
    kept += static_cast<std::uint32_t>(compress(rest, kept8, t.springs.rest.data() + base + kept));
  }
  row.count = kept;
  if (!anyFar) return;
  for (std::uint32_t k = 0; k < kept; ++k)
    if (const std::uint32_t index = t.springs.index[base + k]; index & SpringRows::kFar)
      result.far.push_back({i, index & ~SpringRows::kFar, t.springs.rest[base + k]});
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
    const std::size_t first = row.first();
    for (std::uint32_t k = 0; k < before; ++k)
      if (t.springs.other[first + k] == t.id[j]) return;
    // A new spring has L = h and pulls only once it has shortened; one that cannot is left out.
    const float alpha = t.alphaCompress.of(i, j), gamma = t.gammaCompress.of(i, j);
    if (!(t.kSpring.of(i, j) > 0.f && alpha > 0.f)) return;
    const float dx = t.x[j] - t.x[i], dy = t.y[j] - t.y[i], dz = t.z[j] - t.z[i];
    const float r = std::sqrt(dx * dx + dy * dy + dz * dz), kept = 1.f - gamma;
    const float rest = r < kept * t.h ? flowed(t.h, r, t.dt * alpha, kept) : t.h;
    if (row.count < row.capacity * 8)
      t.springs.append(row, t.id[j], j, rest);
    else
      result.deferred.push_back({i, t.id[j], j, rest});
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
/// @param partners  their ids too
HWY_INLINE void fetchAhead(const SpringRows& springs, std::uint32_t i, bool partners) {
  const SpringRows::Row& row = springs.rows[i];
  for (std::size_t at = row.first(); at < row.first() + row.count; at += kCacheLine / sizeof(float)) {
    if (partners) hwy::Prefetch(springs.other.data() + at);
    hwy::Prefetch(springs.rest.data() + at);
    hwy::Prefetch(springs.index.data() + at);
  }
}

void adjustRange(const AdjustTask& t, std::uint32_t begin, std::uint32_t end, bool makeNew,
                 AdjustResult& result) {
  for (std::uint32_t i = begin; i < end; ++i) {
    if (i + kRowsAhead < t.springs.rows.size()) fetchAhead(t.springs, i + kRowsAhead, true);
    adjustRow(t, i, result);
    if (makeNew && i < t.neighbours.size()) makeSprings(t, i, result);
  }
}

/// Eight springs of i, which is at (x, y, z): moves their other ends. Adds i's own displacement to the sums.
template <bool kOneMass>
HWY_INLINE void displaceEight(const DisplaceTask& t, std::uint32_t i, const float* own, std::size_t base,
                              std::uint32_t left, F8& sumX, F8& sumY, F8& sumZ) {
  const F8 perH = all(1.f / t.h), half = all(0.5f * t.dt * t.dt);
  const M8 filled = fromBits(left < 8 ? (1u << left) - 1u : 255u);
  const I8 index = load(t.springs.index.data() + base);
  const M8 lanes = without(filled, index < all(0));
  const I8 j = select(lanes, index, all(static_cast<std::int32_t>(i)));
  alignas(32) std::uint32_t at[8];
  store(j, at);
  const F8 rest = load(t.springs.rest.data() + base);
  F8 jx, jy, jz, jRow;
  gather4(t.places, at, jx, jy, jz, jRow);
  const F8 dx = jx - all(own[0]), dy = jy - all(own[1]), dz = jz - all(own[2]);
  const F8 r2 = most(dx * dx + dy * dy + dz * dz, all(1e-30f));
  const F8 inverse = all(1.f) / root(r2);
  // (L - r) / r, so that one product gives the displacement.
  const F8 push = half * withEach(t.kSpring, i, j) * (all(1.f) - rest * perH) * (rest * inverse - all(1.f));
  F8 mx = only(lanes, push * dx), my = only(lanes, push * dy), mz = only(lanes, push * dz);
  if (const std::uint32_t coincident = bitsOf(lanes & (r2 < all(2e-30f)))) {
    // The pair's own direction.
    alignas(32) float ox[8], oy[8], oz[8];
    store(mx, ox), store(my, oy), store(mz, oz);
    for (std::uint32_t m = coincident; m != 0; m &= m - 1) {
      const auto l = static_cast<std::size_t>(std::countr_zero(m));
      const Vec3 apart = halfDisplacement(Vec3(0.f), Vec3(0.f), t.id[i], t.id[at[l]],
                                          t.springs.rest[base + l], t.kSpring.of(i, at[l]), t.h, t.dt);
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
template <bool kOneMass>
void displaceRow(const DisplaceTask& t, std::uint32_t i) {
  const SpringRows::Row& row = t.springs.rows[i];
  float* const place = t.places + std::size_t{4} * i;
  float own[3] = {place[0], place[1], place[2]};
  for (std::uint32_t k = 0; k < row.count; k += 8) {
    F8 x = all(0.f), y = x, z = x;
    displaceEight<kOneMass>(t, i, own, row.first() + k, row.count - k, x, y, z);
    own[0] -= sum(x), own[1] -= sum(y), own[2] -= sum(z);
  }
  place[0] = own[0], place[1] = own[1], place[2] = own[2];
}

void displaceRun(const DisplaceTask& t, Neighbours::Run run) {
  for (std::uint32_t k = 0; k < run.count; ++k) {
    if (k + kRowsAhead < run.count) fetchAhead(t.springs, run.at(k + kRowsAhead), false);
    t.masses.own ? displaceRow<false>(t, run.at(k)) : displaceRow<true>(t, run.at(k));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::clavet {
HWY_EXPORT(adjustRange);
HWY_EXPORT(displaceRun);

namespace {

/// The row of Neighbours::rows() as a whole number that a float holds: y and z modulo 2048. Ends of a spring
/// that are as many rows apart are too far for the pencils anyway.
float placeOfRow(std::uint32_t row) {
  return static_cast<float>(((row >> 16) & 0x7ffu) << 11 | (row & 0x7ffu));
}

}  // namespace

Vec3 halfDisplacement(const Vec3& i, const Vec3& j, std::uint32_t idI, std::uint32_t idJ, float restLength,
                      float kSpring, float h, float dt) {
  const Vec3 rij = j - i;
  const float r = glm::length(rij);
  const float push = dt * dt * kSpring * (1.f - restLength / h) * (restLength - r);
  return 0.5f * push * direction(rij, r, idI, idJ);
}

/// Springs reach particles one by one: with all coordinates in one place each costs one line of cache.
void SpringNetwork::makePlaces(const ParticleLiquid& liquid, const Threads& threads) {
  const Vec3Array& p = liquid.particles.position;
  const auto rows = liquid.neighbours().rows();
  places_.resize(4 * p.size());
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      float* to = places_.data() + 4 * i;
      to[0] = p.x[i], to[1] = p.y[i], to[2] = p.z[i], to[3] = placeOfRow(rows[i]);
    }
  });
}

void SpringNetwork::adjust(float dt, ParticleLiquid& liquid, MaterialLaws& laws, Cuts& cuts,
                           const Threads& threads) {
  if (!active_) return;
  const Particles& particles = liquid.particles;
  const Vec3Array& p = particles.position;
  const bool makeNew = laws.anyPair([](const PairCoefficients& c) { return c.makesSprings(); });
  makePlaces(liquid, threads);
  Vec3Array& before = liquid[adjusted];
  const AdjustTask task{springs_,
                        liquid.neighbours(),
                        p.x.data(),
                        p.y.data(),
                        p.z.data(),
                        before.x.data(),
                        before.y.data(),
                        before.z.data(),
                        places_.data(),
                        particles.id.data(),
                        liquid.indexOfId(),
                        cuts.sidesOrNull(liquid),
                        cuts.beginFlow(liquid),
                        laws.h(),
                        dt,
                        sorted_,
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
    result.far.clear();
    result.brokeInside = false;
    HWY_DYNAMIC_DISPATCH(adjustRange)
    (task, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), makeNew, result);
  });

  // What chunks could not do on their own, in their order.
  far_.clear();
  lookEverywhere_ = sorted_ = false;
  for (std::size_t c = 0; c < chunks; ++c) {
    const AdjustResult& result = results_[c];
    far_.insert(far_.end(), result.far.begin(), result.far.end());
    lookEverywhere_ |= result.brokeInside;
  }
  appendDeferred(chunks);
  before = p;
  // What welds counts as not there before, so that the next adjustment looks for all its springs.
  cuts.weld(liquid, laws.h(), threads, [&](std::size_t i) { before.set(i, kNowhere); });
}

void SpringNetwork::displace(float dt, ParticleLiquid& liquid, MaterialLaws& laws, const Threads& threads,
                             std::uint64_t stepIndex) {
  if (!active_) return;
  const Particles& particles = liquid.particles;
  Vec3Array& p = liquid.particles.position;
  const DisplaceTask task{springs_,
                          particles.id.data(),
                          places_.data(),
                          laws.h(),
                          dt,
                          laws.pairValue(&PairCoefficients::kSpring, particles, threads),
                          laws.pairMasses(particles, threads)};
  liquid.neighbours().sweep(threads, stepIndex, [&](Neighbours::Run run) {
    HWY_DYNAMIC_DISPATCH(displaceRun)(task, run);
  });
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      p.x[i] = places_[4 * i], p.y[i] = places_[4 * i + 1], p.z[i] = places_[4 * i + 2];
  });
  for (const FarSpring& s : far_) {
    const float kSpring = laws.pair(particles.material[s.i], particles.material[s.j]).kSpring;
    const Vec3 half = halfDisplacement(p[s.i], p[s.j], particles.id[s.i], particles.id[s.j], s.restLength,
                                       kSpring, laws.h(), dt);
    const PairParts parts = task.masses.of(s.i, s.j);
    p.add(s.i, -parts.own * half);
    p.add(s.j, parts.other * half);
  }
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
