#include "grid/marker_correction.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace ooze::grid {
namespace {

constexpr std::size_t kCorrectionGrain = 1024;

glm::ivec3 cornerOf(const LatticePosition& place, int k) {
  return place.node + glm::ivec3(k & 1, k >> 1 & 1, k >> 2);
}

/// Computes phi_p without the sign: the depth of a corner in the marker's ball [m].
float depthOf(const LatticePosition& place, int corner, float radius, float cell) {
  const Vec3 apart = Vec3(corner & 1, corner >> 1 & 1, corner >> 2) - place.part;
  return radius - cell * glm::length(apart);
}

/// Atomically raises or lowers a shared number. The result does not depend on the order of the threads.
template <class Beyond>
void push(float& number, float value, const Beyond& beyond) {
  const std::atomic_ref<float> shared(number);
  for (float known = shared; beyond(value, known) && !shared.compare_exchange_weak(known, value);) {
  }
}

}  // namespace

std::size_t MarkerCorrection::correct(LevelSet& set, const Markers& markers, std::span<const float> phi,
                                      const Threads& threads) {
  escaped_.clear();
  for (std::size_t k = 0; k < markers.size(); ++k)
    if (hasEscaped(phi[k], markers.signs[k], markers.radii[k]))
      escaped_.push_back(static_cast<std::uint32_t>(k));
  if (escaped_.empty()) return 0;
  coverEscaped(set, markers, threads);
  const std::size_t count = kNodes * set.blocks().size();
  if (count == 0) return escaped_.size();
  upper_.assign(set.nodes(0), set.nodes(0) + count);
  lower_ = upper_;
  const float cell = set.cell();
  threads.forChunks(escaped_.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t marker = escaped_[k];
      const LatticePosition& place = markers.places[marker];
      for (int c = 0; c < 8; ++c) {
        const glm::ivec3 node = cornerOf(place, c);
        const std::uint32_t block = set.blocks().find(blockOf(node));
        if (block == kNone) continue;
        const std::size_t at = kNodes * block + inBlock(node);
        const float depth = depthOf(place, c, markers.radii[marker], cell);
        if (markers.signs[marker] == Markers::kAir)
          push(upper_[at], depth, [](float a, float b) { return a > b; });
        else
          push(lower_[at], 0.f - depth, [](float a, float b) { return a < b; });  // + 0 instead of - 0
      }
    }
  });
  threads.forChunks(count, 8 * kNodes, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      if (std::abs(lower_[n]) < std::abs(upper_[n])) upper_[n] = lower_[n];
  });
  set.replaceNodes(upper_, threads);
  return escaped_.size();
}

void MarkerCorrection::coverEscaped(LevelSet& set, const Markers& markers, const Threads& threads) {
  missing_.clear();
  for (const std::uint32_t marker : escaped_) {
    const LatticePosition& place = markers.places[marker];
    for (int c = 0; c < 8; ++c) {
      if (!(depthOf(place, c, markers.radii[marker], set.cell()) > 0.f)) continue;
      const BlockCoordinate at = blockOf(cornerOf(place, c));
      if (!set.blocks().contains(at)) missing_.add(at);
    }
  }
  if (missing_.size() > 0) set.cover(missing_, threads);
}

/// Departs from Rasmussen et al. 2004 (after Enright et al. 2002), whose radius is |phi| clamped.
/// With |phi|, a marker on the wrong side that has not escaped yet would get a large radius there, which
/// increases the area error of a vortex.
void setRadii(Markers& markers, std::span<const float> phi, float cell, const Threads& threads) {
  const float least = Markers::kLeastRadius * cell, most = Markers::kMostRadius * cell;
  threads.forChunks(markers.size(), kCorrectionGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      markers.radii[k] = std::clamp(static_cast<float>(markers.signs[k]) * phi[k], least, most);
  });
}

void sampleAtMarkers(const LevelSet& set, const Markers& markers, std::vector<float>& phi,
                     const Threads& threads) {
  phi.resize(markers.size());
  threads.forChunks(markers.size(), kCorrectionGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    LevelSet::Sampler(set).sample({markers.places.data() + begin, end - begin}, phi.data() + begin);
  });
}

}  // namespace ooze::grid
