// Liquid and springs that are taken out so that they can be put back.
#include "ooze/base/error.h"

#include "liquid/state_bounds.h"
#include "methods/clavet/clavet.h"

#include <algorithm>
#include <utility>

namespace ooze::clavet {

std::vector<LinkTie> Clavet::dropSprings(FunctionRef<bool(std::size_t, std::size_t)> goes) {
  std::vector<LinkTie> dropped;
  const std::vector<std::uint32_t> indexOf = liquid_.indicesById();
  for (std::size_t i = 0; i < springs_.rows.size(); ++i) {
    Springs::Row& row = springs_.rows[i];
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < row.count; ++k) {
      const std::size_t from = row.first() + k, to = row.first() + kept;
      const std::uint32_t other = springs_.other[from], j = indexOf[other];
      if (j != Neighbours::kNone && goes(i, j)) {
        dropped.push_back({liquid_.particles.id[i], other, springs_.rest[from]});
        continue;
      }
      springs_.other[to] = other;
      springs_.rest[to] = springs_.rest[from];
      springs_.index[to] = springs_.index[from];
      ++kept;
    }
    row.count = kept;
  }
  return dropped;
}

void Clavet::tieSprings(std::span<const LinkTie> ties) {
  if (!springs_.active) return;  // no pair of materials has springs
  const std::vector<std::uint32_t> indexOf = liquid_.indicesById();
  for (const LinkTie& tie : ties) {
    const std::uint32_t low = std::min(tie.a, tie.b), high = std::max(tie.a, tie.b);
    if (high >= liquid_.particles.nextId || low == high) continue;
    const std::uint32_t i = indexOf[low], j = indexOf[high];
    if (i == Neighbours::kNone || j == Neighbours::kNone) continue;
    Springs::Row& row = springs_.rows[i];
    const auto tied = std::span<const std::uint32_t>(springs_.other).subspan(row.first(), row.count);
    if (const auto found = std::find(tied.begin(), tied.end(), high); found != tied.end()) {
      springs_.rest[row.first() + static_cast<std::size_t>(found - tied.begin())] = tie.restLength;
      continue;
    }
    springs_.reserve(row, row.count + 1);
    springs_.append(row, high, j, tie.restLength);
  }
  springs_.sorted = true;  // the next adjustment looks up where partners are
}

void Clavet::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  const KeptParticles kept = liquid_.kept(particles);
  std::vector<std::uint8_t> goes(liquid_.particles.nextId, 0);
  for (const KeptParticle& p : kept.particles) goes[p.id] = 1;
  std::vector<LinkTie> ties;
  visitSprings([&](std::uint32_t a, std::uint32_t b, float rest) {
    if (goes[a] || goes[b]) ties.push_back({a, b, rest});
  });
  out.array(kept.particles);
  out.array(ties);
  if (particles.empty() || !cuts_.any(liquid_)) return;
  kept.arrays.saveOne(cuts_.sides, out);
  kept.arrays.saveOne(cuts_.kneaded, out);
}

KeptLiquid Clavet::readKept(ByteReader& in) const {
  KeptLiquid kept{{in.array<KeptParticle>(), liquid_.arrays.blank()}, in.array<LinkTie>(), {}};
  const std::vector<KeptParticle>& particles = kept.liquid.particles;
  ParticleArrays& arrays = kept.liquid.arrays;
  if (!in.atEnd()) arrays.readOne(cuts_.sides, in);
  if (!in.atEnd()) arrays.readOne(cuts_.kneaded, in);  // none of what was erased before it was counted
  ooze::requireKept(in.atEnd());
  liquid_.requireSound(kept.liquid, StateBounds(laws_.h()), laws_.count());
  for (const LinkTie& tie : kept.ties) ooze::requireKept(isRestLength(tie.restLength, laws_.h()));
  // Marks are put back by id and not with the particles: those that were there all along get them too.
  kept.cuts.sides = std::move(arrays[cuts_.sides]);
  kept.cuts.kneaded = std::move(arrays[cuts_.kneaded]);
  arrays = liquid_.arrays.blank();
  if (kept.cuts.sides.empty()) return kept;
  for (const KeptParticle& p : particles) kept.cuts.ids.push_back(p.id);
  return kept;
}

void Clavet::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  const KeptLiquid kept = readKept(in);
  liquid_.putBack(kept.liquid, room, elapsed);
  if (springs_.active) springs_.rows.resize(liquid_.size());
  tieSprings(kept.ties);
  if (!kept.cuts.sides.empty()) markSides(kept.cuts, true);
}

}  // namespace ooze::clavet
