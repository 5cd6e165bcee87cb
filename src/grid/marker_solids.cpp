#include "grid/marker_solids.h"

#include <limits>
#include <stdexcept>

namespace ooze::grid {
namespace {

constexpr std::size_t kSolidGrain = 512;
constexpr float kFree = -std::numeric_limits<float>::infinity();

}  // namespace

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

std::size_t removeAirInSolid(Markers& markers, SolidAt solid, float deeper, float cell,
                             const Threads& threads) {
  return removeMarkers(
      markers,
      [&](std::size_t k) {
        return markers.signs[k] == Markers::kAir &&
               solid(markers.places[k].position(cell)).distance < -deeper;
      },
      threads);
}

}  // namespace ooze::grid
