// Corrects a level set by markers that have crossed to the wrong side of the surface.
#pragma once

#include "ooze/base/threads.h"

#include "grid/level_set.h"
#include "grid/markers.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Returns true if a marker is on the wrong side of the surface by more than its radius.
/// @param phi     signed distance of the surface at the marker [m]
/// @param sign    side of the marker: Markers::kAir or Markers::kLiquid
/// @param radius  radius of the marker [m]
inline bool hasEscaped(float phi, std::int8_t sign, float radius) {
  return static_cast<float>(sign) * phi < -radius;
}

/// Error correction of a level set by its escaped markers.
/// Source: Enright, Fedkiw, Ferziger and Mitchell 2002, section 3.3. The bits are the same at any number of
/// threads and for any order of the markers. Buffers are reused.
class MarkerCorrection {
 public:
  /// Corrects phi at the eight nodes around each escaped marker.
  /// Each marker gives phi_p = sign (radius - distance). phi+ is the maximum of phi and the phi_p of air
  /// markers, phi- the minimum of phi and the phi_p of liquid markers; phi becomes the value with the smaller
  /// magnitude. Where the level set has no nodes, blocks are added if a node lies in the marker's ball.
  /// @param phi  signed distance at each marker, from sampleAtMarkers() [m]
  /// @return the number of escaped markers
  std::size_t correct(LevelSet& set, const Markers& markers, std::span<const float> phi,
                      const Threads& threads);

 private:
  void coverEscaped(LevelSet& set, const Markers& markers, const Threads& threads);

  std::vector<std::uint32_t> escaped_;
  BlockSet missing_;
  /// Corrections of phi by air markers (phi+) and by liquid markers (phi-) [m].
  std::vector<float> upper_, lower_;
};

/// Updates the radii to the distance from the surface: sign phi, clamped to kLeastRadius .. kMostRadius.
/// @param phi   signed distance of the surface at each marker [m]
/// @param cell  distance between neighbouring nodes of the lattice [m]
void setRadii(Markers& markers, std::span<const float> phi, float cell, const Threads& threads);

/// Samples phi at each marker [m].
void sampleAtMarkers(const LevelSet& set, const Markers& markers, std::vector<float>& phi,
                     const Threads& threads);

}  // namespace ooze::grid
