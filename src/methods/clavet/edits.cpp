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
  CutMade made = cut(blade.crosses, blade.beside);
  keepSides(made.marked, kept);
  kept.ties = std::move(made.ties);
  return kept;
}

KeptEdit Clavet::carryOut(const CarryOutDeed& deed, const Threads& threads) {
  KeptEdit kept;
  visitSprings([&](std::uint32_t a, std::uint32_t b, float rest) { kept.ties.push_back({a, b, rest}); });
  keepSides(cutSides(), kept);
  if (deed.key == kAddSprings)
    addSprings(threads);
  else
    removeSprings();
  return kept;
}

void Clavet::takeCutBack(const KeptEdit& kept) {
  markSides(sidesOf(kept), false);
  tieSprings(kept.ties);
}

void Clavet::takeDeedBack(const KeptEdit& kept) {
  removeSprings();
  markSides(sidesOf(kept), true);
  tieSprings(kept.ties);
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
