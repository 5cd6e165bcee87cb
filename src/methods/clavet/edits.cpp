// What is done by hand, and taken back: regions become particles here, and nowhere else.
#include "ooze/base/error.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/deeds.h"
#include "particles/selection.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

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

KeptEdit Clavet::edit(const Edit& edit, const Threads& threads) {
  KeptEdit kept;
  std::visit(
      Overloaded{
          [&](const EraseLiquid& e) {
            const std::vector<std::uint32_t> gone = indicesWithin(liquid_.particles, e.within);
            ByteWriter out;
            keep(gone, out);
            erase(gone);
            kept.bytes = out.bytes();
          },
          [&](const FreezeLiquid& e) { kept.ids = setFrozen(indicesWithin(liquid_.particles, e.within), true); },
          [&](const ThawLiquid& e) { kept.ids = setFrozen(indicesWithin(liquid_.particles, e.within), false); },
          [&](const AddLiquid& e) {
            const std::uint32_t first = liquid_.particles.nextId;
            insert(e.seeds);
            for (std::uint32_t id = first; id < liquid_.particles.nextId; ++id) kept.ids.push_back(id);
          },
          [&](const CutLiquid& e) {
            CutMade made = cut(e.crosses, e.beside);
            keepSides(made.marked, kept);
            kept.ties = std::move(made.ties);
          },
          [&](const CarryOutDeed& e) {
            visitSprings([&](std::uint32_t a, std::uint32_t b, float rest) {
              kept.ties.push_back({a, b, rest});
            });
            keepSides(cutSides(), kept);
            if (e.key == kAddSprings) return addSprings(threads);
            removeSprings();
          },
      },
      edit);
  return kept;
}

void Clavet::takeBack(const EditName& name, const KeptEdit& kept, std::uint64_t room, float elapsed) {
  switch (name.kind) {
    case EditKind::Erase: {
      ByteReader in(kept.bytes);
      return putBack(in, room, elapsed);
    }
    case EditKind::Freeze:
      setFrozen(indicesOf(liquid_.particles, kept.ids), false);
      return;
    case EditKind::Thaw:
      setFrozen(indicesOf(liquid_.particles, kept.ids), true);
      return;
    case EditKind::Add:
      return erase(indicesOf(liquid_.particles, kept.ids));
    case EditKind::Cut:
      markSides(sidesOf(kept), false);
      return tieSprings(kept.ties);
    case EditKind::Deed:
      removeSprings();
      markSides(sidesOf(kept), true);
      return tieSprings(kept.ties);
  }
}

void Clavet::requireKept(const EditName& name, const KeptEdit& kept) const {
  // No spring is longer than the reach of particles, but for rounding.
  const float longest = 1.001f * h_;
  for (const LinkTie& tie : kept.ties)
    if (!(tie.restLength >= 0.f && tie.restLength <= longest))
      throw InputError("what was kept of an edit makes no sense");
  if (name.kind == EditKind::Cut || name.kind == EditKind::Deed) (void)sidesOf(kept);
  if (name.kind == EditKind::Erase) {
    ByteReader in(kept.bytes);
    (void)readKept(in);
  }
}

void Clavet::keepWithin(const Aabb& box, const Threads& threads) {
  const std::span<const std::uint32_t> gone = outside_.find(liquid_.particles, box, threads);
  if (!gone.empty()) erase(gone);
}

void Clavet::changeVelocities(VelocityChange change) {
  for (std::size_t i = 0; i < liquid_.particles.size(); ++i) {
    if (liquid_.particles.isFrozen(i)) continue;
    const auto by =
        change({liquid_.particles.position[i], liquid_.particles.velocity[i], liquid_.particles.material[i], liquid_.particles.id[i]});
    if (by) liquid_.particles.velocity.add(i, *by);
  }
}

/// @return the ids of those that changed
std::vector<std::uint32_t> Clavet::setFrozen(std::vector<std::uint32_t> particles, bool frozen) {
  std::erase_if(particles, [&](std::uint32_t i) { return liquid_.particles.isFrozen(i) == frozen; });
  std::vector<std::uint32_t> ids;
  for (const std::uint32_t i : particles) ids.push_back(liquid_.particles.id[i]);
  freeze(particles, frozen);
  return ids;
}

}  // namespace ooze::clavet
