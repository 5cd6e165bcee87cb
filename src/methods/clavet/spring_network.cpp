// Creation and removal of springs by edits, and changes of springs when particles are added, erased or
// sorted.
#include "methods/clavet/spring_network.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

namespace ooze::clavet {

namespace {

/// Returns the longest time between two spring adjustments [s]. A missing spring would move its ends by at
/// most k_spring t^2 times its strain in the meantime. Materials that keep cuts need an adjustment in every
/// step (result 0): their steps are already as long as the springs allow, and cuts need the plastic flow of
/// every step.
float longestWait(const MaterialLaws& laws) {
  constexpr float kMostMoved = 0.6f;
  float stiffest = 0.f;
  for (std::size_t m = 0; m < laws.count(); ++m) {
    if (laws.keepsCuts(m)) return 0.f;
    stiffest = std::max(stiffest, laws.pair(m, m).kSpring);
  }
  const float wait =
      stiffest > 0.f ? std::sqrt(kMostMoved / stiffest) : SpringNetwork::kMaxAdjustmentInterval;
  return std::min(wait, SpringNetwork::kMaxAdjustmentInterval);
}

}  // namespace

bool SpringNetwork::skipsAdjustment(float dt, const MaterialLaws& laws) {
  if (!active_) return false;
  waited_ = std::min(waited_ + dt, kMaxAdjustmentInterval);
  flowing_ = !mustAdjustNow() && waited_ + dt <= longestWait(laws);
  return flowing_;
}

void SpringNetwork::follow(const MaterialLaws& laws, bool makesMore, ParticleLiquid& liquid) {
  if (makesMore) searchAllPairs_ = true;
  if (active_ || !laws.holdSprings()) return;
  active_ = true;
  liquid.arrays.begin(adjusted, liquid.size());
  liquid[adjusted] = liquid.particles.position;
  grow(liquid);
}

void SpringNetwork::reorder(std::span<const std::uint32_t> order, const ParticleLiquid& liquid,
                            const Threads& threads) {
  if (!active_) return;
  springs_.reorder(order, threads);
  ends_.reorder(order, threads);
  if (ends_.shouldRenumber()) springs_.rename(ends_.renumber(liquid.particles), threads);
}

void SpringNetwork::grow(const ParticleLiquid& liquid) {
  if (!active_) return;
  springs_.rows.resize(liquid.size());
  ends_.grow(liquid.particles);
}

void SpringNetwork::erase(std::span<const std::uint32_t> particles) {
  if (!active_) return;
  springs_.erase(particles);
  ends_.erase(particles);
  mayHaveErasedPartners_ = true;
}

// Creates springs at rest. Springs created by adjust() instead begin with L = h and pull only after flowing.
void SpringNetwork::createRestSprings(const ParticleLiquid& liquid, const MaterialLaws& laws,
                                      const Threads& threads) {
  const Particles& p = liquid.particles;
  const std::size_t chunks = Threads::chunkCount(p.size(), kGrain);
  if (results_.size() < chunks) results_.resize(chunks);
  threads.forChunks(p.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<AdjustResult::NewSpring>& made = results_[chunk].deferred;
    made.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const SpringRows::SpringRow& row = springs_.rows[i];
      liquid.neighbours().of(static_cast<std::uint32_t>(i)).forEach([&](std::size_t j) {
        // The smaller id owns the spring.
        if (p.id[i] >= p.id[j] || !laws.pair(p.material[i], p.material[j]).holdsSprings()) return;
        const float r = glm::length(p.position[j] - p.position[i]);
        if (r < laws.h() && springs_.find(row, ends_.slotOf(j)) == row.count)
          made.push_back({static_cast<std::uint32_t>(i), ends_.slotOf(j), r});
      });
    }
  });
  appendDeferred(chunks);
}

/// Creates the springs that the parallel chunks deferred, in the order of the chunks.
void SpringNetwork::appendDeferred(std::size_t chunks) {
  for (std::size_t c = 0; c < chunks; ++c) {
    const std::vector<AdjustResult::NewSpring>& made = results_[c].deferred;
    for (std::size_t k = 0; k < made.size();) {
      const std::uint32_t owner = made[k].owner;
      std::size_t end = k;
      while (end < made.size() && made[end].owner == owner) ++end;
      SpringRows::SpringRow& row = springs_.rows[owner];
      springs_.reserve(row, row.count + static_cast<std::uint32_t>(end - k));
      for (; k < end; ++k) springs_.append(row, made[k].partner, made[k].restLength);
    }
  }
}

void SpringNetwork::restoreSprings(const ParticleLiquid& liquid, const MaterialLaws& laws,
                                   std::span<const LinkTie> ties) {
  if (!active_) return;  // no pair of materials has springs
  // Limit the length and the strain of restored springs. If the liquid has moved on since a cut, the old
  // springs would throw the two halves about. Springs in a valid state are shorter than this, and strained
  // less even if they flow slowly.
  const float longest = 2.f * laws.h();
  constexpr float kBeyondYield = 1.f;  // largest strain beyond yield [1]
  const Particles& p = liquid.particles;
  const IdTable indexOf = liquid.indicesById();
  for (const LinkTie& tie : ties) {
    const std::uint32_t low = std::min(tie.a, tie.b), high = std::max(tie.a, tie.b);
    if (high >= p.nextId || low == high) continue;
    const std::uint32_t i = indexOf[low], j = indexOf[high];
    if (i == IdTable::kNone || j == IdTable::kNone) continue;
    const float apart = glm::distance(p.position[i], p.position[j]);
    if (apart > longest) continue;
    const float yield = laws.pair(p.material[i], p.material[j]).gammaStretch;
    const float rest = std::max(tie.restLength, apart / (1.f + yield + kBeyondYield));
    SpringRows::SpringRow& row = springs_.rows[i];
    if (const std::uint32_t k = springs_.find(row, ends_.slotOf(j)); k < row.count) {
      springs_.rest(row, k) = rest;
      continue;
    }
    springs_.reserve(row, row.count + 1);
    springs_.append(row, ends_.slotOf(j), rest);
  }
}

std::vector<LinkTie> SpringNetwork::removeIf(const ParticleLiquid& liquid,
                                             FunctionRef<bool(std::size_t, std::size_t)> goes) {
  std::vector<LinkTie> dropped;
  const IdTable indexOf = liquid.indicesById();
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    SpringRows::SpringRow& row = springs_.rows[i];
    const std::uint32_t count = std::exchange(row.count, 0);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t partner = springs_.partner(row, k), other = ends_.idOf(partner);
      const float rest = springs_.rest(row, k);
      if (ends_.isThere(partner) && goes(i, indexOf[other]))
        dropped.push_back({liquid.particles.id[i], other, rest});
      else
        springs_.append(row, partner, rest);
    }
  }
  return dropped;
}

// Removes all springs. With compressive plasticity above 0 the next adjustment creates a spring with L = h
// for every pair within h, as in the paper. Without compressive plasticity the material stays liquid.
void SpringNetwork::removeAll() {
  for (SpringRows::SpringRow& row : springs_.rows) row.count = 0;
  searchAllPairs_ = true;
}

void SpringNetwork::set(const ParticleLiquid& liquid, std::span<const Spring> springs) {
  springs_.clear();
  ends_.clear();
  active_ = true;
  mayHaveErasedPartners_ = atOnce_ = false;
  grow(liquid);
  const IdTable indexOf = liquid.indicesById();
  for (std::size_t k = 0; k < springs.size();) {
    const std::uint32_t owner = springs[k].a;
    std::size_t end = k;
    while (end < springs.size() && springs[end].a == owner) ++end;
    SpringRows::SpringRow& row = springs_.rows[indexOf[owner]];
    springs_.reserve(row, row.count + static_cast<std::uint32_t>(end - k));
    for (; k < end; ++k) springs_.append(row, ends_.slotOf(indexOf[springs[k].b]), springs[k].restLength);
  }
}

}  // namespace ooze::clavet
