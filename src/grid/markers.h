// Marker particles of a particle level set.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/lattice_position.h"
#include "grid/velocity_at.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// Markers of a particle level set, in structure-of-arrays layout.
/// Markers are small balls that remember their side of the surface (Enright, Fedkiw, Ferziger and Mitchell
/// 2002, section 3.1). A new per-marker array must be handled in add(), removeMarkers() and sortMarkers(),
/// the only functions that reorder markers.
struct Markers {
  static constexpr std::int8_t kAir = 1, kLiquid = -1;
  // Limits of a marker's radius [cells].
  static constexpr float kLeastRadius = 0.1f, kMostRadius = 0.5f;
  static constexpr float kBand = 3.f;  ///< largest distance of markers from the surface [cells]

  std::vector<LatticePosition> places;
  std::vector<float> radii;        ///< radius of each marker [m]
  std::vector<std::int8_t> signs;  ///< kAir or kLiquid: the sign of phi on the marker's own side

  [[nodiscard]] std::size_t size() const { return places.size(); }
  void add(const LatticePosition& place, float radius, std::int8_t sign) {
    places.push_back(place);
    radii.push_back(radius);
    signs.push_back(sign);
  }

  friend bool operator==(const Markers&, const Markers&) = default;
};

/// Advects all markers by RK2 (midpoint rule). Markers too far from the origin for the lattice are removed.
/// @param velocity  velocity of the flow, constant in time, called on any thread [m/s]
/// @param time      duration of the motion [s]
/// @param cell      distance between neighbouring nodes of the lattice [m]
/// @throws std::invalid_argument for a velocity that is not finite or too high; some markers are moved by
/// then
void moveMarkers(Markers& markers, VelocityFunction velocity, float time, float cell, const Threads& threads);

/// Shifts all markers by whole cells: a marker at n + offset moves to n, with the same bits of its fraction.
void shiftMarkers(Markers& markers, const glm::ivec3& offset);

/// Removes the markers for which `gone` returns true; the others keep their order.
/// @param gone  called with a marker's index, on any thread
/// @return the number of removed markers
std::size_t removeMarkers(Markers& markers, FunctionRef<bool(std::size_t)> gone, const Threads& threads);

inline constexpr std::uint32_t kNewMarker = ~0u;
/// Reorders the markers, removes the ones not listed, and makes room for new ones.
/// @param order  indices of the remaining markers; kNewMarker: an uninitialised entry
void sortMarkers(Markers& markers, const std::vector<std::uint32_t>& order, const Threads& threads);

}  // namespace ooze::grid
