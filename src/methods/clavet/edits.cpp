// Edits of the liquid with its springs and cuts, and their undo.
#include "ooze/base/error.h"

#include "liquid/state_bounds.h"
#include "methods/clavet/clavet.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze::clavet {
namespace {

void keepSides(const CutSides& sides, UndoRecord& kept) {
  kept.ids = sides.ids;
  ByteWriter out;
  out.raw(std::span<const std::uint32_t>(sides.sides));
  out.raw(std::span<const float>(sides.kneaded));
  kept.bytes = out.bytes();
}

/// Reads the cut marks of an undo record. Old records lack side masks (no marks) or kneading strains.
CutSides sidesOf(const UndoRecord& kept) {
  CutSides sides{kept.ids, {}};
  ByteReader in(kept.bytes);
  while (!in.atEnd() && sides.sides.size() < sides.ids.size())
    sides.sides.push_back(in.value<std::uint32_t>());
  while (!in.atEnd()) sides.kneaded.push_back(in.value<float>());
  const bool sound =
      std::all_of(sides.kneaded.begin(), sides.kneaded.end(), [](float k) { return std::isfinite(k); });
  if (!sound || sides.sides.size() != sides.ids.size() ||
      (!sides.kneaded.empty() && sides.kneaded.size() != sides.ids.size()))
    throw InputError("the undo record of a cut is damaged");
  return sides;
}

/// Erased particles with their springs and cut marks, as an undo record stores them.
struct KeptLiquid {
  RemovedParticles liquid;
  std::vector<LinkTie> ties;
  CutSides cuts;  ///< cut marks of these particles; empty if none was beside a cut
};

KeptLiquid readRemoved(ByteReader& in, const ParticleLiquid& liquid, const MaterialLaws& laws,
                       const Cuts& cuts) {
  KeptLiquid kept{{in.array<RemovedParticle>(), liquid.arrays.blank()}, in.array<LinkTie>(), {}};
  const std::vector<RemovedParticle>& particles = kept.liquid.particles;
  ParticleArrays& arrays = kept.liquid.arrays;
  if (!in.atEnd()) arrays.readOne(cuts.sides, in);
  if (!in.atEnd()) arrays.readOne(cuts.kneaded, in);  // absent in old records
  ooze::validateUndoRecord(in.atEnd());
  liquid.requireSound(kept.liquid, StateBounds(laws.h()), laws.count());
  for (const LinkTie& tie : kept.ties) ooze::validateUndoRecord(isRestLength(tie.restLength, laws.h()));
  // Restore marks by id and not with the particles, so that particles that still exist get their marks too.
  kept.cuts.sides = std::move(arrays[cuts.sides]);
  kept.cuts.kneaded = std::move(arrays[cuts.kneaded]);
  arrays = liquid.arrays.blank();
  if (kept.cuts.sides.empty()) return kept;
  for (const RemovedParticle& p : particles) kept.cuts.ids.push_back(p.id);
  return kept;
}

}  // namespace

void Clavet::insert(const LiquidSeeds& seeds) {
  ParticleMethod::insert(seeds);
  springs_.grow(liquid_);
}

void Clavet::erase(std::span<const std::uint32_t> particles) {
  springs_.erase(particles);
  liquid_.erase(particles);
  cuts_.clearIfUnused(liquid_);
}

void Clavet::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  const RemovedParticles kept = liquid_.kept(particles);
  IdTable goes;
  for (std::size_t k = 0; k < kept.particles.size(); ++k)
    goes.set(kept.particles[k].id, static_cast<std::uint32_t>(k));
  std::vector<LinkTie> ties;
  springs_.visit(liquid_, [&](std::uint32_t a, std::uint32_t b, float rest) {
    if (goes.holds(a) || goes.holds(b)) ties.push_back({a, b, rest});
  });
  out.array(kept.particles);
  out.array(ties);
  if (particles.empty() || !cuts_.any(liquid_)) return;
  kept.arrays.saveOne(cuts_.sides, out);
  kept.arrays.saveOne(cuts_.kneaded, out);
}

void Clavet::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  const KeptLiquid kept = readRemoved(in, liquid_, laws_, cuts_);
  liquid_.putBack(kept.liquid, room, elapsed);
  springs_.grow(liquid_);
  springs_.restoreSprings(liquid_, laws_, kept.ties);
  if (!kept.cuts.sides.empty()) cuts_.set(liquid_, kept.cuts, true);
}

void Clavet::validateUndoParticles(ByteReader& in) const { (void)readRemoved(in, liquid_, laws_, cuts_); }

UndoRecord Clavet::cut(const CutLiquid& blade) {
  UndoRecord kept;
  if (!springs_.isActive()) return kept;
  keepSides(cuts_.mark(liquid_, blade.beside, laws_), kept);
  const std::vector<std::uint32_t>& sides = liquid_[cuts_.sides];
  const Vec3Array& x = liquid_.particles.position;
  kept.ties = springs_.removeIf(liquid_, [&](std::size_t i, std::size_t j) {
    return areAcross(sides[i], sides[j]) || blade.crosses(x[i], x[j]);
  });
  cuts_.clearIfUnused(liquid_);
  return kept;
}

/// Adds or removes all springs. Clavet 2005, section 5: an elastic solid is a settled liquid with springs,
/// and melts when the springs are removed. Both actions close all cuts.
UndoRecord Clavet::carryOut(const RunAction& action, const Threads& threads) {
  UndoRecord kept;
  kept.ties = springs_.list(liquid_);
  keepSides(cutSides(), kept);
  if (action.key == kAddSprings) {
    if (!springs_.isActive()) return kept;
    // Repeat the neighbour search: lists of the last step may lack pairs that have come within h since.
    springs_.reorder(liquid_.sortBetweenSteps(threads), liquid_, threads);
    springs_.createRestSprings(liquid_, laws_, threads);
  } else {
    springs_.removeAll();
  }
  cuts_.forget(liquid_);
  return kept;
}

void Clavet::revertCut(const UndoRecord& kept) {
  cuts_.set(liquid_, sidesOf(kept), false);
  springs_.restoreSprings(liquid_, laws_, kept.ties);
}

void Clavet::revertAction(const UndoRecord& kept) {
  springs_.removeAll();
  cuts_.forget(liquid_);
  cuts_.set(liquid_, sidesOf(kept), true);
  springs_.restoreSprings(liquid_, laws_, kept.ties);
}

void Clavet::validateUndoLinks(const EditName& name, const UndoRecord& kept) const {
  for (const LinkTie& tie : kept.ties)
    if (!isRestLength(tie.restLength, laws_.h())) throw InputError("the undo record of an edit is not valid");
  if (name.kind == EditKind::Cut || name.kind == EditKind::Action) (void)sidesOf(kept);
}

}  // namespace ooze::clavet
