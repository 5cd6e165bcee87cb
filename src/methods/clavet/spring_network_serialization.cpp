// Serialization of springs.
#include "methods/clavet/spring_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

namespace ooze::clavet {
namespace {

/// Validates a position at the last spring adjustment. NaN marks a particle that no adjustment has processed.
bool isAdjusted(const Vec3& place, const StateBounds& bounds) {
  return bounds.isPlace(place) || (std::isnan(place.x) && std::isnan(place.y) && std::isnan(place.z));
}

}  // namespace

void SpringNetwork::addTo(ParticleArrays& arrays) {
  adjusted = arrays.add(
      ParticleArray<Vec3>{.fill = kNowhere, .extent = ArrayExtent::WhileBegun, .isSound = isAdjusted});
}

/// Writes row by row: count, ids of partners, rest lengths. Springs of erased partners are left out. Springs
/// are the largest part of a state, and a state is stored at every frame. Therefore a prefix sum of the sizes
/// is computed first, and chunks of rows are then written in parallel.
void SpringNetwork::save(ByteWriter& out, const Threads& threads) const {
  if (!active_) return;
  constexpr std::size_t kSavedGrain = 1024;  // rows per parallel chunk
  const std::size_t rows = springs_.rows.size();
  savedAt_.assign(Threads::chunkCount(rows, kSavedGrain) + 1, 0);
  threads.forChunks(rows, kSavedGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::uint64_t springs = 0;
    for (std::size_t i = begin; i < end; ++i) springs += countPresent(springs_.rows[i]);
    savedAt_[chunk + 1] =
        sizeof(std::uint64_t) * (end - begin) + (sizeof(std::uint32_t) + sizeof(float)) * springs;
  });
  std::partial_sum(savedAt_.begin(), savedAt_.end(), savedAt_.begin());
  const std::span<std::byte> room = out.room(savedAt_.back());
  threads.forChunks(rows, kSavedGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::byte* to = room.data() + savedAt_[chunk];
    for (std::size_t i = begin; i < end; ++i) to = saveRow(springs_.rows[i], to);
  });
}

/// Writes one row. @return end of the written bytes
std::byte* SpringNetwork::saveRow(const SpringRows::SpringRow& row, std::byte* to) const {
  const std::uint64_t there = countPresent(row);
  const bool whole = there == row.count;
  const std::uint32_t* ids = ends_.ids();
  const auto write = [&to](const auto* values, std::size_t count) {
    std::memcpy(to, values, sizeof *values * count);
    to += sizeof *values * count;
  };
  write(&there, 1);
  for (std::uint32_t k = 0; k < row.count; k += 8) {
    const SpringRows::Eight& eight = springs_.eight(row, k);
    std::array<std::uint32_t, 8> named;
    std::size_t n = 0;
    for (std::uint32_t l = 0; l < std::min(8u, row.count - k); ++l)
      if (whole || ends_.isThere(eight.partner[l])) named[n++] = ids[eight.partner[l]];
    write(named.data(), n);
  }
  for (std::uint32_t k = 0; k < row.count; k += 8) {
    const SpringRows::Eight& eight = springs_.eight(row, k);
    const std::uint32_t n = std::min(8u, row.count - k);
    if (whole) {
      write(eight.rest, n);
      continue;
    }
    for (std::uint32_t l = 0; l < n; ++l)
      if (ends_.isThere(eight.partner[l])) write(&eight.rest[l], 1);
  }
  return to;
}

std::vector<Spring> SpringNetwork::read(ByteReader& in, const Particles& p, const IdTable& indexOf, float h) {
  std::vector<Spring> springs;
  std::vector<std::uint32_t> tiedTo(p.size(),
                                    Neighbours::kNone);  // last owner's id by particle, to find duplicates
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
                            const AdjustmentProgress& progress) {
  springs_.clear();
  ends_.clear();
  if (progress.active) set(liquid, springs);
  active_ = progress.active;
  searchAllPairs_ = progress.lookEverywhere;
  atOnce_ = progress.atOnce;
  waited_ = progress.waited;
}

}  // namespace ooze::clavet
