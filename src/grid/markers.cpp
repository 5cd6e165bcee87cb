#include "grid/markers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

constexpr std::size_t kMarkerGrain = 1024;

bool isTooFar(const LatticePosition& place) {
  const glm::ivec3 n = glm::abs(place.node);
  return std::max({n.x, n.y, n.z}) >= static_cast<int>(kMaxNodeIndex) - 2;
}

template <class T>
void sortArray(std::vector<T>& values, const std::vector<std::uint32_t>& order, const Threads& threads) {
  std::vector<T> sorted(order.size());
  threads.forChunks(order.size(), kMarkerGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      if (order[k] != kNewMarker) sorted[k] = values[order[k]];
  });
  values.swap(sorted);
}

constexpr std::size_t kSolidGrain = 512;
constexpr float kFree = -std::numeric_limits<float>::infinity();

}  // namespace

void moveMarkers(Markers& markers, VelocityFunction velocity, float time, float cell,
                 const Threads& threads) {
  const float perCell = 1.f / cell;
  std::atomic<bool> finite{true}, near{true};
  threads.forChunks(markers.size(), kMarkerGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::array<Vec3, kMarkerGrain> places, velocities;
    const std::span<const Vec3> asked(places.data(), end - begin);
    for (std::size_t k = begin; k < end; ++k) places[k - begin] = markers.places[k].position(cell);
    velocity(asked, velocities.data());
    for (std::size_t k = 0; k < asked.size(); ++k) places[k] = places[k] + 0.5f * time * velocities[k];
    velocity(asked, velocities.data());
    for (std::size_t k = begin; k < end; ++k) {
      LatticePosition& place = markers.places[k];
      const Vec3 way = time * perCell * velocities[k - begin];
      if (!(glm::length(way) < static_cast<float>(kMaxNodeIndex))) {
        finite = false;
        continue;
      }
      place = place.moved(way);
      if (isTooFar(place)) near = false;
    }
  });
  if (!finite) throw std::invalid_argument("the speed of markers is not finite");
  if (!near)
    removeMarkers(
        markers, [&](std::size_t k) { return isTooFar(markers.places[k]); }, threads);
}

void shiftMarkers(Markers& markers, const glm::ivec3& offset) {
  for (LatticePosition& place : markers.places) place.node -= offset;
}

std::size_t removeMarkers(Markers& markers, FunctionRef<bool(std::size_t)> gone, const Threads& threads) {
  const std::size_t count = markers.size();
  std::vector<std::uint8_t> drop(count);
  std::atomic<bool> some{false};
  threads.forChunks(count, kMarkerGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    bool here = false;
    for (std::size_t k = begin; k < end; ++k) {
      drop[k] = gone(k);
      here = here || drop[k];
    }
    if (here) some = true;
  });
  if (!some) return 0;
  std::size_t left = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (drop[k]) continue;
    markers.places[left] = markers.places[k];
    markers.radii[left] = markers.radii[k];
    markers.signs[left] = markers.signs[k];
    ++left;
  }
  markers.places.resize(left);
  markers.radii.resize(left);
  markers.signs.resize(left);
  return count - left;
}

void sortMarkers(Markers& markers, const std::vector<std::uint32_t>& order, const Threads& threads) {
  sortArray(markers.places, order, threads);
  sortArray(markers.radii, order, threads);
  sortArray(markers.signs, order, threads);
}

void findMarkerDepths(const Markers& markers, SolidAt solid, float reach, float cell,
                      std::vector<float>& depths, const Threads& threads) {
  depths.resize(markers.size());
  threads.forChunks(markers.size(), kSolidGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      depths[k] = kFree;
      if (markers.signs[k] != Markers::kLiquid) continue;
      const float distance = solid(markers.places[k].position(cell)).distance;
      if (distance < reach) depths[k] = distance;
    }
  });
}

void pushMarkersToDepths(Markers& markers, SolidAt solid, std::span<const float> depths, float cell,
                         const Threads& threads) {
  if (depths.size() != markers.size()) throw std::invalid_argument("there must be one depth for each marker");
  threads.forChunks(markers.size(), kSolidGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      if (depths[k] == kFree) continue;
      LatticePosition& place = markers.places[k];
      const SignedDistance::Sample at = solid(place.position(cell));
      if (at.distance < depths[k]) place = place.moved((depths[k] - at.distance) / cell * at.normal);
    }
  });
}

}  // namespace ooze::grid
