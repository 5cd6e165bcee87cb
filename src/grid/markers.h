// Marker particles: what remembers on which side of a surface it is.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/lattice_place.h"
#include "grid/velocity_at.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// The small balls of a particle level set (Enright, Fedkiw, Ferziger and Mitchell 2002, section 3.1), as
/// arrays of the same length. A further array of something that rides along belongs to add(), and to
/// removeMarkers() and sortMarkers(), which alone take markers from their places.
struct Markers {
  static constexpr std::int8_t kAir = 1, kLiquid = -1;
  // [cells]
  static constexpr float kLeastRadius = 0.1f, kMostRadius = 0.5f;
  static constexpr float kBand = 3.f;  ///< markers are nearer to the surface than this

  std::vector<LatticePlace> places;
  std::vector<float> radii;        ///< [m]
  std::vector<std::int8_t> signs;  ///< kAir or kLiquid: that of phi where the marker belongs

  [[nodiscard]] std::size_t size() const { return places.size(); }
  void add(const LatticePlace& place, float radius, std::int8_t sign) {
    places.push_back(place);
    radii.push_back(radius);
    signs.push_back(sign);
  }

  friend bool operator==(const Markers&, const Markers&) = default;
};

/// Carries all of them along by the midpoint rule (the second-order Runge-Kutta method). Those that get too
/// far from the origin for the lattice are removed.
/// @param velocity  the same for the whole time, called on any thread [m/s]
/// @param time      [s]
/// @param cell      of the lattice [m]
/// @throws std::invalid_argument for a velocity that is not finite or too high, with some of them moved
void moveMarkers(Markers& markers, VelocityAtPlaces velocity, float time, float cell, const Threads& threads);

/// Moves them to whole cells: a marker at n + offset is then at n, with the same bits beside the node.
void shiftMarkers(Markers& markers, const glm::ivec3& offset);

/// Removes those that `gone` tells of; the others keep their order.
/// @param gone  called with a marker's number, on any thread
/// @return how many have been removed
std::size_t removeMarkers(Markers& markers, FunctionRef<bool(std::size_t)> gone, const Threads& threads);

inline constexpr std::uint32_t kNewMarker = ~0u;
/// Puts them into another order, leaves out some and makes room for others.
/// @param order  numbers of those that stay; kNewMarker: nothing is known yet of the one that comes there
void sortMarkers(Markers& markers, const std::vector<std::uint32_t>& order, const Threads& threads);

}  // namespace ooze::grid
