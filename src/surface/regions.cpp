#include "surface/regions.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>

namespace ooze::surface {
namespace {

constexpr float kFarthestCell = 1 << 19;

/// Visits half of the neighbouring cells, so that each pair of neighbouring cells is visited once.
template <class Visit>
void forCellsBefore(const BlockMap& map, const BlockCoordinate& at, const Visit& visit) {
  for (std::int32_t k = 0; k < 13; ++k)
    if (const std::uint32_t other = map.find(at.beside(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)); other != kNone)
      visit(other);
}

float distance2(const Aabb& a, const Aabb& b) {
  const Vec3 gap = glm::max(Vec3(0.f), glm::max(a.lower - b.upper, b.lower - a.upper));
  return glm::dot(gap, gap);
}

}  // namespace

std::span<const std::uint8_t> RegionGrid::find(std::span<const Vec3> positions, float joined, float apart) {
  parent_.resize(positions.size());
  std::iota(parent_.begin(), parent_.end(), 0u);
  sort(positions, joined);
  join(positions, joined);
  bool several = false;
  for (const std::uint32_t i : order_) several |= rootOf(i) != rootOf(order_.front());
  if (!several) return {};
  sort(positions, apart);
  collectPieces(positions);
  findNear(apart);
  number();
  labels_.resize(positions.size());
  for (std::uint32_t i = 0; i < labels_.size(); ++i) labels_[i] = numbers_[rootOf(i)];
  return labels_;
}

/// Sorts the particles into a uniform grid. Positions that are not finite or are too far to be drawn get no
/// cell.
void RegionGrid::sort(std::span<const Vec3> positions, float edge) {
  map_.clear();
  cells_.clear();
  cellOf_.resize(positions.size());
  BlockCoordinate last{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 at = glm::floor(positions[i] / edge);
    cellOf_[i] = kNone;
    if (!(std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) < kFarthestCell)) continue;
    const BlockCoordinate cell{static_cast<std::int32_t>(at.x), static_cast<std::int32_t>(at.y),
                               static_cast<std::int32_t>(at.z)};
    // Consecutive particles are mostly in the same cell, so the last cell is cached.
    if (i > 0 && cellOf_[i - 1] != kNone && cell == last) {
      cellOf_[i] = cellOf_[i - 1];
    } else {
      cellOf_[i] = map_.insert(cell, static_cast<std::uint32_t>(cells_.size()));
      if (cellOf_[i] == cells_.size()) cells_.push_back({.at = cell});
      last = cell;
    }
    ++cells_[cellOf_[i]].count;
  }
  std::uint32_t first = 0;
  for (RegionCell& cell : cells_) cell.first = first, first += cell.count, cell.count = 0;
  order_.resize(first);
  for (std::uint32_t i = 0; i < positions.size(); ++i)
    if (cellOf_[i] != kNone) order_[cells_[cellOf_[i]].first + cells_[cellOf_[i]].count++] = i;
}

std::uint32_t RegionGrid::rootOf(std::uint32_t i) {
  while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
  return i;
}

void RegionGrid::unite(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t one = rootOf(a), other = rootOf(b);
  parent_[std::max(one, other)] = std::min(one, other);
}

void RegionGrid::join(std::span<const Vec3> positions, float distance) {
  const float distance2 = distance * distance;
  for (RegionCell& cell : cells_) joinCells(positions, cell, cell, distance2);
  for (RegionCell& cell : cells_)
    forCellsBefore(map_, cell.at,
                   [&](std::uint32_t other) { joinCells(positions, cell, cells_[other], distance2); });
}

/// Joins close pairs of two cells (union-find). Within a body of liquid the first pair usually joins both
/// cells.
void RegionGrid::joinCells(std::span<const Vec3> positions, RegionCell& a, RegionCell& b, float distance2) {
  const std::uint32_t* const of = order_.data();
  for (std::uint32_t i = a.first; i < a.first + a.count; ++i)
    for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
      if (a.whole && b.whole && rootOf(of[a.first]) == rootOf(of[b.first])) return;
      const Vec3 d = positions[of[i]] - positions[of[j]];
      if (of[i] != of[j] && glm::dot(d, d) < distance2) unite(of[i], of[j]);
    }
  if (&a != &b) return;
  a.whole = true;
  for (std::uint32_t i = a.first; i < a.first + a.count; ++i)
    a.whole = a.whole && rootOf(of[i]) == rootOf(of[a.first]);
}

void RegionGrid::collectPieces(std::span<const Vec3> positions) {
  pieces_.clear();
  pieceFirst_.clear();
  for (const RegionCell& cell : cells_) {
    const std::size_t first = pieces_.size();
    pieceFirst_.push_back(static_cast<std::uint32_t>(first));
    for (std::uint32_t k = cell.first; k < cell.first + cell.count; ++k) {
      const std::uint32_t region = rootOf(order_[k]);
      auto piece = std::find_if(pieces_.begin() + static_cast<std::ptrdiff_t>(first), pieces_.end(),
                                [&](const RegionPiece& p) { return p.region == region; });
      if (piece == pieces_.end()) piece = pieces_.insert(piece, {region, {}});
      piece->box.include(positions[order_[k]]);
    }
  }
  pieceFirst_.push_back(static_cast<std::uint32_t>(pieces_.size()));
}

void RegionGrid::findNear(float apart) {
  near_.clear();
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t i = pieceFirst_[a]; i < pieceFirst_[a + 1]; ++i)
      for (std::uint32_t j = pieceFirst_[b]; j < pieceFirst_[b + 1]; ++j)
        if (pieces_[i].region != pieces_[j].region &&
            distance2(pieces_[i].box, pieces_[j].box) < apart * apart)
          near_.emplace_back(std::minmax(pieces_[i].region, pieces_[j].region));
  };
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    compare(c, c);
    forCellsBefore(map_, cells_[c].at, [&](std::uint32_t other) { compare(c, other); });
  }
  // Sorted by the later region of each pair, as number() requires.
  std::sort(near_.begin(), near_.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  });
}

/// Gives each region the first number that no nearby region has, in the order of their first particles.
void RegionGrid::number() {
  numbers_.assign(parent_.size(), 0);
  for (auto near = near_.begin(); near != near_.end();) {
    const std::uint32_t region = near->second;
    std::uint32_t taken = 0;
    for (; near != near_.end() && near->second == region; ++near) taken |= 1u << numbers_[near->first];
    std::uint8_t free = 0;
    while (free + 1 < kMost && (taken >> free & 1u) != 0) ++free;
    numbers_[region] = free;
  }
}

}  // namespace ooze::surface
