// What edits do to springs and cuts, and what takes that back.
#include "ooze/base/error.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/deeds.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

void keepSides(const CutSides& sides, KeptEdit& kept) {
  kept.ids = sides.ids;
  ByteWriter out;
  out.raw(std::span<const std::uint32_t>(sides.sides));
  out.raw(std::span<const float>(sides.kneaded));
  kept.bytes = out.bytes();
}

/// None of an edit from before particles were marked; nothing kneaded from before that was counted.
CutSides sidesOf(const KeptEdit& kept) {
  CutSides sides{kept.ids, {}};
  ByteReader in(kept.bytes);
  while (!in.atEnd() && sides.sides.size() < sides.ids.size())
    sides.sides.push_back(in.value<std::uint32_t>());
  while (!in.atEnd()) sides.kneaded.push_back(in.value<float>());
  const bool sound =
      std::all_of(sides.kneaded.begin(), sides.kneaded.end(), [](float k) { return std::isfinite(k); });
  if (!sound || sides.sides.size() != sides.ids.size() ||
      (!sides.kneaded.empty() && sides.kneaded.size() != sides.ids.size()))
    throw InputError("what was kept of a cut is damaged");
  return sides;
}

}  // namespace

KeptEdit Clavet::cut(const CutLiquid& blade) {
  KeptEdit kept;
  if (!springs_.isActive()) return kept;
  keepSides(cuts_.mark(liquid_, blade.beside, laws_), kept);
  const std::vector<std::uint32_t>& sides = liquid_[cuts_.sides];
  const Vec3Array& x = liquid_.particles.position;
  kept.ties = springs_.drop(liquid_, [&](std::size_t i, std::size_t j) {
    return areAcross(sides[i], sides[j]) || blade.crosses(x[i], x[j]);
  });
  cuts_.forgetIfNone(liquid_);
  return kept;
}

/// Clavet 2005, section 5: an elastic solid is liquid that was given springs once it had settled, and melts
/// when they are taken away. What was cut is whole again.
KeptEdit Clavet::carryOut(const CarryOutDeed& deed, const Threads& threads) {
  KeptEdit kept;
  kept.ties = springs_.list(liquid_);
  keepSides(cutSides(), kept);
  if (deed.key == kAddSprings) {
    if (!springs_.isActive()) return kept;
    // Lists of the last step may lack pairs that have come within h since.
    springs_.reorder(liquid_.listBetweenSteps(threads));
    springs_.tieNeighbours(liquid_, laws_, threads);
  } else {
    springs_.removeAll();
  }
  cuts_.forget(liquid_);
  return kept;
}

void Clavet::takeCutBack(const KeptEdit& kept) {
  cuts_.set(liquid_, sidesOf(kept), false);
  springs_.tie(liquid_, kept.ties);
}

void Clavet::takeDeedBack(const KeptEdit& kept) {
  springs_.removeAll();
  cuts_.forget(liquid_);
  cuts_.set(liquid_, sidesOf(kept), true);
  springs_.tie(liquid_, kept.ties);
}

void Clavet::requireKeptLinks(const EditName& name, const KeptEdit& kept) const {
  // No spring is longer than the reach of particles, but for rounding.
  const float longest = 1.001f * laws_.h();
  for (const LinkTie& tie : kept.ties)
    if (!(tie.restLength >= 0.f && tie.restLength <= longest))
      throw InputError("what was kept of an edit makes no sense");
  if (name.kind == EditKind::Cut || name.kind == EditKind::Deed) (void)sidesOf(kept);
}

}  // namespace ooze::clavet
