// Spring adjustment: creates springs, changes the rest lengths of springs strained beyond their yield ratio
// (plastic flow) and removes broken springs (Clavet 2005, section 5.2, Algorithm 4).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/clavet/spring_adjustment.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/clavet/spring_lanes-inl.h"
#include "methods/clavet/spring_network.h"

#ifndef OOZE_CLAVET_ADJUST_TASK
#define OOZE_CLAVET_ADJUST_TASK
namespace ooze::clavet {

/// Length beyond which every spring breaks [h]. No valid state stretches a spring so far, and
/// SpringEnds::rows() distinguishes grid rows only within a thousand.
inline constexpr float kLongest = 100.f;

struct AdjustTask {
  SpringRows& springs;
  const SpringEnds& ends;
  const Neighbours& neighbours;
  const float *x, *y, *z;
  const float *adjustedX, *adjustedY, *adjustedZ;  ///< positions of particles at the last adjustment [m]
  const std::uint32_t* id;
  const std::uint32_t* cuts;  ///< side masks by particle; null if nothing is cut
  SpringFlow* flow;           ///< plastic flow of particles beside cuts, by particle; null if nothing is cut
  float h, dt;
  bool every;  ///< true to search missing springs in every pair, not only in pairs that have come within h
               ///< since
  PairValue kSpring, alphaStretch, alphaCompress, gammaStretch, gammaCompress;
};

}  // namespace ooze::clavet
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::clavet {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Adds the plastic flow of springs of i to both ends, for ends beside a cut.
/// @param partners  particle indices
void recordFlow(const AdjustTask& t, std::uint32_t i, IntPacket partners, MaskPacket lanes,
                FloatPacket before, FloatPacket after) {
  const IntPacket sides = gather(t.cuts, partners);
  const bool own = t.cuts[i] != 0;
  const std::uint32_t marked = bitsOf(lanes & ((sides < broadcast(0)) | (broadcast(0) < sides)));
  if (!own && marked == 0) return;
  alignas(32) float was[8], is[8];
  alignas(32) std::uint32_t at[8];
  store(before, was), store(after, is), store(partners, at);
  std::uint64_t sum = 0;
  for (std::uint32_t m = own ? bitsOf(lanes) : marked; m != 0; m &= m - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(m));
    const std::uint64_t told = SpringFlow::encodeSpring(was[l], is[l]);
    if (marked >> l & 1u) t.flow[at[l]].add(told);
    sum += told;
  }
  if (own) t.flow[i].add(sum);
}

/// Buffer for the compaction of a row: collects the remaining springs and returns full packets of eight to
/// the row.
struct RowCompactor {
  alignas(32) float rest[16];
  alignas(32) std::uint32_t partner[16];
  std::size_t held = 0;
};

void appendCompacted(RowCompactor& left, MaskPacket kept, FloatPacket rest, IntPacket partner,
                     SpringRows::Eight*& to) {
  compress(partner, kept, left.partner + left.held);
  left.held += compress(rest, kept, left.rest + left.held);
  if (left.held < 8) return;
  store(load(left.rest), to->rest), store(load(left.partner), to->partner);
  store(load(left.rest + 8), left.rest), store(load(left.partner + 8), left.partner);
  left.held -= 8;
  ++to;
}

/// Adjusts the springs that i owns; removes broken springs and springs whose partner no longer exists.
void adjustRow(const AdjustTask& t, std::uint32_t i, AdjustResult& result) {
  SpringRows::SpringRow& row = t.springs.rows[i];
  SpringRows::Eight* const eights = t.springs.eights.data() + row.begin;
  const float* const places = t.ends.places();
  const FloatPacket x = broadcast(t.x[i]), y = broadcast(t.y[i]), z = broadcast(t.z[i]), h = broadcast(t.h),
                    dt = broadcast(t.dt);
  const IntPacket self = broadcast(static_cast<std::int32_t>(i)), nobody = broadcast(0);
  const bool asked = t.kSpring.own != nullptr || t.flow != nullptr;
  SpringRows::Eight* to = eights;
  RowCompactor left;
  bool closing = false;
  for (std::uint32_t k = 0; k < row.count; k += 8) {
    SpringRows::Eight& eight = eights[k / 8];
    const std::uint32_t count = row.count - k;
    const MaskPacket filled = fromBits(count < 8 ? (1u << count) - 1u : 255u);
    const IntPacket partner = select(filled, load(eight.partner), nobody);
    alignas(32) std::uint32_t at[8];
    store(partner, at);
    FloatPacket jx, jy, jz, none;
    gather4(places, at, jx, jy, jz, none);
    const MaskPacket there = andNot(filled, gather(t.ends.rows(), partner) < broadcast(0));
    const IntPacket j = indicesOf(t.ends, asked, there, partner, self);
    const FloatPacket dx = jx - x, dy = jy - y, dz = jz - z;
    const FloatPacket r = sqrt(dx * dx + dy * dy + dz * dz);
    const FloatPacket before = load(eight.rest);
    const FloatPacket rest = adjusted(
        before, r, dt, meanOf(t.alphaStretch, i, Scattered{j}), meanOf(t.gammaStretch, i, Scattered{j}),
        meanOf(t.alphaCompress, i, Scattered{j}), meanOf(t.gammaCompress, i, Scattered{j}));
    const MaskPacket broken = (h < rest) | (broadcast(kLongest * t.h) < r);
    // Remove springs of pairs whose stiffness was set to 0.
    const MaskPacket kept = andNot(there, broken) & (broadcast(0.f) < meanOf(t.kSpring, i, Scattered{j}));
    if (bitsOf(there & broken & (r < h))) result.brokeInside = true;
    if (t.flow) recordFlow(t, i, j, there, before, rest);
    if (!closing && bitsOf(kept) == bitsOf(filled)) {  // common case: nothing to compact
      store(rest, eight.rest);
      ++to;
      continue;
    }
    if (!closing) to = &eight, closing = true;
    appendCompacted(left, kept, rest, partner, to);
  }
  if (!closing) return;
  row.count = static_cast<std::uint32_t>(8 * (to - eights) + static_cast<std::ptrdiff_t>(left.held));
  if (left.held > 0) store(load(left.rest), to->rest), store(load(left.partner), to->partner);
}

/// Creates the missing springs of i. Only pairs that have come within h since the last adjustment can lack a
/// spring; all other pairs within h already have one.
void makeSprings(const AdjustTask& t, std::uint32_t i, AdjustResult& result) {
  SpringRows::SpringRow& row = t.springs.rows[i];
  const std::uint32_t before = row.count;
  const FloatPacket h2 = broadcast(t.h * t.h);
  const FloatPacket x = broadcast(t.x[i]), y = broadcast(t.y[i]), z = broadcast(t.z[i]);
  const FloatPacket oldX = broadcast(t.adjustedX[i]), oldY = broadcast(t.adjustedY[i]),
                    oldZ = broadcast(t.adjustedZ[i]);
  const IntPacket id = broadcast(static_cast<std::int32_t>(t.id[i]));

  const auto newLanes = [&](MaskPacket lanes, FloatPacket dx, FloatPacket dy, FloatPacket dz, FloatPacket ox,
                            FloatPacket oy, FloatPacket oz, IntPacket ids) HWY_ATTR {
    const MaskPacket close =
        lanes & (dx * dx + dy * dy + dz * dz < h2) & (id < ids);  // the smaller id owns the spring
    if (t.every) return close;
    return andNot(close, ox * ox + oy * oy + oz * oz < h2);  // NaN marks a particle that did not exist yet
  };
  const auto make = [&](std::uint32_t j) {
    if (t.cuts && areAcross(t.cuts[i], t.cuts[j])) return;
    const std::uint32_t partner = t.ends.slotOf(j);
    for (std::uint32_t k = 0; k < before; ++k)
      if (t.springs.partner(row, k) == partner) return;
    // A new spring has L = h and pulls only after it has shortened. Skip springs that cannot shorten.
    const float alpha = t.alphaCompress.of(i, j), gamma = t.gammaCompress.of(i, j);
    if (!(t.kSpring.of(i, j) > 0.f && alpha > 0.f)) return;
    const float dx = t.x[j] - t.x[i], dy = t.y[j] - t.y[i], dz = t.z[j] - t.z[i];
    const float r = std::sqrt(dx * dx + dy * dy + dz * dz), kept = 1.f - gamma;
    const float rest = r < kept * t.h ? flowedRestLength(t.h, r, t.dt * alpha, kept) : t.h;
    if (row.count < row.capacity * 8)
      t.springs.append(row, partner, rest);
    else
      result.deferred.push_back({i, partner, rest});
  };

  const NeighbourList list = t.neighbours.of(i);
  for (const std::uint32_t e : list.eights) {
    const std::uint32_t s = e >> 8;
    const MaskPacket lanes = newLanes(fromBits(e), load(t.x + s) - x, load(t.y + s) - y, load(t.z + s) - z,
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

void adjustRange(const AdjustTask& t, std::uint32_t begin, std::uint32_t end, bool makeNew,
                 AdjustResult& result) {
  for (std::uint32_t i = begin; i < end; ++i) {
    if (i + kRowsAhead < t.springs.rows.size()) fetchAhead(t.springs, i + kRowsAhead);
    adjustRow(t, i, result);
    if (makeNew && i < t.neighbours.size()) makeSprings(t, i, result);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::clavet
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::clavet {
HWY_EXPORT(adjustRange);

void SpringNetwork::adjust(float dt, ParticleLiquid& liquid, MaterialLaws& laws, Cuts& cuts,
                           const Threads& threads) {
  if (!active_) return;
  waited_ = 0.f;
  flowing_ = false;
  const Particles& particles = liquid.particles;
  const Vec3Array& p = particles.position;
  const bool makeNew = laws.makeSprings();
  ends_.loadPositions(p, liquid.neighbours().rows(), threads);
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
                        searchAllPairs_,
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

  // Combine the results of the chunks in order.
  searchAllPairs_ = mayHaveErasedPartners_ = atOnce_ = false;
  for (std::size_t c = 0; c < chunks; ++c) searchAllPairs_ |= results_[c].brokeInside;
  appendDeferred(chunks);
  before = p;
  // Mark welded particles as new, so that the next adjustment searches all their springs.
  cuts.weld(liquid, laws.h(), threads, [&](std::size_t i) { before.set(i, kNowhere); });
}

}  // namespace ooze::clavet
#endif  // HWY_ONCE
