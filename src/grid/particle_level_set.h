// A level set that markers beside it keep from losing what is thin.
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

/// The particle level set (Enright, Fedkiw, Ferziger and Mitchell 2002) with semi-Lagrangian steps of several
/// cells (Enright, Losasso and Fedkiw 2005): a level set with balls on both sides of it, which are carried
/// along more precisely than phi is, and where one of them finds itself on the wrong side put phi right.
/// Liquid is where phi < 0. All that a step depends on is levelSet(), markers() and steps(); everything has
/// the same bits at any number of threads.
class ParticleLevelSet {
 public:
  struct Settings {
    int perCell = 64;  ///< markers in a cell of the band, from 1 to MarkerSeeding::kMostPerCell
    /// Steps from one reseeding to the next; 0: only when reseed() is called.
    int reseedEvery = 20;
    LevelSet::Order order = LevelSet::Order::Second;
    std::uint64_t seed = 0;  ///< of where markers are put
  };

  /// Seeds markers round a surface.
  /// @param set  a distance
  /// @throws std::invalid_argument for settings out of range
  ParticleLevelSet(LevelSet set, const Settings& settings, const Threads& threads);
  /// What the getters told of another one, to the bit.
  /// @throws std::invalid_argument for settings out of range, or markers that none can have left
  ParticleLevelSet(LevelSet set, Markers markers, std::uint64_t steps, const Settings& settings);

  [[nodiscard]] const LevelSet& levelSet() const { return set_; }
  [[nodiscard]] const Markers& markers() const { return markers_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// For who lets solids act on the markers (grid/marker_solids.h), between carry() and settle().
  [[nodiscard]] Markers& markers() { return markers_; }
  /// For who adds and takes away liquid, or changes phi in solids. Afterwards phi must be a distance again,
  /// and where liquid came or went markers would undo it: replaceMarkers().
  [[nodiscard]] LevelSet& levelSet() { return set_; }

  /// One step: carry() and settle().
  /// @throws std::invalid_argument as carry()
  void advance(VelocityAtPlaces velocity, float time, const Threads& threads);
  /// Carries phi and markers along, each for itself.
  /// @param velocity  the same for the whole time; also asked beyond the surface by the band and the way of a
  ///                  step [m/s]
  /// @param time      not negative; meant for motion by up to 5 cells [s]
  /// @param fastest   no velocity is faster; it spares what is far from the surface [m/s]
  /// @throws std::invalid_argument as LevelSet::carry() and moveMarkers(), with some of it done
  void carry(VelocityAtPlaces velocity, float time, const Threads& threads,
             float fastest = std::numeric_limits<float>::infinity());
  /// Ends a step: markers correct phi, it becomes a distance, air deeper in liquid than the band goes, and
  /// the others correct phi again; radii follow; and if it is time, reseed().
  void settle(const Threads& threads);

  /// Makes markers as many as there should be; those that have escaped stay.
  void reseed(const Threads& threads);
  /// Puts new markers where old ones, escaped ones too, no longer tell the truth.
  /// @param touched  whether a place is there; called on any thread
  void replaceMarkers(FunctionRef<bool(const Vec3&)> touched, const Threads& threads);

  /// Moves everything to whole cells: what was at node n + offset is then at node n. So moved and moved back
  /// it has the bits that it had.
  /// @throws std::invalid_argument if a block would be too far
  void shift(const glm::ivec3& offset, const Threads& threads);

 private:
  bool removeDeepAir(const Threads& threads);

  Settings settings_;
  LevelSet set_;
  Markers markers_;
  std::uint64_t steps_ = 0;

  // Working memory.
  MarkerCorrection correction_;
  MarkerSeeding seeding_;
  std::vector<float> phi_;  ///< where each marker is [m]
};

}  // namespace ooze::grid
