// Markers on the wrong side of a surface put it right.
#pragma once

#include "ooze/base/threads.h"

#include "grid/level_set.h"
#include "grid/markers.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Whether a marker is on the wrong side by more than its radius.
/// @param phi  where it is [m]
inline bool hasEscaped(float phi, std::int8_t sign, float radius) {
  return static_cast<float>(sign) * phi < -radius;
}

/// The correction of a level set by its escaped markers (Enright, Fedkiw, Ferziger and Mitchell 2002, section
/// 3.3). Has the same bits at any number of threads and for any order of the markers. Keeps
/// its memory.
class MarkerCorrection {
 public:
  /// At the eight nodes round an escaped marker, phi_p = sign (radius - distance); phi+ is the upper of phi
  /// and those of air, phi- the lower of phi and those of liquid, and phi whichever is smaller in magnitude.
  /// A marker where the level set has no nodes gives it some, if one of them is in the marker's ball.
  /// @param phi  where each marker is, of sampleAtMarkers() [m]
  /// @return how many have escaped
  std::size_t correct(LevelSet& set, const Markers& markers, std::span<const float> phi,
                      const Threads& threads);

 private:
  void coverEscaped(LevelSet& set, const Markers& markers, const Threads& threads);

  std::vector<std::uint32_t> escaped_;
  BlockSet missing_;
  std::vector<float> upper_, lower_;  ///< phi+ and phi- [m]
};

/// Radii anew, by how near the surface is: sign phi, but from kLeastRadius to kMostRadius.
/// @param phi  where each marker is [m]
/// @param cell  of the lattice [m]
void setRadii(Markers& markers, std::span<const float> phi, float cell, const Threads& threads);

/// phi where each marker is [m].
void sampleAtMarkers(const LevelSet& set, const Markers& markers, std::vector<float>& phi,
                     const Threads& threads);

}  // namespace ooze::grid
