// Seeding of markers: keeps the number of markers per cell constant on both sides of a surface.
#pragma once

#include "ooze/base/threads.h"

#include "grid/blocks.h"
#include "grid/level_set.h"
#include "grid/markers.h"

#include <cstdint>
#include <vector>

namespace ooze::grid {

/// Reseeds markers: adds and removes markers in each cube between eight nodes.
/// Source: Enright, Fedkiw, Ferziger and Mitchell 2002, sections 3.1 and 3.6. Buffers are reused.
///
/// Departs from Enright et al. 2002, who scatter markers of both signs over the whole band and then attract
/// each to its side, at a random distance from the surface. Here each place takes the sign of phi at that
/// place; places closer to the surface than the least radius are left empty. Every cell thus has the same
/// number of markers on either side, and missing markers are added exactly where they are missing.
class MarkerSeeding {
 public:
  static constexpr int kMostPerCell = 512;

  /// Removes and adds markers so that each cell has `perCell` of them.
  /// Removes markers outside the band and, in cells with too many, the markers farthest from the surface.
  /// Escaped markers stay and do not count. The remaining markers are sorted by block and cube, in their
  /// previous order within a cube.
  /// @param set      level set whose phi is a signed distance
  /// @param perCell  number of markers in a cell that is entirely within the band, from 1 to kMostPerCell
  /// @param seed     varies the places, which also depend on the cube
  void reseed(const LevelSet& set, Markers& markers, int perCell, std::uint64_t seed, const Threads& threads);

 private:
  using Window = BlockWindow<1>;
  struct Added {
    LatticePosition place;
    float phi;  ///< signed distance of the surface at the place [m]
  };
  struct Cube;
  void sortByBlock(const LevelSet& set, const Markers& markers, const Threads& threads);
  void reseedBlock(const LevelSet& set, const Markers& markers, std::size_t block, int perCell,
                   std::uint64_t seed);

  std::vector<std::uint32_t> block_, order_;  ///< block of each marker; markers sorted by block
  std::vector<std::size_t> first_, next_;     ///< start of each block in order_, and of markers outside
  std::vector<std::vector<std::uint32_t>> kept_;
  std::vector<std::vector<Added>> added_;
};

}  // namespace ooze::grid
