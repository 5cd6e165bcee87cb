#include "grid/marker_seeding.h"

#include "base/random.h"
#include "grid/marker_correction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace ooze::grid {
namespace {

/// Roberts' low-discrepancy sequence in three dimensions: fills a cube uniformly with any number of points.
Vec3 evenly(std::uint64_t random, int k) {
  constexpr std::array<std::uint32_t, 3> kTurn{3518319155u, 2882110345u, 2360945575u};  // 2^32 / g, g^2, g^3
  Vec3 part;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto from = static_cast<std::uint32_t>(random >> (21 * axis)) << 11;
    const std::uint32_t at = from + kTurn[axis] * static_cast<std::uint32_t>(k);
    part[static_cast<int>(axis)] = static_cast<float>(at >> 8) * 0x1p-24f;
  }
  return part;
}

std::uint64_t hashOf(const glm::ivec3& node, std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (int axis = 0; axis < 3; ++axis) hash = randomBits(hash, static_cast<std::uint32_t>(node[axis]));
  return hash;
}

}  // namespace

/// A cube between eight nodes, with its markers.
struct MarkerSeeding::Cube {
  int perCell;
  float cell;
  glm::ivec3 node{0};
  std::array<float, 8> corners{};  ///< phi at the eight corners of the cube [m]
  std::span<const std::uint32_t> markers{};
  std::vector<Added> wanted{};  ///< markers that the cube would get if it were empty
  std::vector<std::pair<float, std::uint32_t>> own{};

  void findWanted(std::uint64_t seed) {
    const std::uint64_t random = hashOf(node, seed);
    for (int k = 0; k < perCell; ++k) {
      const LatticePosition place{node, evenly(random, k)};
      const float phi = trilinear(corners, place.part), cells = std::abs(phi) / cell;
      if (cells >= Markers::kLeastRadius && cells < Markers::kBand) wanted.push_back({place, phi});
    }
  }

  /// Selects the markers to keep, and the wanted places to fill.
  void settle(const Markers& all, std::vector<std::uint32_t>& kept, std::vector<Added>& added) {
    const std::size_t first = kept.size();
    for (const std::int8_t sign : {Markers::kLiquid, Markers::kAir}) {
      const auto isOurs = [&](float phi) { return (phi < 0.f) == (sign == Markers::kLiquid); };
      own.clear();
      for (const std::uint32_t marker : markers) {
        if (all.signs[marker] != sign) continue;
        const float phi = trilinear(corners, all.places[marker].part), radius = all.radii[marker];
        if (hasEscaped(phi, sign, radius))
          kept.push_back(marker);
        else if (std::abs(phi) < Markers::kBand * cell)
          own.push_back({static_cast<float>(sign) * phi - radius, marker});
      }
      const auto most = static_cast<std::size_t>(
          std::count_if(wanted.begin(), wanted.end(), [&](const Added& one) { return isOurs(one.phi); }));
      std::sort(own.begin(), own.end());  // markers closest to the surface come first
      std::size_t count = 0;
      for (; count < std::min(own.size(), most); ++count) kept.push_back(own[count].second);
      for (const Added& one : wanted)
        if (count < most && isOurs(one.phi)) added.push_back(one), ++count;
    }
    std::sort(kept.begin() + static_cast<std::ptrdiff_t>(first), kept.end());
  }
};

void MarkerSeeding::reseed(const LevelSet& set, Markers& markers, int perCell, std::uint64_t seed,
                           const Threads& threads) {
  const std::size_t blocks = set.blocks().size();
  sortByBlock(set, markers, threads);
  kept_.resize(std::max(kept_.size(), blocks));
  added_.resize(std::max(added_.size(), blocks));
  threads.forEach(blocks, [&](std::size_t k) { reseedBlock(set, markers, k, perCell, seed); });

  const std::vector<std::uint32_t> outside(order_.begin() + static_cast<std::ptrdiff_t>(first_[blocks]),
                                           order_.end());
  order_.clear();
  for (std::size_t k = 0; k < blocks; ++k) {
    order_.insert(order_.end(), kept_[k].begin(), kept_[k].end());
    order_.insert(order_.end(), added_[k].size(), kNewMarker);
    first_[k + 1] = order_.size();
  }
  // Outside all blocks, markers on the right side are too far from the surface and are removed.
  for (const std::uint32_t marker : outside)
    if (hasEscaped(set.sample(markers.places[marker]), markers.signs[marker], markers.radii[marker]))
      order_.push_back(marker);
  sortMarkers(markers, order_, threads);
  threads.forEach(blocks, [&](std::size_t k) {
    std::size_t to = first_[k + 1] - added_[k].size();
    for (const Added& one : added_[k]) {
      markers.places[to] = one.place;
      markers.signs[to] = one.phi < 0.f ? Markers::kLiquid : Markers::kAir;
      markers.radii[to++] = std::min(std::abs(one.phi), Markers::kMostRadius * set.cell());
    }
  });
}

/// Sorts the markers by block. Markers outside all blocks come last.
void MarkerSeeding::sortByBlock(const LevelSet& set, const Markers& markers, const Threads& threads) {
  const auto blocks = static_cast<std::uint32_t>(set.blocks().size());
  block_.resize(markers.size());
  threads.forChunks(markers.size(), 1024, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      block_[k] = std::min(set.blocks().find(blockOf(markers.places[k].node)), blocks);
  });
  first_.assign(blocks + 2, 0);
  for (const std::uint32_t block : block_) ++first_[block + 1];
  for (std::size_t k = 0; k <= blocks; ++k) first_[k + 1] += first_[k];
  order_.resize(markers.size());
  std::vector<std::size_t>& next = next_;
  next.assign(first_.begin(), first_.end());
  for (std::uint32_t k = 0; k < block_.size(); ++k) order_[next[block_[k]]++] = k;
}

void MarkerSeeding::reseedBlock(const LevelSet& set, const Markers& markers, std::size_t block, int perCell,
                                std::uint64_t seed) {
  Window window;
  window.load(set.nodes(0), set.around(block), set.band());
  kept_[block].clear();
  added_[block].clear();
  std::uint32_t* const begin = order_.data() + first_[block];
  std::uint32_t* const end = order_.data() + first_[block + 1];
  const auto cubeOf = [&](std::uint32_t marker) { return inBlock(markers.places[marker].node); };
  std::stable_sort(begin, end, [&](std::uint32_t a, std::uint32_t b) { return cubeOf(a) < cubeOf(b); });
  Cube cube{.perCell = perCell, .cell = set.cell()};
  const std::uint32_t* from = begin;
  for (std::size_t n = 0; n < kNodes; ++n) {
    const glm::ivec3 in = nodeIn({0, 0, 0}, n);
    bool near = false;
    for (std::size_t k = 0; k < 8; ++k) {
      cube.corners[k] = *window.at(in.x + static_cast<int>(k & 1), in.y + static_cast<int>(k >> 1 & 1),
                                   in.z + static_cast<int>(k >> 2));
      near = near || std::abs(cube.corners[k]) < Markers::kBand * set.cell();
    }
    const std::uint32_t* to = from;
    while (to != end && cubeOf(*to) == n) ++to;
    cube.markers = {from, to};
    from = to;
    cube.node = nodeIn(set.blocks().at(block), n);
    if (near) cube.findWanted(seed);
    if (near || !cube.markers.empty()) cube.settle(markers, kept_[block], added_[block]);
    cube.wanted.clear();
  }
}

}  // namespace ooze::grid
