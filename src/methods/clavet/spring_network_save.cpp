// Saving and restoring springs.
#include "methods/clavet/spring_network.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

/// Row by row: ids, then rest lengths. Those of partners that are gone are left out.
void SpringNetwork::save(ByteWriter& out) const {
  if (!active_) return;
  for (const SpringRows::Row& row : springs_.rows) {
    const auto isThere = [&](std::uint32_t k) { return ends_.isThere(springs_.partner(row, k)); };
    std::uint64_t there = 0;
    for (std::uint32_t k = 0; k < row.count; ++k) there += isThere(k) ? 1 : 0;
    out.value(there);
    std::byte* id = out.room(there * (sizeof(std::uint32_t) + sizeof(float))).data();
    std::byte* rest = id + there * sizeof(std::uint32_t);
    for (std::uint32_t k = 0; k < row.count; ++k) {
      if (!isThere(k)) continue;
      std::memcpy(id, ends_.ids() + springs_.partner(row, k), sizeof(std::uint32_t));
      std::memcpy(rest, &springs_.eight(row, k).rest[k % 8], sizeof(float));
      id += sizeof(std::uint32_t), rest += sizeof(float);
    }
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

void SpringNetwork::restore(const ParticleLiquid& liquid, std::span<const Spring> springs,
                            const Progress& progress) {
  springs_.clear();
  ends_.clear();
  if (progress.active) set(liquid, springs);
  active_ = progress.active;
  lookEverywhere_ = progress.lookEverywhere;
  atOnce_ = progress.atOnce;
  waited_ = progress.waited;
}

}  // namespace ooze::clavet
