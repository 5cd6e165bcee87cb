// Liquid and springs that are taken out so that they can be put back.
#include "ooze/base/error.h"

#include "liquid/state_bounds.h"
#include "methods/clavet/clavet.h"

#include <algorithm>
#include <utility>

namespace ooze::clavet {

void Clavet::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  const KeptParticles kept = liquid_.kept(particles);
  std::vector<std::uint8_t> goes(liquid_.particles.nextId, 0);
  for (const KeptParticle& p : kept.particles) goes[p.id] = 1;
  std::vector<LinkTie> ties;
  springs_.visit(liquid_, [&](std::uint32_t a, std::uint32_t b, float rest) {
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
  springs_.grow(liquid_.size());
  springs_.tie(liquid_, kept.ties);
  if (!kept.cuts.sides.empty()) cuts_.set(liquid_, kept.cuts, true);
}

}  // namespace ooze::clavet
