// Particle level set: markers preserve thin parts of the liquid that the level set alone would lose.
#pragma once

#include "ooze/base/threads.h"

#include "grid/level_set.h"
#include "grid/marker_correction.h"
#include "grid/marker_seeding.h"
#include "grid/markers.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ooze::grid {

/// Particle level set (Enright, Fedkiw, Ferziger and Mitchell 2002) with large semi-Lagrangian steps.
/// Steps of several cells follow Enright, Losasso and Fedkiw 2005. Markers, small balls on both sides of the
/// surface, are advected more accurately than phi; a marker found on the wrong side corrects phi. The liquid
/// is where phi < 0. The complete state is levelSet(), markers() and steps(). All results have the same bits
/// at any number of threads.
class ParticleLevelSet {
 public:
  struct LevelSetSettings {
    int perCell = 64;  ///< markers per cell of the band, from 1 to MarkerSeeding::kMostPerCell
    /// Steps between reseedings; 0: only when reseed() is called.
    int reseedEvery = 20;
    LevelSet::Order order = LevelSet::Order::Second;
    std::uint64_t seed = 0;  ///< random seed of the marker places
  };

  /// Seeds markers around a surface.
  /// @param set  level set whose phi is a signed distance
  /// @throws std::invalid_argument for settings out of range
  ParticleLevelSet(LevelSet set, const LevelSetSettings& settings, const Threads& threads);
  /// Restores a particle level set from the values of its getters (deserialization), with the same bits.
  /// @throws std::invalid_argument for settings out of range, or markers that no step can have produced
  ParticleLevelSet(LevelSet set, Markers markers, std::uint64_t steps, const LevelSetSettings& settings);

  [[nodiscard]] const LevelSet& levelSet() const { return set_; }
  [[nodiscard]] const Markers& markers() const { return markers_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] const LevelSetSettings& settings() const { return settings_; }
  /// Gives write access to the markers, for collision with solids (grid/markers.h) between carry() and
  /// settle().
  [[nodiscard]] Markers& markers() { return markers_; }
  /// Gives write access to the level set, for adding and removing liquid and for changing phi in solids.
  /// Afterwards phi must be a distance again. Where liquid was added or removed, remove the markers on the
  /// wrong side, otherwise they would undo the change.
  [[nodiscard]] LevelSet& levelSet() { return set_; }

  /// Runs a whole step: carry() and settle().
  /// @throws std::invalid_argument as carry()
  void advance(VelocityFunction velocity, float time, const Threads& threads);
  /// Advects phi and the markers independently.
  /// @param velocity  velocity of the flow, constant in time; also evaluated outside the surface, up to the
  /// band width plus the motion of a step [m/s]
  /// @param time      duration of the step, not negative; meant for motion by up to 5 cells [s]
  /// @param fastest   upper bound of the velocity; skips nodes far from the surface [m/s]
  /// @throws std::invalid_argument as LevelSet::carry() and moveMarkers(); the step may be half done by then
  void carry(VelocityFunction velocity, float time, const Threads& threads,
             float fastest = std::numeric_limits<float>::infinity());
  /// Ends a step: corrects phi by the markers, reinitialises phi, and updates the markers.
  /// Air markers deeper in the liquid than the band are removed, the others correct phi a second time, the
  /// radii are updated, and reseed() is called when due.
  void settle(const Threads& threads);

  /// Restores the number of markers in each cell; escaped markers stay.
  void reseed(const Threads& threads);
  /// Shifts everything by whole cells: the content of node n + offset moves to node n.
  /// A shift and its inverse restore the same bits.
  /// @throws std::invalid_argument if a block would be too far away
  void shift(const glm::ivec3& offset, const Threads& threads);

 private:
  bool removeDeepAir(const Threads& threads);

  LevelSetSettings settings_;
  LevelSet set_;
  Markers markers_;
  std::uint64_t steps_ = 0;

  // Buffers, kept between calls.
  MarkerCorrection correction_;
  MarkerSeeding seeding_;
  std::vector<float> phi_;  ///< signed distance of the surface at each marker [m]
};

}  // namespace ooze::grid
