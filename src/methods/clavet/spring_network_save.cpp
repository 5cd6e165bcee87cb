// Saving and restoring springs.
#include "methods/clavet/spring_network.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

/// Where it was at the last adjustment of springs; no number of what none has seen.
bool isAdjusted(const Vec3& place, const StateBounds& bounds) {
  return bounds.isPlace(place) || (std::isnan(place.x) && std::isnan(place.y) && std::isnan(place.z));
}

}  // namespace

void SpringNetwork::addTo(ParticleArrays& arrays) {
  adjusted =
      arrays.add(ParticleArray<Vec3>{.fill = kNowhere, .extent = Extent::WhileBegun, .isSound = isAdjusted});
}

/// Row by row; those of partners that are gone are left out.
void SpringNetwork::save(const ParticleLiquid& liquid, ByteWriter& out) const {
  for (std::size_t i = 0; active_ && i < springs_.rows.size(); ++i) {
    const SpringRows::Row& row = springs_.rows[i];
    const auto other = springs_.partners(row);
    const auto rest = std::span<const float>(springs_.rest).subspan(row.first(), row.count);
    if (std::all_of(other.begin(), other.end(), [&](std::uint32_t id) { return liquid.isThere(id); })) {
      out.array(other);
      out.raw(rest);
      continue;
    }
    std::vector<std::uint32_t> others;
    std::vector<float> rests;
    for (std::size_t k = 0; k < row.count; ++k)
      if (liquid.isThere(other[k])) others.push_back(other[k]), rests.push_back(rest[k]);
    out.array(others);
    out.raw(std::span<const float>(rests));
  }
}

std::vector<Spring> SpringNetwork::read(ByteReader& in, const Particles& p, const IdTable& indexOf, float h) {
  std::vector<Spring> springs;
  std::vector<std::uint32_t> tiedTo(p.size(), Neighbours::kNone);  // by particle: the last id
  for (const std::uint32_t id : p.id) {
    const auto others = in.array<std::uint32_t>();
    for (const std::uint32_t other : others) {
      requireSaved(id < other && other < p.nextId && indexOf.holds(other));
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

void SpringNetwork::restore(ParticleLiquid& liquid, std::span<const Spring> springs, bool active,
                            bool lookEverywhere) {
  set(liquid, springs);
  active_ = active;
  liquid.keepIndexOfIds(active);
  lookEverywhere_ = lookEverywhere;
}

}  // namespace ooze::clavet
