// Marker particles of a particle level set, and their collision with solids.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"

#include "grid/lattice_position.h"
#include "grid/velocity_at.h"

#include <cstddef>
#include <cstdint>
#include <span>
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

/// Returns the signed distance and outward normal of the nearest solid at a place; called on any thread.
using SolidAt = FunctionRef<SignedDistance::Sample(const Vec3&)>;

/// Stores the distance of each liquid marker from the solid, before a step (Rasmussen et al. 2004, section
/// 5).
/// @param reach   markers farther away are free to approach the solid, as are all air markers [m]
/// @param depths  signed distance of each marker from the solid, negative inside the solid; minus infinity
/// for free markers [m]
void findMarkerDepths(const Markers& markers, SolidAt solid, float reach, float cell,
                      std::vector<float>& depths, const Threads& threads);

/// Pushes markers that came closer to the solid back to their previous distance, after a step.
/// The push is along the solid's normal. Layers of markers keep their order, and thin films survive. Call
/// before removing any marker.
/// @param depths  signed distances before the step, from findMarkerDepths() [m]
/// @throws std::invalid_argument for another number of depths than of markers
void pushMarkersToDepths(Markers& markers, SolidAt solid, std::span<const float> depths, float cell,
                         const Threads& threads);

}  // namespace ooze::grid
