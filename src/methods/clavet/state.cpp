// Saving and restoring the method's state: all that a later step depends on.
#include "methods/clavet/clavet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ooze::clavet {
namespace {

// Bits of one byte. Cuts are written only if there are any: saves from before they were kept have none.
// And how far the liquid beside them is kneaded, unless they are from before that was counted.
constexpr std::uint8_t kLookEverywhere = 1, kWithCuts = 2, kWithKneading = 4;

/// Where it was at the last adjustment of springs; no number of what none has seen.
bool isAdjusted(const Vec3& place, const StateBounds& bounds) {
  return bounds.isPlace(place) || (std::isnan(place.x) && std::isnan(place.y) && std::isnan(place.z));
}

std::vector<Spring> restoreSprings(ByteReader& in, const Particles& p, std::span<const std::uint32_t> indexOf,
                                   float h) {
  std::vector<Spring> springs;
  std::vector<std::uint32_t> tiedTo(p.size(), Neighbours::kNone);  // by particle: the last id
  for (const std::uint32_t id : p.id) {
    const auto others = in.array<std::uint32_t>();
    for (const std::uint32_t other : others) {
      requireSaved(id < other && other < p.nextId && indexOf[other] != Neighbours::kNone);
      requireSaved(tiedTo[indexOf[other]] != id);
      tiedTo[indexOf[other]] = id;
      springs.push_back({id, other, 0.f});
    }
    for (std::size_t k = springs.size() - others.size(); k < springs.size(); ++k) {
      springs[k].restLength = in.value<float>();
      requireSaved(isRestLength(springs[k].restLength, h));
    }
  }
  return springs;
}

}  // namespace

void Clavet::addArrays() {
  const Vec3 nowhere(std::numeric_limits<float>::quiet_NaN());
  ParticleArrays& arrays = liquid_.arrays;
  packing_.addTo(arrays);
  adjusted_ =
      arrays.add(ParticleArray<Vec3>{.fill = nowhere, .extent = Extent::WhileBegun, .isSound = isAdjusted});
  cuts_.addTo(arrays);
}

void Clavet::save(ByteWriter& out) const {
  liquid_.saveParticles(out);
  liquid_.arrays.saveOne(packing_.values, out);
  liquid_.saveLists(out);
  liquid_.arrays.saveOne(adjusted_, out);
  out.value(static_cast<std::uint8_t>((springs_.lookEverywhere ? kLookEverywhere : 0) |
                                      (cuts_.any(liquid_) ? kWithCuts | kWithKneading : 0)));
  if (cuts_.any(liquid_))
    liquid_.arrays.saveOne(cuts_.sides, out), liquid_.arrays.saveOne(cuts_.kneaded, out);
  saveSprings(out);
}

/// Row by row; those of partners that are gone are left out.
void Clavet::saveSprings(ByteWriter& out) const {
  for (std::size_t i = 0; springs_.active && i < springs_.rows.size(); ++i) {
    const Springs::Row& row = springs_.rows[i];
    const auto other = std::span<const std::uint32_t>(springs_.other).subspan(row.first(), row.count);
    const auto rest = std::span<const float>(springs_.rest).subspan(row.first(), row.count);
    if (std::all_of(other.begin(), other.end(), [this](std::uint32_t id) { return liquid_.isThere(id); })) {
      out.array(other);
      out.raw(rest);
      continue;
    }
    std::vector<std::uint32_t> others;
    std::vector<float> rests;
    for (std::size_t k = 0; k < row.count; ++k)
      if (liquid_.isThere(other[k])) others.push_back(other[k]), rests.push_back(rest[k]);
    out.array(others);
    out.raw(std::span<const float>(rests));
  }
}

void Clavet::setSprings(std::span<const Spring> springs) {
  springs_.clear();
  springs_.rows.resize(liquid_.size());
  springs_.active = springs_.sorted = true;
  liquid_.keepIndexOfIds(true);
  for (std::size_t k = 0; k < springs.size();) {
    const std::uint32_t owner = springs[k].a;
    std::size_t end = k;
    while (end < springs.size() && springs[end].a == owner) ++end;
    Springs::Row& row = springs_.rows[liquid_.indexOfId()[owner]];
    springs_.reserve(row, row.count + static_cast<std::uint32_t>(end - k));
    for (; k < end; ++k)
      springs_.append(row, springs[k].b, liquid_.indexOfId()[springs[k].b], springs[k].restLength);
  }
}

void Clavet::restore(ByteReader& in) {
  LiquidState state = liquid_.blankState();
  ParticleArrays& arrays = state.arrays;
  state.readParticles(in);
  arrays.readOne(packing_.values, in);
  state.readLists(in);
  arrays.readOne(adjusted_, in);
  const bool active = arrays[adjusted_].size() > 0 || laws_.holdSprings();
  if (active) arrays.begin(adjusted_, 0);
  const auto flags = in.value<std::uint8_t>();
  requireSaved((flags & ~(kLookEverywhere | kWithCuts | kWithKneading)) == 0);
  if (flags & kWithCuts) arrays.readOne(cuts_.sides, in);
  if (flags & kWithKneading) arrays.readOne(cuts_.kneaded, in);
  if (const std::size_t marked = arrays[cuts_.sides].size(); marked > 0) {
    arrays.begin(cuts_.sides, marked);
    arrays.begin(cuts_.kneaded, flags & kWithKneading ? 0 : marked);
  }
  state.requireSound(StateBounds(laws_.h()), laws_.count(), liquid_.reach());
  std::vector<Spring> springs;
  if (active) springs = restoreSprings(in, state.particles, state.indicesById(), laws_.h());

  liquid_.become(std::move(state));
  setSprings(springs);
  springs_.active = active;
  liquid_.keepIndexOfIds(active);
  springs_.lookEverywhere = (flags & kLookEverywhere) != 0;
}

}  // namespace ooze::clavet
